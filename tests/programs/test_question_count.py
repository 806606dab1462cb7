from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from programs.cost import Buffers, pipelines, program_volume, trace
from programs.loops import Loop, Region, execute
from programs.loops.random_values import random_values
from programs.question.count import Timing, count, executions
from programs.question.executed import Executed, executed
from tests.programs.applications import application
from tests.programs.compiled import assert_same
from tests.programs.random_regions import random_region

QUIET = settings(deadline=None, max_examples=8)
SEEDS = st.integers(0, 10_000)


def walked(form: Executed) -> list[tuple[int, int]]:
    """Pieces in the order of execution with their iterations, found by walking the loops."""
    numbers = {id(piece.loop): n for n, piece in enumerate(form.pieces)}
    found: list[tuple[int, int]] = []

    def visit(node: Loop, point: dict[str, int]) -> None:
        values = node.range(point)
        if id(node) in numbers:
            found.append((numbers[id(node)], len(values)))
            return
        for value in values:
            for part in node.body:
                assert isinstance(part, Loop)
                visit(part, {**point, node.index: value})

    for node in form.region.body:
        assert isinstance(node, Loop)
        visit(node, {})
    return found


def timings(form: Executed) -> dict[int, Timing]:
    return {n: Timing(1 + n % 3, 4 + n % 5) for n in range(len(form.pieces))}


@QUIET
@given(SEEDS, st.integers(1, 40), st.sampled_from([4, 8]))
def test_executions_are_those_of_the_loops_and_lines_those_of_the_simulation(
    seed: int, lines: int, line_bytes: int
) -> None:
    region = random_region(seed)
    form, buffers = executed(region), Buffers("b", lines * line_bytes, line_bytes=line_bytes)
    found, written_back, _ = executions(form, buffers)
    assert [(one.piece, one.iterations) for one in found] == walked(form)
    volume, _ = program_volume(region, buffers)
    assert (sum(one.lines for one in found) + written_back) * line_bytes == volume


@QUIET
@given(SEEDS, st.integers(1, 6))
def test_cycles_are_those_of_every_execution(seed: int, contexts: int) -> None:
    form = executed(random_region(seed))
    buffers, known = Buffers("b", 64, contexts=contexts), timings(form)
    found = count(form, known, buffers)
    history, written_back, _ = executions(form, buffers)
    assert found.computing == sum(
        (n - 1) * known[piece].ii + known[piece].length for piece, n in walked(form) if n
    )
    moved = [one.lines for one in history if one.iterations] + [written_back]
    assert found.moving_data == sum(buffers.transfer_cycles(4 * n) for n in moved)
    assert found.cycles == found.computing + found.loading_contexts + found.moving_data
    assert sum(piece.cycles for piece in found.pieces) == found.computing
    assert sum(piece.contexts for piece in found.pieces) * 128 == found.context_bytes


@QUIET
@given(SEEDS, st.integers(1, 60), st.integers(2, 8))
def test_double_buffering_ends_with_the_later_of_run_and_transfers(
    seed: int, lines: int, contexts: int
) -> None:
    """Tests the cycles against a clock, for transfers that fit and others."""
    form = executed(random_region(seed))
    known, buffers = timings(form), Buffers("b", lines * 4, contexts=contexts)
    history, written_back, _ = executions(form, buffers)
    apart, held = count(form, known, buffers), OrderedDict[int, int]()
    begun = clock = last = 0
    for piece, iterations, moved, fits in history:
        if not iterations:
            continue
        ii, length = known[piece]
        new = 0 if piece in held else ii
        held[piece] = ii
        held.move_to_end(piece)
        while sum(held.values()) > contexts:
            held.popitem(last=False)
        loads = ((new * 128, last + ii <= contexts), (moved * 4, fits))
        ahead = sum(buffers.transfer_cycles(size) for size, fit in loads if fit)
        late = sum(buffers.transfer_cycles(size) for size, fit in loads if not fit)
        begun = max(clock, begun + ahead) + late
        clock, last = begun + (iterations - 1) * ii + length, ii
    clock += buffers.transfer_cycles(4 * written_back)
    together = count(form, known, replace(buffers, double=True))
    assert together == replace(apart, overlapped=apart.cycles - clock)


def test_executions_fit_together_where_their_lines_do() -> None:
    """Tests the product of a triangular matrix: rows grow, and share the vector."""
    form = executed(application("trisolv"))
    steps = trace(form.region)
    most = len(set(steps.lines.tolist()))
    for lines, some in ((most, {True}), (20, {True, False}), (1, {False})):
        history, _, _ = executions(form, Buffers("b", 4 * lines))
        assert {one.fits for one in history[1:] if one.iterations} == some


@QUIET
@given(SEEDS)
def test_loops_of_one_iteration_change_nothing(seed: int) -> None:
    same(random_region(seed))
    assert any(piece.single for piece in same(application("trisolv")).pieces)


def same(region: Region) -> Executed:
    form = executed(region)
    found = list(pipelines(region.body))
    assert len(form.pieces) == len(found)
    for piece, pipeline in zip(form.pieces, found, strict=True):
        assert piece.single == (pipeline.loop is None)
        assert pipeline.loop is None or piece.loop.index == pipeline.loop.index
    values = random_values(region, 1)
    assert_same(execute(form.region, values), execute(region, values))
    return form
