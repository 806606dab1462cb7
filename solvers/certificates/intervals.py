"""Writes a certificate directory from an initiation interval. `solvers.verify` re-checks it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from models.data.certificate import (
    Addressed,
    Cyclic,
    IntervalCertificate,
    IntervalReason,
    Longest,
    Stays,
    of_files,
    restated,
)
from models.formats.native_json import architecture_to_json, dfg_to_json, mapping_to_json
from models.formats.text_files import write_text
from solvers.certificates.cycles import conclude, remove_unused, versions
from solvers.certificates.folder_lock import earlier, working
from solvers.search.interval_answer import MinIi

InFiles = Mapping[int, Stays | Addressed]
"""Reasons against IIs, by their contexts, that hold for the answer's kind of register files."""

NOTHING: InFiles = MappingProxyType({})


def write_claim(answer: MinIi, folder: str, in_files: InFiles = NOTHING) -> str | None:
    """Write a certificate of `answer`, if it claims something; return a note for its reader, or
    None.

    With reasons `in_files` it may show more than the answer's bound of counted registers. Raises
    `InputError` when a file cannot be written.
    """
    found = reasons(answer, in_files)
    if not _claims(answer, found):
        remove_unused(Path(working(folder)), ())
        return f"no certificate: nothing is mapped, or refuted by arithmetic{earlier(folder)}"
    shown = _write(answer, found, folder)
    if shown < answer.lower:
        return f"note: a proof is missing, so the certificate shows only an II of at least {shown}"
    return None


def _claims(answer: MinIi, found: list[IntervalReason]) -> bool:
    """Whether `answer` claims something that these reasons support."""
    if answer.mapping is not None:
        return True
    if answer.status == "infeasible":
        return len(found) >= answer.lower - 1
    return any(of_files(reason) != "counted" for reason in found)


def reasons(answer: MinIi, in_files: InFiles = NOTHING) -> list[IntervalReason]:
    """Return a reason against each II from 1 on, as far as the search left one.

    An arithmetic reason against an II refutes all smaller ones, for which it is restated, if it is
    not about stays. What holds for all kinds of files is preferred.
    """
    facts = {tried.contexts: tried.fact for tried in answer.tried.values() if tried.fact}
    stays = {n: fact for n, fact in facts.items() if isinstance(fact, Stays | Addressed)}
    known = {n: fact for n, fact in facts.items() if n not in stays}
    own = {**stays, **in_files}
    found: list[IntervalReason] = []
    above = max([answer.lower, *(n + 1 for n in own)])
    for contexts in range(1, above if answer.contexts is None else min(above, answer.contexts)):
        larger = min((n for n in known if n >= contexts), default=None)
        tried = answer.tried.get(contexts)
        if larger is not None:
            found.append(restated(known[larger], contexts))
        elif tried is not None and tried.proof is not None:
            proof = tried.proof
            found.append(proof if isinstance(proof, Cyclic) else Longest(contexts, proof))
        elif contexts in own and of_files(own[contexts]) in ("counted", answer.register_files):
            found.append(own[contexts])
        else:
            break
    return found


def _write(answer: MinIi, found: list[IntervalReason], folder: str) -> int:
    """Write all files of the claim of `answer`; return the bound that it shows.

    Raises `InputError` when a file cannot be written.
    """
    status, lower = answer.status, 1 + len(found)
    if status == "optimal" and lower < answer.lower:
        status = "feasible"
    if any(of_files(reason) != "counted" for reason in found):
        status = "feasible" if answer.mapping is not None else "infeasible"
        status = "optimal" if lower == answer.contexts else status
    assert status != "unknown"
    problem, mapping = answer.problem, answer.mapping
    certificate = IntervalCertificate(
        question="min_ii",
        status=status,
        value=answer.contexts,
        lower_bound=lower,
        dfg="dfg.json",
        architecture="architecture.json",
        mapping=None if mapping is None else "mapping.json",
        reasons=tuple(found),
        versions=versions(),
        transform=problem.transform,
        pins=answer.pins.places,
        written=None if answer.written is None else "written.json",
        accumulators=max((split.accumulators for split in answer.splits), default=1),
        register_files=answer.register_files,
        recompute=problem.recompute,
        rewrites=answer.rewrites,
        constraints=problem.constraints,
    )
    texts = {"dfg.json": dfg_to_json(problem.dfg)}
    texts["architecture.json"] = architecture_to_json(problem.arch)
    if answer.written is not None:
        texts["written.json"] = dfg_to_json(answer.written)
    if mapping is not None:
        texts["mapping.json"] = mapping_to_json(mapping)
    claim = msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode()
    texts["certificate.json"] = claim + "\n"
    for name, text in texts.items():
        write_text(str(Path(working(folder), name)), text)
    used = [reason.bound if isinstance(reason, Longest | Addressed) else reason for reason in found]
    remove_unused(Path(working(folder)), used)
    conclude(folder)
    return lower
