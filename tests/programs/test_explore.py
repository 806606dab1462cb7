from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from models.errors import InputError
from programs.cost import Buffers, Predictor, buffers_of, nest_cost, program_volume
from programs.explore import (
    Exploration,
    ExploreOptions,
    Progress,
    explore,
    hypervolume,
    ranked,
    reference,
)
from programs.explore.combine import combinations
from programs.explore.forest import NestCandidate, ResultArray
from programs.explore.guess import Slots, guessed_cycles
from programs.explore.nest import in_turns
from programs.explore.pareto import front
from programs.loops import check_region, execute
from programs.loops.random_programs import random_values
from programs.source import read_text
from programs.transform import variant_of
from tests.programs.applications import NESTS, application
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
@pytest.mark.parametrize("name", NESTS)
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


def test_the_same_arguments_give_the_same_programs() -> None:
    one, two = explored("gemver"), explored.__wrapped__("gemver")
    assert [str(program) for program in one.programs] == [str(p) for p in two.programs]
    assert one.programs == two.programs and one.candidates == two.candidates


@pytest.mark.parametrize("mode", ["performance", "pareto"])
def test_programs_are_ranked_by_the_mode(mode: str) -> None:
    options = ExploreOptions(mode, 5, (4,), (1, 2), evaluated=4)  # type: ignore[arg-type]
    found = explored("gemver", options).programs
    again = ranked(found, lambda program: program.point, options.mode)
    assert [p.point for p in again] == [p.point for p in found]


def test_all_kept_candidates_fit_the_buffers_where_some_do() -> None:
    for tree in explored("doitgen").forest:
        for leaf in tree.root.leaves:
            assert all(candidate.cost.feasible for candidate in leaf.candidates)


def test_what_fits_no_buffer_is_found_all_the_same_and_says_so() -> None:
    found = explore(application("atax"), S4, Buffers("none", 4, contexts=1), QUICK)
    assert found.programs and not found.programs[0].cost.feasible


def test_time_that_is_over_leaves_the_program_as_it_is() -> None:
    found = explore(application("gemver"), S4, buffers_of("s4"), QUICK, seconds=0)
    assert not found.complete and len(found.forest) == 1
    assert [str(program) for program in found.programs] == ["as it is"]


def test_progress_counts_the_nests_of_each_tree() -> None:
    seen: list[Progress] = []
    explore(application("trisolv"), S4, buffers_of("s4"), QUICK, observe=seen.append)
    assert [(p.done, p.total) for p in seen if p.tree == "original"] == [(1, 3), (2, 3), (3, 3)]


def test_another_predictor_decides_through_the_same_door() -> None:
    found = explore(
        application("atax"), S4, buffers_of("s4"), QUICK, predict=lambda kernel, arch: (7, 2)
    )
    assert {part.ii for program in found.programs for part in program.cost.pipelines} == {7}


def test_an_array_that_computes_nothing_is_refused_in_one_line() -> None:
    from models.errors import InfeasibleError

    def refuse(kernel: object, arch: object) -> tuple[int, int]:
        raise InfeasibleError("nothing")

    with pytest.raises(InputError, match="does not execute all operations"):
        explore(application("atax"), S4, buffers_of("s4"), QUICK, predict=refuse)


@pytest.mark.parametrize("wrong", [{"keep": 0}, {"tiles": (1,)}, {"factors": (2,)}, {"mode": "x"}])
def test_impossible_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        ExploreOptions(**wrong)  # type: ignore[arg-type]


@QUIET
@given(POINTS)
def test_ranking_does_not_depend_on_the_order_of_the_items(points: list[tuple[int, int]]) -> None:
    for mode in ("performance", "pareto"):
        first = ranked(points, lambda point: point, mode)  # type: ignore[arg-type]
        assert first == ranked(points[::-1], lambda point: point, mode)  # type: ignore[arg-type]


@QUIET
@given(POINTS)
def test_the_front_has_what_nothing_else_beats(points: list[tuple[int, int]]) -> None:
    found = set(front(points, lambda point: point))
    for one in points:
        beaten = any(a <= one[0] and b <= one[1] and (a, b) != one for a, b in points)
        assert (one in found) is not beaten


@QUIET
@given(POINTS)
def test_hypervolumes_are_shares_of_a_reference_worse_than_all(
    points: list[tuple[int, int]],
) -> None:
    most = reference(points)
    assert all(0 < hypervolume(point, most) <= 1 for point in points)


@QUIET
@given(st.lists(POINTS.map(lambda points: points[:5]), min_size=1, max_size=3))
def test_combinations_are_the_best_of_all(nests: list[list[tuple[int, int]]]) -> None:
    from itertools import product

    from programs.cost import Cost, PipelineCost

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


def test_turns_are_taken_and_nothing_comes_twice() -> None:
    a, b, c, d = (object() for _ in range(4))
    assert list(in_turns([[a, b, c], [c, b], [a, d]])) == [a, c, b, d]


def test_guesses_are_exact_for_a_body_that_shares_nothing() -> None:
    from programs.cost.predict import Shape

    slots = Slots(16, 16)
    # 10 x 7 iterations in blocks of 2 x 3: 5 · 2 blocks of an interval of 2, and a rest of 5 · 1.
    cycles = guessed_cycles(Shape(4, 2, False), 3, slots, (10, 7), (2, 3))
    assert cycles == (5 * 2 * 2 + 5 * 3) + (5 * 1 * 1 + 5 * 3)
    twice = guessed_cycles(Shape(4, 2, False), 3, slots, (10, 7), (2, 3), 2, 10)
    assert twice == 2 * cycles + 10 * (2 + 1)
