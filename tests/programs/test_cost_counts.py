from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.cost import counts, pipelines
from programs.loops import execute
from programs.loops.domain import iterations
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.loops.region import instances
from programs.transform import Tile, variant_of
from tests.programs.applications import NESTS, application

QUIET = settings(deadline=None, max_examples=30)

PLAIN = RandomOptions(conditions=0, scalars=0, indirect=0)


@QUIET
@given(st.integers(0, 10**6))
def test_counts_are_those_of_enumerated_points(seed: int) -> None:
    for loops, _ in instances(random_region(seed).body):
        entered = Counter(tuple(list(point.values())[:-1]) for point in iterations(loops))
        assert counts(loops) == (sum(entered.values()), len(entered))


def test_without_loops_there_is_one_iteration() -> None:
    assert counts(()) == (1, 1)


@pytest.mark.parametrize("name", NESTS)
def test_iterations_are_those_that_the_interpreter_executes(name: str) -> None:
    region = application(name)
    seen: Counter[str] = Counter()
    points: dict[str, set[tuple[int, ...]]] = {}
    execute(
        region,
        random_values(region, 1),
        lambda event: points.setdefault(event.statement, set()).add(event.iteration),
    )
    for pipeline in pipelines(region.body):
        number = counts(pipeline.loops).iterations
        for statement in pipeline.statements:
            seen[statement.id] += 1
            if statement.guard.always:
                assert len(points[statement.id]) == number
    assert seen == Counter(statement.id for statement in region.statements)


def test_triangular_loops_are_summed_and_empty_executions_left_out() -> None:
    loops = [p.loops for p in pipelines(application("trisolv").body) if p.loop is not None]
    assert [counts(nest) for nest in loops] == [(12 * 11 // 2, 11)]


def test_tiles_do_not_change_how_often_a_body_is_executed() -> None:
    start = variant_of(application("gemver"))
    for size in (3, 5):
        made = start.apply(Tile((0,), size))
        before, after = (next(pipelines(v.region.body)) for v in (start, made))
        assert counts(after.loops).iterations == counts(before.loops).iterations
