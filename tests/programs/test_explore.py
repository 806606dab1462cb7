"""Exploration: candidates compute the same, ranks, fronts and draws."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from errno import EAGAIN
from functools import cache
from itertools import count, islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from models.errors import InfeasibleError, InputError
from programs.cost import (
    Buffers,
    Cost,
    PipelineCost,
    Predictor,
    buffers_of,
    nest_cost,
    program_volume,
)
from programs.explore import (
    Exploration,
    ExploreOptions,
    Progress,
    draws,
    explore,
)
from programs.explore.ahead import ahead
from programs.explore.combine import combinations
from programs.explore.forest import NestCandidate, ResultArray
from programs.explore.pareto import front
from programs.loops import check_region, execute
from programs.loops.random_values import random_values
from programs.transform import Step, variant_of
from shell.budget import Budget
from tests.programs.applications import application
from tests.programs.compiled import assert_same

QUIET = settings(deadline=None, max_examples=40)

S4 = architecture_preset("s4")
QUICK = ExploreOptions(keep=2, tiles=(4,), factors=(1, 2), evaluated=2, copies=4)
POINTS = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=1, max_size=30)


@cache
def explored(name: str, options: ExploreOptions = QUICK) -> Exploration:
    return explore(application(name), S4, buffers_of("s4"), options)


def test_processes_find_the_same_in_any_number() -> None:
    told: list[Progress] = []
    found = explore(application("gemver"), S4, buffers_of("s4"), QUICK, observe=told.append, jobs=3)
    alone = explored("gemver")
    assert found.programs == alone.programs and found.forest == alone.forest
    assert (found.candidates, found.guessed) == (alone.candidates, alone.guessed)
    assert told[-1].done == told[-1].total


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", ["gemver", "trisolv", "covariance", "harris", "convolution"])
def test_candidates_of_applications_replay_and_compute_the_same(name: str) -> None:
    start = variant_of(application(name))
    found = explored(name)
    assert found.complete and found.programs and found.original is not None
    values = random_values(start.region, 3)
    expected = execute(start.region, values)
    assert found.programs[0].cost.whole <= found.original.cost.whole
    for program in found.programs:
        made = start.replay(program.steps)
        check_region(made.region)
        assert_same(execute(made.region, values), expected)
        again = nest_cost(made.region, buffers_of("s4"), Predictor(S4).exact)
        assert again is not None and again.pipelines == program.cost.pipelines
        assert program.cost.volume == program_volume(made.region, buffers_of("s4"))[0]
    # Candidates of nests by themselves, too, whatever became of them in programs.
    leaves = [(tree, leaf) for tree in found.forest for leaf in tree.root.leaves]
    for tree, leaf in random.Random(1).sample(leaves, min(4, len(leaves))):
        made = tree.variant.replay(leaf.candidates[-1].steps)
        assert_same(execute(made.region, values), expected)


def test_limits_and_predictors() -> None:
    """Tests buffers that are too small, time that is over, and predictors of any kind."""
    atax, s4 = application("atax"), buffers_of("s4")
    found = explore(atax, S4, Buffers("none", 4, contexts=1), QUICK)
    assert found.programs and not found.programs[0].cost.feasible
    found = explore(application("gemver"), S4, s4, QUICK, budget=Budget(0.0))
    assert not found.complete and len(found.forest) == 1
    assert [str(program) for program in found.programs] == ["as it is"]
    found = explore(atax, S4, s4, QUICK, predict=lambda kernel, arch: (7, 2))
    assert {part.ii for program in found.programs for part in program.cost.pipelines} == {7}

    def refuse(kernel: object, arch: object) -> tuple[int, int]:
        raise InfeasibleError("nothing")

    with pytest.raises(InputError, match="does not execute all operations"):
        explore(atax, S4, s4, QUICK, predict=refuse)
    for wrong in ({"keep": 0}, {"tiles": (1,)}, {"factors": (2,)}, {"mode": "x"}):
        with pytest.raises(InputError):
            ExploreOptions(**wrong)  # type: ignore[arg-type]


def test_tasks_of_processes_that_die_are_done_here() -> None:
    here = os.getpid()

    def work(n: int) -> int:
        if n == 1 and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return -n

    assert sorted(ahead(work, range(4), 2)) == [(n, -n) for n in range(4)]
    with pytest.raises(ZeroDivisionError):
        list(ahead(lambda n: 1 / n, [1, 0, 2], 2))


@pytest.mark.parametrize("lacking", [{0}, {1}, {0, 1, 2}, {1, 2, 3}])
def test_tasks_without_more_processes(lacking: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that tasks whose process cannot be started are done all the same."""
    process = multiprocessing.get_context("fork").Process
    begin, starts = process.start, count()

    def start(one: Any) -> None:
        if next(starts) in lacking:
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
        begin(one)

    monkeypatch.setattr(process, "start", start)
    assert sorted(ahead(lambda n: -n, range(5), 2)) == [(n, -n) for n in range(5)]


@QUIET
@given(st.lists(POINTS.map(lambda points: points[:5]), min_size=1, max_size=3))
def test_combinations_are_the_best_of_all(nests: list[list[tuple[int, int]]]) -> None:
    arrays = []
    for points in nests:
        candidates = tuple(
            NestCandidate((), Cost((PipelineCost((0,), "i", 1, 0, c, 1, 0),), v, True, True, True))
            for c, v in points
        )
        arrays.append(ResultArray((0,), 1, candidates))
    sums = sorted(tuple(map(sum, zip(*chosen, strict=True))) for chosen in product(*nests))
    found = combinations(arrays, 4, "performance")
    assert [one.point for one in found] == sums[:4]
    pareto = combinations(arrays, 1000, "pareto")
    assert {one.point for one in pareto} == set(front(sums, lambda point: point))


SMALL = ExploreOptions(tiles=(4,), factors=(1, 2, 3), copies=6)


def drawn(name: str, count: int, seed: int) -> list[tuple[str, tuple[Step, ...]]]:
    region = application(name)
    return list(islice(draws(region, S4, buffers_of("s4"), SMALL, seed), count))


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", ["gemver", "trisolv"])
def test_what_is_drawn_is_legal_and_computes_the_same(name: str) -> None:
    start = variant_of(application(name))
    values = random_values(start.region, 3)
    expected = execute(start.region, values)
    found = drawn(name, 6, 1)
    for _, steps in found:
        assert_same(execute(start.replay(steps).region, values), expected)
    assert len({steps for _, steps in found}) > 3
    assert found == drawn(name, 6, 1) != drawn(name, 6, 2)
