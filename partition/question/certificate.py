"""Certificates of partitions: the mappings of the parts, and a proof of the lower bound.

`solvers.verify` re-checks them; `docs/partition.md` describes the files. A branch tree refers to
the rows of the verifier, which rebuilds them from the DFG and the array.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec

from models.data.certificate import Recurrence
from models.formats.native_json import architecture_to_json, dfg_to_json, mapping_to_json
from models.formats.text_files import write_text
from partition.model.certificate import PartitionCertificate
from partition.model.limits import latency_of
from partition.question.answer import PartitionAnswer, Shown
from partition.question.search import PartitionSearch
from partition.verification.facts import PartitionFacts
from shell.budget import UNLIMITED, Budget
from solvers.backends.branch_tree import branch_tree
from solvers.certificates import cycles as certify
from solvers.certificates.folder_lock import earlier, working

Status = Literal["optimal", "feasible", "infeasible"]

NAME, TREE = "certificate.json", "tree.txt"
MOST_CELLS = 60_000
"""Maximum (operations + readers) · parts: larger linear programs take too long."""


def prepare(folder: str) -> None:
    """Create the directory. Raises `InputError`."""
    certify.prepare(folder)


def shown(search: PartitionSearch, budget: Budget = UNLIMITED) -> Shown:
    """Return the largest bound, up to the answer's bound, that is proved within `budget`."""
    settings, bound = search.settings, search.answer.bound
    facts = facts_of(search)
    lower, tree = min(max(facts.counted(), settings.parts or 1), bound), list[str]()
    count = len(search.dfg.operations)
    cells = count + sum(map(len, facts.readers.values()))
    while lower < bound and not budget.over():
        parts = min(lower, count) if settings.parts is None else settings.parts
        if parts * cells > MOST_CELLS:
            break
        rows, highest = facts.rows(
            parts, full=settings.parts is not None, most=settings.max_ii, total=lower
        )
        # The parts of all blocks determine the other variables.
        first = range(count * (parts - 1) + parts)
        found = branch_tree(rows, highest, len(rows) - 1, first, budget)
        if found is None:
            break
        tree, lower = found, lower + 1
        search.tell(f"certificate: total II at least {lower}, {len(tree)} lines")
    return Shown(lower, facts.recurrences, tree)


def write_certificate(answer: PartitionAnswer, folder: str) -> str:
    """Write a certificate of an answer, and record the folder.

    Return its claim in one line, or the reason for having none. Raises `InputError` if files cannot
    be written.
    """
    if answer.shown is None:
        return f"not written (no partition is mapped){earlier(folder)}"
    settings, lower, tree = answer.settings, answer.shown.lower, answer.shown.tree
    missing = "" if lower == answer.bound else f", with at least {lower} only"
    mappings = answer.mappings
    total = answer.total if mappings else None
    if total is None and lower < answer.bound:
        return f"not written (at least {lower} is shown, not {answer.bound}){earlier(folder)}"
    status: Status = "infeasible"
    if total is not None:
        status = "optimal" if lower == total else "feasible"
    claim = PartitionCertificate(
        status=status,
        total=total,
        lower_bound=lower,
        max_ii=settings.max_ii,
        parts=settings.parts,
        store=settings.memory.store,
        load=settings.memory.load,
        dfg="dfg.json",
        architecture="architecture.json",
        operations=() if answer.partition is None else answer.partition.parts,
        mappings=tuple(f"part{p}.mapping.json" for p in range(len(mappings))),
        recurrences=answer.shown.recurrences,
        tree=TREE if tree else None,
        versions=certify.versions("highspy"),
        register_files=settings.files,
        recompute=settings.recompute,
    )
    path = Path(working(folder))
    write_text(str(path / claim.dfg), dfg_to_json(answer.dfg))
    write_text(str(path / claim.architecture), architecture_to_json(answer.arch))
    for name, mapping in zip(claim.mappings, mappings, strict=True):
        write_text(str(path / name), mapping_to_json(mapping))
    if tree:
        write_text(str(path / TREE), "\n".join(tree) + "\n")
    text = msgspec.json.format(msgspec.json.encode(claim), indent=2).decode()
    write_text(str(path / NAME), text + "\n")
    certify.conclude(folder)
    answer.certificate = folder
    return claim.status + missing


def facts_of(search: PartitionSearch) -> PartitionFacts:
    """Return the verifier's facts about the question, with the relevant recurrences."""
    facts = PartitionFacts(search.dfg, search.arch, search.settings.memory, ())
    found = (
        _recurrence(facts, set(names) & facts.needed.keys(), int(interval))
        for names, interval in zip(search.graph.blocks, search.limits.recurrence, strict=True)
        if interval > 1
    )
    return replace(facts, recurrences=tuple(one for one in found if one is not None))


def _recurrence(facts: PartitionFacts, inside: set[str], interval: int) -> Recurrence | None:
    """Return a cycle of these operations that needs this II, or None."""
    dfg = facts.dfg
    edges = [(o.value, x.name, o.distance) for x in dfg.operations for o in x.operands]
    edges += [(edge.before, edge.after, edge.distance) for edge in dfg.order]
    edges = [(a, b, d) for a, b, d in edges if a in inside and b in inside]
    latency = {name: latency_of(dfg, facts.arch, facts.needed[name]) for name in inside}
    since, by = dict.fromkeys(inside, 0), dict[str, tuple[str, int]]()
    last = None
    for _ in range(len(inside) + 1):
        last = None
        for a, b, distance in edges:
            at = since[a] + latency[a] - distance * (interval - 1)
            if at > since[b]:
                since[b], by[b], last = at, (a, distance), b
        if last is None:
            return None
    assert last is not None
    # The operation is on a cycle or reachable from one; enough steps back are on the cycle.
    for _ in inside:
        last = by[last][0]
    names = [last]
    while by[names[-1]][0] != last:
        names.append(by[names[-1]][0])
    distances = tuple(by[name][1] for name in names)
    before = (*names[1:], last)
    cycles = tuple(latency[name] for name in before)
    return Recurrence(interval - 1, before[::-1], cycles[::-1], distances[::-1])
