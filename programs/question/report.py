"""The outputs of `optimize`: tables for users, JSON for machines."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from models.formats.text_files import write_text
from programs.question.answer import Counted, ProgramsAnswer, RegionAnswer
from programs.question.files import loops, saved_files
from programs.question.optimize_options import OptimizeOptions
from programs.question.texts import LOOP_HEADS, facts, headline, loop_numbers
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save, Summary
from solvers.questions.verdicts import files_line, files_record, told_recompute

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from programs.explore import ProgramCandidate
    from programs.question.mapped import MappedPiece

SCHEMA = "xyzmap/programs/1"
WIDTH = 120
SHOWN = 10
"""Programs in a table."""


def words(answer: ProgramsAnswer, options: OptimizeOptions) -> str:
    """Return the answer as text: per region the ranking, the winner's loops, and its cycles."""
    from rich.console import Console

    stream = io.StringIO()
    # In a notebook, rich would display the text instead of returning it.
    console = Console(
        file=stream,
        width=WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
        force_jupyter=False,
        force_terminal=False,
    )
    for one in answer.regions:
        console.print(f"{one.status}: {headline(one)}")
        if one.exploration is not None:
            console.print(_ranking(one))
        if one.winner is not None:
            console.print(f"winner: {one.winner.program}", soft_wrap=True)
            console.print(_pieces(one))
            for line in facts(one, one.winner):
                console.print(line, soft_wrap=True)
        else:
            for tried in one.finish.tried[:SHOWN]:
                console.print(f"not mapped: {tried.steps}: {tried.reason}", soft_wrap=True)
        if one.stopped:
            console.print(f"stopped: {one.stopped}")
        console.print()
    files = files_line(answer.arch, answer.register_files)
    if answer.regions and files is not None:
        console.print(f"{files}; bounds are those of counted registers", soft_wrap=True)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()).rstrip()


def _ranking(one: RegionAnswer) -> Table:
    assert one.exploration is not None
    heads = ("rank", "structure", "predicted", "bytes", "contexts", "mapped", "transformations")
    table = _table(*heads)
    for column in (0, 2, 3, 4, 5):
        table.columns[column].justify = "right"
    mapped = {tried.steps: tried for tried in one.finish.tried}
    for rank, program in enumerate(one.exploration.programs[:SHOWN], 1):
        tried = mapped.get(str(program))
        found = "-" if tried is None else "no" if tried.whole is None else str(tried.whole)
        table.add_row(
            str(rank),
            program.structure,
            str(program.cost.whole),
            str(program.cost.volume),
            str(program.contexts),
            found,
            str(program),
        )
    shown = min(SHOWN, len(one.exploration.programs))
    table.caption = (
        f"{shown} of {len(one.exploration.programs)} programs; cycles, bytes and contexts as"
        " predicted before any kernel was mapped, and all cycles as mapped: computing, loading"
        " contexts and moving data; - was not mapped, for its kernels were slower than predicted"
        " or time was up;"
        f" {one.exploration.candidates} candidates of nests evaluated"
    )
    return table


def _pieces(one: RegionAnswer) -> Table:
    assert one.winner is not None
    table = _table("loop", *LOOP_HEADS)
    for column in range(1, len(LOOP_HEADS) + 1):
        table.columns[column].justify = "right"
    for piece, numbers in loop_numbers(one.winner):
        table.add_row(piece.piece.name, *numbers)
    return table


def _table(*heads: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, caption_justify="left", pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    return table


def record(answer: ProgramsAnswer, options: OptimizeOptions) -> str:
    """Return the answer and the options as JSON text."""
    found = {
        "schema": SCHEMA,
        "question": "programs",
        "program": answer.path,
        "architecture": answer.arch.name,
        **files_record(answer.arch, answer.register_files),
        "recompute": told_recompute(answer.recompute),
        "buffers": asdict(answer.buffers),
        "defines": dict(answer.defines),
        "mode": options.mode,
        "space": options.space,
        "predictor": options.predictor,
        "keep": options.candidates,
        "max_ii": options.max_ii,
        "seed": options.seed,
        "status": answer.status,
        "intervals_proven": answer.proven,
        "regions": [_region(one) for one in answer.regions],
        "versions": versions(),
        "seconds": _rounded(answer.seconds),
    }
    return json.dumps(found, indent=1)


def saves(answer: ProgramsAnswer, options: OptimizeOptions) -> Iterator[Save]:
    """Yield the files requested by the options."""
    if options.out is not None:
        yield from saved_files(answer, options.out, lambda: record(answer, options) + "\n")
    yield options.html, lambda path: write_text(path, page(answer, options))
    yield options.plot, lambda path: _plot(answer, path)


def _plot(answer: ProgramsAnswer, path: str) -> None:
    from programs.question.plot import write_plot

    write_plot(answer, path)


def page(answer: ProgramsAnswer, options: OptimizeOptions) -> str:
    """Return the HTML report."""
    from programs.question.html import programs_html

    return programs_html(answer)


def summary(answer: ProgramsAnswer, options: OptimizeOptions) -> Summary:
    """Return the summary fields common to all answers: the winners' cycles, and a mapped loop."""
    cycles = total([one.winner for one in answer.regions])
    return Summary(cycles, None, "", next(iter(loops(answer).values()), None))


def total(programs: Sequence[Counted | None]) -> int | None:
    """Return the sum of the cycles of all programs, None if one is unknown."""
    known = [program.count.cycles for program in programs if program is not None]
    return sum(known) if known and len(known) == len(programs) else None


def _region(one: RegionAnswer) -> dict[str, Any]:
    found, checked = one.exploration, one.checked
    return {
        "name": one.region.name,
        "status": one.status,
        "intervals_proven": one.proven,
        "original": None if one.original is None else _counted(one.original),
        "winner": None if one.winner is None else _counted(one.winner),
        "best_of_kept": one.finish.complete,
        "explored": None
        if found is None
        else {
            "complete": found.complete,
            "guessed": found.guessed,
            "candidates": found.candidates,
            "kernels": found.kernels,
            "seconds": round(found.seconds, 3),
        },
        "programs": [] if found is None else [_candidate(x) for x in found.programs],
        "tried": [
            {
                "transformations": tried.steps,
                "predicted": tried.predicted,
                "cycles": tried.cycles,
                "whole": tried.whole,
                "reason": tried.reason,
            }
            for tried in one.finish.tried
        ],
        "kernels": [
            {
                "operations": len(fact.dfg.operations),
                "ii": fact.ii,
                "lower_bound": fact.lower,
                "found_by": fact.found_by,
                "seconds": round(fact.seconds, 3),
            }
            for fact in one.finish.mapper.facts
            if fact.seconds
        ],
        "checked": None
        if checked is None
        else {"ways": checked.ways, "numbers": checked.numbers, "reason": checked.reason},
        "stopped": one.stopped,
        "seconds": _rounded(one.seconds),
    }


def _candidate(candidate: ProgramCandidate) -> dict[str, Any]:
    return {
        "structure": candidate.structure,
        "transformations": str(candidate),
        "cycles": candidate.cost.whole,
        "computing": candidate.cost.cycles,
        "volume": candidate.cost.volume,
        "contexts": candidate.contexts,
        "feasible": candidate.cost.feasible,
    }


def _counted(counted: Counted) -> dict[str, Any]:
    program, count = counted.program, counted.count
    return {
        "structure": program.structure,
        "transformations": str(program),
        "predicted": program.predicted,
        "cycles": count.cycles,
        "computing": count.computing,
        "loading_contexts": count.loading_contexts,
        "moving_data": count.moving_data,
        "overlapped": count.overlapped,
        "data_bytes": count.data_bytes,
        "context_bytes": count.context_bytes,
        "exact": count.exact,
        "energy": round(counted.energy, 1),
        "edp": round(counted.edp, 1),
        "feasible": program.cost.feasible,
        "proven": program.proven,
        "loops": [
            _piece(piece) | {"executions": found.executions, "cycles": found.cycles}
            for piece, found in zip(program.pieces, count.pieces, strict=True)
        ],
    }


def _piece(piece: MappedPiece) -> dict[str, Any]:
    fact, mapping = piece.fact, piece.mapping
    return {
        "loop": piece.piece.name,
        "operations": None if piece.kernel is None else len(piece.kernel.dfg.operations),
        "ii": None if mapping is None else mapping.contexts,
        "lower_bound": None if fact is None else fact.lower,
        "lower_bound_reason": None if fact is None else fact.lower_reason,
        "length": None if mapping is None else mapping.horizon,
        "iterations": piece.piece.counts.iterations,
        "found_by": None if fact is None else fact.found_by,
        "issued_again": piece.issued_again,
    }


def _rounded(seconds: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in seconds.items()}
