"""Exploration: candidates compute the same, ranks, fronts and draws."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import islice, product

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
from programs.cost.predict import Shape
from programs.explore import (
    Exploration,
    ExploreOptions,
    Progress,
    draws,
    explore,
    hypervolume,
    ranked,
    reference,
    restricted,
)
from programs.explore.combine import combinations
from programs.explore.forest import NestCandidate, ResultArray
from programs.explore.guess import Slots, guessed_cycles
from programs.explore.nest import in_turns
from programs.explore.pareto import front
from programs.loops import check_region, execute
from programs.loops.random_values import random_values
from programs.source import read_text
from programs.transform import Step, variant_of
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
    found = explore(application("gemver"), S4, s4, QUICK, seconds=0)
    assert not found.complete and len(found.forest) == 1
    assert [str(program) for program in found.programs] == ["as it is"]
    found = explore(atax, S4, s4, QUICK, predict=lambda kernel, arch: (7, 2))
    assert {part.ii for program in found.programs for part in program.cost.pipelines} == {7}
    for tree in explored("doitgen").forest:
        leaves = [c for leaf in tree.root.leaves for c in leaf.candidates]
        assert all(candidate.cost.feasible for candidate in leaves)

    def refuse(kernel: object, arch: object) -> tuple[int, int]:
        raise InfeasibleError("nothing")

    with pytest.raises(InputError, match="does not execute all operations"):
        explore(atax, S4, s4, QUICK, predict=refuse)
    for wrong in ({"keep": 0}, {"tiles": (1,)}, {"factors": (2,)}, {"mode": "x"}):
        with pytest.raises(InputError):
            ExploreOptions(**wrong)  # type: ignore[arg-type]


@QUIET
@given(POINTS)
def test_ranks_fronts_and_volumes(points: list[tuple[int, int]]) -> None:
    """Tests that ranks do not depend on the order, and that nothing beats what is in the front."""
    for mode in ("performance", "pareto"):
        first = ranked(points, lambda point: point, mode)  # type: ignore[arg-type]
        assert first == ranked(points[::-1], lambda point: point, mode)  # type: ignore[arg-type]
    found = set(front(points, lambda point: point))
    for one in points:
        beaten = any(a <= one[0] and b <= one[1] and (a, b) != one for a, b in points)
        assert (one in found) is not beaten
    most = reference(points)
    assert all(0 < hypervolume(point, most) <= 1 for point in points)


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


def test_what_is_kept_is_good_for_arrays_filled_more_or_less() -> None:
    slots = Slots.of(S4).all
    found = explored("doitgen", replace(QUICK, evaluated=12, keep=3))
    full = explored("doitgen", replace(QUICK, evaluated=4, keep=1, fullness=(1.0,)))
    for tree, other in zip(found.forest, full.forest, strict=True):
        for leaf, best in zip(tree.root.leaves, other.root.leaves, strict=True):
            least = min(c.cost.filled(slots / 4).whole for c in leaf.candidates)
            assert least <= min(c.cost.filled(slots / 4).whole for c in best.candidates)
            assert leaf.candidates[0].point <= best.candidates[0].point


def test_a_loop_from_further_out_comes_in_where_the_inner_ones_only_sum_up() -> None:
    text = """
float a[4][6][6], b[6], w[4][6][6][6];
void f(void)
{
#pragma PTMAP
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 6; k++)
                for (int m = 0; m < 6; m++)
                    b[i] += a[i][j][k] * w[i][j][k][m];
#pragma ENDMAP
}
"""
    (region,) = read_text(text)
    best = [
        min(
            program.cost.cycles
            for program in explore(
                region, S4, buffers_of("s4"), ExploreOptions(tiles=(), inwards=inwards)
            ).programs
        )
        for inwards in (True, False)
    ]
    assert best[0] * 2 < best[1]


def test_guesses_are_exact_for_a_body_that_shares_nothing() -> None:
    slots = Slots(16, 16)
    # 10 x 7 iterations in blocks of 2 x 3: 5 · 2 blocks of an interval of 2, and a rest of 5 · 1.
    cycles = guessed_cycles(Shape(4, 2, False), 3, slots, (10, 7), (2, 3))
    assert cycles == (5 * 2 * 2 + 5 * 3) + (5 * 1 * 1 + 5 * 3)
    twice = guessed_cycles(Shape(4, 2, False), 3, slots, (10, 7), (2, 3), 2, 10)
    assert twice == 2 * cycles + 10 * (2 + 1)


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


def test_draws_end_with_the_space_and_with_the_time() -> None:
    region, buffers = application("atax"), buffers_of("s4")
    alone = restricted(ExploreOptions(), "none")
    assert list(draws(region, S4, buffers, alone)) == [("original", ())]
    assert list(draws(region, S4, buffers, SMALL, seconds=0.0)) == []


def test_costs_of_nests_add_up_to_those_of_programs() -> None:
    found = explored("gemver")
    for tree in found.forest:
        for one in combinations(tree.root.leaves, 3, "performance"):
            made = variant_of(application("gemver")).replay(one.steps(tree))
            cost = nest_cost(made.region, buffers_of("s4"), Predictor(S4))
            assert cost is not None
            # Contexts of several nests may be in each other's way, and volumes are rounded.
            parts = [candidate.cost for candidate in one.chosen]
            assert cost.cycles == sum(part.cycles for part in parts)
            assert cost.loading >= sum(part.loading for part in parts) - len(parts)
            assert cost.volume == one.volume == sum(part.volume for part in parts)
            assert one.cycles == sum(part.whole for part in parts)


def test_turns_are_taken_and_nothing_comes_twice() -> None:
    a, b, c, d = (object() for _ in range(4))
    assert list(in_turns([[a, b, c], [c, b], [a, d]])) == [a, c, b, d]
