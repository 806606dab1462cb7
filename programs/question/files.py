"""The files of an answer: the C program, and per loop graph, mapping, picture and certificate."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

from models.counting.arithmetic import Arithmetic
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.native_json import dfg_to_json, mapping_to_json
from models.formats.text_files import make_folder, write_text
from programs.question.answer import ProgramsAnswer, RegionAnswer
from programs.question.mapped import MappedPiece
from programs.question.winner import rewritten
from programs.source.reader import source_text
from solvers.certificates.cycles import prepare
from solvers.certificates.intervals import write_claim
from solvers.questions.ask import Save
from solvers.questions.verdicts import draw_schedule
from solvers.search.interval_answer import MinIi, Tried


def saved_files(answer: ProgramsAnswer, folder: str, report: Callable[[], str]) -> Iterator[Save]:
    """Yield the writers of all files in a folder; `report` makes the text of `report.json`."""
    yield folder, make_folder
    yield os.path.join(folder, "report.json"), lambda path: write_text(path, report())
    if any(one.winner is not None for one in answer.regions):
        yield os.path.join(folder, "winner.c"), lambda path: write_text(path, winner_text(answer))
    for one in answer.regions:
        for name, piece in named_pieces(one):
            yield os.path.join(folder, name), partial(_save, answer, piece)


def winner_text(answer: ProgramsAnswer) -> str:
    """Return the C file with each region replaced by its winner, if it has one."""
    regions = [one.winner.program.region for one in answer.regions if one.winner is not None]
    return rewritten(source_text(answer.path), answer.path, regions, answer.defines)


def named_pieces(answer: RegionAnswer) -> Iterator[tuple[str, MappedPiece]]:
    """Yield the executed pieces of a winner, with their file names without an extension."""
    if answer.winner is None:
        return
    for number, piece in enumerate(answer.winner.program.pieces):
        if piece.mapping is not None:
            yield f"{answer.region.name}.{number}", piece


def loops(answer: ProgramsAnswer) -> dict[str, tuple[Problem, Mapping]]:
    """Return the mapped loops of all winners, by the names of their files."""
    return {
        name: (answer.problem(piece.kernel.dfg, piece.mapping.contexts), piece.mapping)
        for one in answer.regions
        for name, piece in named_pieces(one)
        if piece.kernel is not None and piece.mapping is not None
    }


def _save(answer: ProgramsAnswer, piece: MappedPiece, base: str) -> None:
    kernel, mapping = piece.kernel, piece.mapping
    assert kernel is not None and mapping is not None
    problem = answer.problem(kernel.dfg, mapping.contexts)
    write_text(f"{base}.dfg.json", dfg_to_json(kernel.dfg))
    write_text(f"{base}.mapping.json", mapping_to_json(mapping))
    draw_schedule(f"{base}.svg", problem, mapping)
    _certify(answer, f"{base}.certificate", piece)


def _certify(answer: ProgramsAnswer, folder: str, piece: MappedPiece) -> None:
    """Write the certificate of a mapping, with the bound on its II if arithmetic proves it.

    Solver refutations are not repeated here; `solvers.min_ii --certificate` repeats them.
    """
    kernel, mapping, fact = piece.kernel, piece.mapping, piece.fact
    assert kernel is not None and mapping is not None and fact is not None
    prepare(folder)
    claim = MinIi(answer.problem(kernel.dfg, 1), "feasible", mapping.contexts, mapping)
    claim.register_files = answer.register_files
    for contexts in range(fact.lower - 1, 0, -1):
        try:
            Arithmetic(answer.problem(kernel.dfg, contexts)).first_horizon()
        except InfeasibleError as error:
            if error.fact is not None:
                reason = str(error)
                claim.tried[contexts] = Tried(contexts, "refuted", reason, fact=error.fact)
                claim.lower = contexts + 1
                break
    if claim.lower == mapping.contexts:
        claim.status = "optimal"
    write_claim(claim, folder)
