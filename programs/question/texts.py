"""Texts about a region and its loops, for terminals and pages."""

from __future__ import annotations

from collections.abc import Iterator

from models.text import counted, n_cycles
from programs.question.answer import Counted, RegionAnswer
from programs.question.mapped import MappedPiece
from solvers.questions.verdicts import again_line

LOOP_HEADS = ("operations", "II", "at least", "length", "iterations", "executions", "cycles")


def headline(one: RegionAnswer) -> str:
    """Return the outcome of a region in one line."""
    names = f"'{one.region.name}' on '{one.finish.mapper.arch.name}'"
    if one.winner is None:
        return f"no program of {names} is mapped"
    text = f"{names} takes {n_cycles(one.winner.count.cycles)}"
    text += f", {one.winner.count.computing} of them computing"
    if one.original is not None:
        own = one.original.count
        text += f"; the original takes {own.cycles}, {own.computing} of them computing"
    return text


def loop_numbers(winner: Counted) -> Iterator[tuple[MappedPiece, tuple[str, ...]]]:
    """Yield the mapped loops of a program, with the cells of `LOOP_HEADS`."""
    for piece, found in zip(winner.program.pieces, winner.count.pieces, strict=True):
        if piece.fact is None or piece.kernel is None or piece.mapping is None:
            continue
        numbers = (
            len(piece.kernel.dfg.operations),
            piece.mapping.contexts,
            piece.fact.lower,
            piece.mapping.horizon,
            found.iterations,
            found.executions,
            found.cycles,
        )
        yield piece, tuple(map(str, numbers))


def facts(one: RegionAnswer, winner: Counted) -> list[str]:
    """Return facts about a winner, one per line."""
    count, program = winner.count, winner.program
    beside = f" - {count.overlapped} of these while computing" if count.overlapped else ""
    lines = [
        f"cycles: {count.computing} computing + {count.loading_contexts} loading contexts"
        f" + {count.moving_data} moving data{beside} = {count.cycles}",
        f"moved: {count.data_bytes} bytes of data, {count.context_bytes} of contexts"
        + ("" if count.exact else " (an estimate: some addresses depend on data)"),
        f"energy: {winner.energy / 1000:.1f} nJ; times delay {winner.edp / 1e6:.1f} nJ·kcycles",
    ]
    if one.original is not None and one.original.program is not program:
        own = one.original
        lines[-1] += f" (original: {own.edp / 1e6:.1f})"
    if not program.cost.feasible:
        lines.append("it does not fit the buffers: the working set of a loop is too large")
    proven = "all proven minimal" if program.proven else "not all proven minimal"
    lines.append(f"initiation intervals: {proven}")
    for piece in program.pieces:
        if (again := again_line(piece.issued_again)) is not None:
            lines.append(f"loop {piece.piece.name}, {again}")
    kept = ", and no other candidate promises fewer cycles" if one.finish.complete else ""
    tried = one.finish.tried
    mapped = sum(each.whole is not None for each in tried)
    lines.append(
        f"choice of transformations: the best of {counted(mapped, 'program')} mapped{kept};"
        " not proven to be the best of all"
    )
    if failed := [each for each in tried if each.whole is None]:
        many = counted(len(failed), "program was", "programs were")
        lines.append(f"{many} tried and not mapped: {failed[0].steps}: {failed[0].reason}")
    checked = one.checked
    if checked is not None and checked.ways:
        lines.append(f"checked: {checked.numbers} numbers are equal by {', '.join(checked.ways)}")
    elif checked is not None and checked.reason:
        lines.append(f"not executed: {checked.reason}")
    return lines
