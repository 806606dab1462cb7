"""The HTML report of programs: the candidates of each region, and the mappings of their loops."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.text import n_cycles
from programs.question.mapped import MappedPiece, MappedProgram
from programs.question.texts import LOOP_HEADS, facts, headline, loop_numbers
from programs.view.page import RegionRows, programs_overview
from solvers.questions.verdicts import repeated_facts
from views.html.page import Row, scenes_html
from views.html.scene import Scene
from views.html.verdict import Fact, Verdict

if TYPE_CHECKING:
    from programs.question.answer import ProgramsAnswer, RegionAnswer

MOST_SCENES = 40
"""Maximum number of loops on a page, those of winners first."""

MOST_CANDIDATES = 50
"""Maximum number of listed candidates of a region: the first by rank, and all mapped ones."""


def programs_html(answer: ProgramsAnswer) -> str:
    """Return the page: the answer of every region, and the mapped loops."""
    scenes = _Scenes(answer.arch)
    # Winners first, so that they are on the page in any case.
    for one in answer.regions:
        if one.winner is not None:
            scenes.add(one, one.winner.program, "winner")
    for one in answer.regions:
        for program in one.finish.mapped:
            scenes.add(one, program, "as it is" if program is one.finish.original else "candidate")
    regions = [_region(one, scenes) for one in answer.regions]
    title = f"{os.path.basename(answer.path)} on {answer.arch.name}"
    overview = programs_overview(regions)
    return scenes_html(title, _verdict(answer), scenes.scenes, overview, "Loop")


def _verdict(answer: ProgramsAnswer) -> Verdict:
    done = [one for one in answer.regions if one.winner is not None]
    cycles = sum(one.winner.count.cycles for one in done if one.winner is not None)
    many = f"{len(done)} of {answer.expected} regions mapped"
    ahead = ", double buffering" if answer.buffers.double else ""
    facts_of: list[Fact] = [
        ("data buffer", f"{answer.buffers.data_bytes} bytes{ahead}"),
        ("contexts", str(answer.buffers.contexts)),
    ]
    facts_of += [("macro", f"{name} = {value}") for name, value in answer.defines.items()]
    return Verdict(
        status=answer.status,
        headline=f"{many}, {n_cycles(cycles)} together" if done else many,
        facts=tuple(facts_of),
    )


@dataclass
class _Scenes:
    """The scenes of loops; loops with equal graph and mapping share one."""

    arch: Architecture
    scenes: list[Scene] = field(default_factory=list)
    left_out: int = 0
    _known: list[tuple[Dfg, Mapping]] = field(default_factory=list)

    def add(self, one: RegionAnswer, program: MappedProgram, kind: str) -> None:
        for piece in program.pieces:
            if piece.mapping is None or self.of(piece) is not None:
                continue
            if len(self.scenes) == MOST_SCENES:
                self.left_out += 1
                continue
            assert piece.kernel is not None and piece.fact is not None
            mapping, fact = piece.mapping, piece.fact
            self._known.append((piece.kernel.dfg, mapping))
            problem = Problem(piece.kernel.dfg, self.arch, mapping.contexts)
            many = len(piece.kernel.dfg.operations)
            verdict = Verdict(
                status="optimal" if fact.proven else "feasible",
                headline=f"{many} operations with II = {fact.ii}, in {n_cycles(mapping.horizon)}",
                value=f"II = {fact.ii}",
                bound=f"II at least {fact.lower}",
                reason=fact.lower_reason,
                facts=(
                    ("mapping found by", fact.found_by),
                    *repeated_facts(problem, mapping),
                    ("program", str(program)),
                ),
            )
            name = f"{one.region.name}: {piece.piece.name}, II {fact.ii} ({kind})"
            self.scenes.append(Scene(name, problem, mapping, verdict))

    def of(self, piece: MappedPiece) -> int | None:
        """Return the scene of a loop, or None."""
        if piece.mapping is None or piece.kernel is None:
            return None
        own = (piece.kernel.dfg, piece.mapping)
        return next((n for n, known in enumerate(self._known) if known == own), None)


def _region(one: RegionAnswer, scenes: _Scenes) -> RegionRows:
    told: list[Fact] = []
    loops: list[Row] = []
    steps = None
    if one.winner is not None:
        told = [_fact(line) for line in facts(one, one.winner)]
        steps = list(map(str, one.winner.program.steps))
        loops = [
            Row((piece.piece.name, *numbers), _buttons([("mapping", scenes.of(piece))]))
            for piece, numbers in loop_numbers(one.winner)
        ]
    if one.stopped:
        told.append(("stopped", one.stopped))
    notes = [f"{scenes.left_out} loops of candidates are not shown"] * bool(scenes.left_out)
    if one.exploration is not None:
        known = len(one.exploration.programs)
        notes.insert(0, f"{min(known, MOST_CANDIDATES)} of {known} programs as predicted")
    return RegionRows(
        one.region.name,
        one.status,
        headline(one),
        told,
        list(_candidates(one, scenes)),
        steps,
        ("loop", *LOOP_HEADS),
        loops,
        "; ".join(notes),
    )


def _fact(line: str) -> Fact:
    label, colon, text = line.partition(": ")
    return (label, text) if colon else ("proof", line)


def _candidates(one: RegionAnswer, scenes: _Scenes) -> Iterator[Row]:
    """Yield the explored programs by rank, then other mapped or tried programs."""
    mapped = {str(program): program for program in one.finish.mapped}
    tried = {each.steps: each for each in one.finish.tried}
    won = None if one.winner is None else str(one.winner.program)
    found = () if one.exploration is None else one.exploration.programs
    seen: set[str] = set()
    for rank, program in enumerate(found, 1):
        name = str(program)
        if rank <= MOST_CANDIDATES or name in mapped:
            seen.add(name)
            predicted = (program.structure, str(program.cost.whole), str(program.cost.volume))
            reason = tried[name].reason if name in tried else None
            cells = (str(rank), name, *predicted)
            yield _row(cells, mapped.get(name), reason, scenes, won=name == won)
    for name, each in tried.items():
        if name not in seen:
            own = mapped.get(name)
            computing = "" if each.predicted is None else f"{each.predicted} computing"
            cells = ("", name, "" if own is None else own.structure, computing, "")
            yield _row(cells, own, each.reason, scenes, won=name == won)


def _row(
    cells: tuple[str, ...],
    program: MappedProgram | None,
    reason: str | None,
    scenes: _Scenes,
    *,
    won: bool,
) -> Row:
    if program is None:
        return Row((*cells, "", "", "not tried" if reason is None else f"not mapped: {reason}"))
    outcome = ("winner" if won else "mapped") + ", II proven" * program.proven
    intervals = ", ".join(map(str, program.intervals))
    shown = [(piece.piece.name, scenes.of(piece)) for piece in program.pieces]
    whole = str(program.count.cycles)
    return Row((*cells, whole, intervals, outcome), _buttons(shown), won)


def _buttons(some: Iterable[tuple[str, int | None]]) -> list[tuple[str, int]]:
    return [(label, scene) for label, scene in some if scene is not None]
