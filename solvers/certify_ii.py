"""Writes a certificate directory from an initiation interval. `solvers.verify` re-checks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from archs.arch_json import architecture_to_json
from models.certificate import (
    Bound,
    IntervalCertificate,
    IntervalReason,
    Longest,
    Proof,
    is_monotone,
    is_refutable_by_proof,
    restated,
)
from models.dfg import Dfg
from models.dfg_json import dfg_to_json
from models.errors import InputError, NotSupportedError
from models.mapping_json import mapping_to_json
from models.text_files import write_text
from solvers.answer import Question
from solvers.certify import prepare, versions
from solvers.folder_lock import let_go
from solvers.initiation import MinIi, Tried
from solvers.search import Search
from solvers.worker import SolverOptions

AGAIN, PATIENCE = 4, 10.0
"""A refutation is repeated, for its proof, for so many times as long as it took, and so many
seconds."""


def prepare_claim(folder: str, dfg: Dfg) -> None:
    """Create the directory before a long search; `InputError` where there can be no certificate."""
    if dfg.rules:
        raise NotSupportedError(
            "certificates cover no rewrite rules; leave out the rules, or --certificate"
        )
    prepare(folder)


def write_claim(answer: MinIi, found: list[IntervalReason], folder: str) -> str | None:
    """Write a certificate of `answer` by the reasons found, if there is one; return what its
    reader should know.
    """
    if not _claims(answer, found):
        return "no certificate: nothing is mapped, or refuted by arithmetic"
    shown = _write(answer, found, folder)
    if shown < answer.lower:
        return f"note: the certificate shows an II of at least {shown} only, for want of a proof"
    return None


def _claims(answer: MinIi, found: list[IntervalReason]) -> bool:
    """Whether `answer` claims something that these reasons support."""
    if answer.status == "infeasible":
        return len(found) == answer.lower - 1
    return answer.mapping is not None


def reasons(
    answer: MinIi, folder: str, options: SolverOptions | None = None
) -> Iterator[IntervalReason]:
    """Yield a reason against each interval from 1 on, as far as they can be checked.

    What only a search has refuted is refuted again, with `options`. What arithmetic refutes an
    interval with refutes all smaller ones, of which it is restated.
    """
    facts = {tried.contexts: tried.fact for tried in answer.tried.values() if tried.fact}
    for contexts in range(1, answer.lower):
        larger = min((n for n in facts if n >= contexts), default=None)
        if larger is not None:
            yield restated(facts[larger], contexts)
            continue
        bound = _exhausted(answer, answer.tried.get(contexts), folder, options)
        if bound is None:
            return
        yield Longest(contexts, bound)


def _exhausted(
    answer: MinIi, tried: Tried | None, folder: str, options: SolverOptions | None
) -> Bound | None:
    """Refute the longest useful schedules once more, now with a proof."""
    options = options or SolverOptions()
    if options.pins:  # what is refuted under pins need not be without them
        return None
    problem = answer.problem
    provable = is_refutable_by_proof(problem.dfg, problem.transform)
    if tried is None or tried.outcome != "refuted" or tried.horizon is None or not provable:
        return None
    if not is_monotone(problem.dfg, problem.arch):
        return None
    question = Question(
        msgspec.structs.replace(problem, contexts=tried.contexts),
        cycles=tried.horizon,
        time_limit=PATIENCE + AGAIN * tried.seconds,
        options=replace(options, proof_dir=folder),
    )
    found = Search(question).run()
    if found.status != "infeasible" or found.certified <= tried.horizon:
        return None
    bound = max(found.bounds, key=lambda bound: bound.horizon)
    return _renamed(bound, tried.contexts, folder) if isinstance(bound, Proof) else bound


def _renamed(proof: Proof, contexts: int, folder: str) -> Proof:
    """Give the files of a proof names that those of another interval do not have."""
    names = {}
    for field in ("cnf", "symbols", "proof"):
        name = getattr(proof, field)
        names[field] = f"horizon-{proof.horizon}-ii-{contexts}.{name.rpartition('.')[2]}"
        try:
            (Path(folder) / name).replace(Path(folder) / names[field])
        except OSError as error:
            raise InputError(f"cannot write a certificate here: {error.strerror}", name) from None
    changed: Proof = msgspec.structs.replace(proof, **names)
    return changed


def _write(answer: MinIi, found: list[IntervalReason], folder: str) -> int:
    """Write everything that the claim of `answer` rests on; return the bound that it shows.

    Raises `InputError` when a file cannot be written.
    """
    status, lower = answer.status, 1 + len(found)
    if status == "optimal" and lower < answer.lower:
        status = "feasible"
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
    )
    texts = {"dfg.json": dfg_to_json(problem.dfg)}
    texts["architecture.json"] = architecture_to_json(problem.arch)
    if mapping is not None:
        texts["mapping.json"] = mapping_to_json(mapping)
    claim = msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode()
    texts["certificate.json"] = claim + "\n"
    for name, text in texts.items():
        write_text(str(Path(folder) / name), text)
    let_go(folder)
    return lower
