"""Certificates of the exact mapper: reasons for its bounds, and their directory.

`solvers.verify` re-checks it; `docs/streaming.md` describes the files.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from models.formats.text_files import write_text
from shell.budget import UNLIMITED, Budget
from solvers.certificates.cycles import versions
from solvers.certificates.folder_lock import let_go
from streaming.model.bounds import Times, most_cycles
from streaming.model.certificate import (
    CriticalPath,
    Crowd,
    Place,
    Proof,
    Spokes,
    StreamingBound,
    StreamingCertificate,
)
from streaming.model.clauses import mirrored
from streaming.model.program import program_to_json
from streaming.model.rules import Rules
from streaming.model.schedule import Schedule, schedule_to_json
from streaming.question.refute import proof_files, refute

Objective = Literal["cycles", "ii"]
Status = Literal["optimal", "feasible", "infeasible"]
Bounds = tuple[StreamingBound, ...]
NAME = "certificate.json"


def certify(
    rules: Rules,
    ii: int,
    schedule: Schedule | None,
    objective: Objective,
    folder: Path,
    budget: Budget = UNLIMITED,
    known: Collection[tuple[int, int]] = (),
    placed: Mapping[int, tuple[int, int]] | None = None,
) -> tuple[StreamingCertificate, Schedule | None] | None:
    """Write a certificate of an answer into `folder`; return it with its mapping.

    `schedule` is the best known mapping, with `ii`; None claims that no mapping exists at `ii`, and
    with the objective "ii" at no smaller II either. With a mapping and that objective, the smaller
    IIs must be refuted as well. `placed` fixes the tile and the spoke of instructions. `folder` has
    the proofs of `known`, pairs of an II and the cycles refuted at it. If another proof is needed
    and not found within `budget`, the claim weakens to "feasible"
    with the bounds that have reasons, or to fewer IIs; None is returned if no claim remains. A
    better mapping found on the way replaces `schedule`. Raises `OSError` and `InputError` if files
    cannot be written; `prepare` of `solvers.certificates.cycles` prepares the folder.
    """
    bounds: Bounds = ()
    lower_ii = None
    last: StreamingBound | None = None
    refuted = _Refuted(rules, folder, budget, known, placed or {})
    if objective == "ii":
        below = ii + 1 if schedule is None else schedule.ii
        bounds, found = _smallest(below, refuted)
        schedule = found or schedule
        if schedule is None:
            ii = len(bounds)
        else:
            lower_ii, ii = len(bounds) + 1, schedule.ii
    if objective != "ii" or schedule is not None:
        last, schedule = _fewest(rules, ii, schedule, refuted)
    if schedule is None and last is None and not bounds:
        return None
    lower = None
    status: Status = "infeasible"
    if schedule is not None:
        lower = 1 if last is None or isinstance(last, (Spokes, Crowd)) else last.cycles + 1
        proven = lower == schedule.cycles and lower_ii in (None, ii)
        status = "optimal" if proven else "feasible"
    names = [x.name for x in rules.program.instructions]
    certificate = StreamingCertificate(
        objective=objective,
        status=status,
        engine=rules.engine,
        ii=ii,
        cycles=None if schedule is None else schedule.cycles,
        lower_ii=lower_ii,
        lower_cycles=lower,
        program="program.json",
        mapping=None if schedule is None else "mapping.json",
        bounds=bounds if last is None else (*bounds, last),
        versions=versions(),
        placed=tuple(Place(names[n], *place) for n, place in refuted.placed.items()),
    )
    write_certificate(certificate, rules, schedule, folder)
    return certificate, schedule


def write_certificate(
    certificate: StreamingCertificate, rules: Rules, schedule: Schedule | None, folder: Path
) -> Path:
    """Write the claim, its program and its mapping; return the path of the claim.

    Proofs are in `folder` already; proofs that the claim does not need are removed.
    """
    write_text(str(folder / certificate.program), program_to_json(rules.program))
    if schedule is not None and certificate.mapping is not None:
        write_text(str(folder / certificate.mapping), schedule_to_json(schedule))
    claim = msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode()
    write_text(str(folder / NAME), claim + "\n")
    used = {
        name
        for bound in certificate.bounds
        if isinstance(bound, Proof)
        for name in (bound.cnf, bound.symbols, bound.proof)
    }
    for file in folder.glob("horizon-*"):
        if file.name not in used:
            file.unlink()
    let_go(str(folder))
    return folder / NAME


def arithmetic_reason(rules: Rules, ii: int) -> StreamingBound | None:
    """Return an arithmetic reason against any mapping at `ii`, or None."""
    names = [x.name for x in rules.program.instructions]
    tiles = rules.engine.tiles
    if rules.size > tiles * ii:
        return Spokes(ii, tuple(names), tiles)
    for group in range(max(rules.group) + 1):
        members = [n for n in range(rules.size) if rules.group[n] == group]
        if len(members) > ii:
            return Spokes(ii, tuple(names[n] for n in members), 1)
    if rules.engine.starts != "free":
        # All starts, or one start of each flow.
        key = rules.flow if rules.engine.starts == "flows" else range(rules.size)
        chosen = {key[n]: names[n] for n in rules.starts}
        if len(chosen) > tiles:
            return Crowd(ii, tuple(chosen.values()), None)
    if rules.engine.siblings:
        for n, readers in enumerate(rules.readers):
            if len(readers) > min(tiles, 2 * rules.engine.reach + 1):
                return Crowd(ii, tuple(names[v] for v in readers), names[n])
    return None


def _smallest(below: int, refuted: _Refuted) -> tuple[Bounds, Schedule | None]:
    """Return a reason against each smaller II, as far as found; or a mapping."""
    found: list[StreamingBound] = []
    for ii in range(1, below):
        reason = refuted.all(ii)
        if isinstance(reason, Schedule):
            return tuple(found), reason
        if reason is None:
            break
        found.append(reason)
    return tuple(found), None


def _fewest(
    rules: Rules, ii: int, schedule: Schedule | None, refuted: _Refuted
) -> tuple[StreamingBound | None, Schedule | None]:
    """Return the reason against one cycle less (without a mapping: any number), and the mapping."""
    if schedule is None:
        answer = refuted.all(ii)
        if not isinstance(answer, Schedule):
            return answer, None
        schedule = answer
    path = _critical_path(rules, ii)
    while path.cycles < schedule.cycles - 1:
        answer = refuted(ii, schedule.cycles - 1)
        if not isinstance(answer, Schedule):
            return answer or path, schedule
        schedule = answer
    return path, schedule


def _critical_path(rules: Rules, ii: int) -> CriticalPath:
    times = Times(rules)
    ends = [head + tail for head, tail in zip(times.heads, times.tails, strict=True)]
    worst = ends.index(max(ends))
    return CriticalPath(ii, ends[worst] - 1, rules.program.instructions[worst].name)


@dataclass(frozen=True)
class _Refuted:
    """Finds a bound by a known or new proof, or a mapping instead, or None."""

    rules: Rules
    folder: Path
    budget: Budget
    known: Collection[tuple[int, int]]
    placed: Mapping[int, tuple[int, int]]

    def __call__(
        self, ii: int, cycles: int, *, timed: bool = True
    ) -> StreamingBound | Schedule | None:
        if (ii, cycles) not in self.known:
            answer = refute(
                self.rules,
                ii,
                cycles,
                self.budget,
                self.folder,
                placed=self.placed,
                timed=timed,
            )
            if answer is not True:
                return answer
        half = None if self.placed else mirrored(self.rules)
        name = None if half is None else self.rules.program.instructions[half].name
        return Proof(ii, cycles, *proof_files(ii, cycles), mirrored=name)

    def all(self, ii: int) -> StreamingBound | Schedule | None:
        """Return a reason against `ii` at any cycle count: arithmetic, tiles or all clauses.

        If results may wait, the tiles alone decide.
        """
        reason = arithmetic_reason(self.rules, ii)
        if reason is not None:
            return reason
        most = most_cycles(self.rules, ii)
        path = _critical_path(self.rules, ii)
        if path.cycles >= most:
            return path
        return self(ii, most, timed=False) or self(ii, most)
