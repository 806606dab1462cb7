"""The plans by which heuristics try intervals, and the choice of horizons by searches."""

from __future__ import annotations

import random
from functools import partial
from itertools import islice

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
from shell.budget import Budget
from solvers.mappers.named import has_few_wires
from solvers.mappers.plan_process import run_plan
from solvers.mappers.plans import (
    FAILED,
    FAR,
    FEW_FAILED,
    HALVERS,
    SWEPT_OPERATIONS,
    Left,
    Plan,
    climb,
    close_in,
    halve,
    negotiate,
    or_roomy,
    quick_plan,
    sweep,
    then_halve,
    turns,
)
from solvers.mappers.process import HopelessError
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.messages import IntervalTried, Message
from solvers.search.names import IN_TURN, LABELS, LEVELS, MODULO, NEGOTIATED, PLACED, REFINED


def tried(
    monkeypatch: pytest.MonkeyPatch, plan: Plan, most: int, least: dict[str, int], since: int = 5
) -> tuple[list[tuple[str, int, int]], list[int]]:
    """Execute a plan from interval 2 on, where each heuristic maps from `least` on.

    It does so from seed `since` on; 5 is that of the first round. Returns the tries, as heuristic,
    contexts and seed, and the intervals of mappings.
    """
    steps: list[tuple[str, int, int]] = []
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)

    def loaded(by: str) -> object:
        def heuristic(at: Problem, seed: int, budget: Budget) -> object:
            steps.append((by, at.contexts or 0, seed))
            if by not in least:
                raise HopelessError
            return None if (at.contexts or 0) < least[by] or seed < since else object()

        return heuristic

    sent: list[Message] = []
    monkeypatch.setattr("solvers.mappers.plan_process.named_heuristic", loaded)
    run_plan(problem, plan, 2, most, 5, sent.append)
    mapped = [
        n for (_, n, _), m in zip(steps, sent, strict=True) if not isinstance(m, IntervalTried)
    ]
    return steps, mapped


PLANS: dict[str, Plan] = {
    "sweep": sweep,
    "halve": halve,
    "quick": quick_plan(),
    "turns": partial(turns, (MODULO,)),
    "climb": partial(climb, (MODULO,), (MODULO,)),
    "close in": partial(close_in, (MODULO,), (MODULO,)),
    "negotiate": partial(negotiate, (MODULO,), 2.0),
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize(("most", "least"), [(9, 4), (40, 7), (40, 21), (40, 40), (40, 99)])
def test_every_plan_ends_at_the_smallest_that_is_mapped(
    name: str, most: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that mappings become smaller, and nothing beyond the most is tried."""
    never = dict.fromkeys((LABELS, LEVELS, REFINED, NEGOTIATED), 99)
    steps, mapped = tried(monkeypatch, PLANS[name], most, {**never, MODULO: least})
    assert {contexts for _, contexts, _ in steps} <= set(range(2, most + 1))
    assert mapped == sorted(set(mapped), reverse=True)
    assert bool(mapped) == (least <= most)
    if mapped and name != "quick":
        assert mapped[-1] == least
    assert name == "halve" or max(contexts for _, contexts, _ in steps) >= min(least, most)


@pytest.mark.parametrize("name", [name for name in PLANS if name != "quick"])
def test_every_plan_tries_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that what maps nothing in the first two rounds is asked for longer."""
    never = dict.fromkeys((LABELS, LEVELS, REFINED, NEGOTIATED), 99)
    _, mapped = tried(monkeypatch, PLANS[name], 9, {**never, MODULO: 4}, since=7)
    assert mapped[-1] == 4


def test_where_most_room_is() -> None:
    """Tests that it comes once, after a few steps without a mapping, and what it is."""
    plan = partial(or_roomy, halve)
    steps = list(islice(plan(Left(4, 900, 200)), 3 * FAILED))
    found = [(n, s.by, s.contexts) for n, s in enumerate(steps) if s.by in (REFINED, IN_TURN)]
    assert found == [(FEW_FAILED, REFINED, FAR * 4), (FAILED + 1, IN_TURN, 900)]
    for other, count in ((plan, SWEPT_OPERATIONS), (partial(plan, annealed=False), 200)):
        steps = list(islice(other(Left(4, 900, count)), 3 * FAILED))
        found = [(n, s.by, s.contexts) for n, s in enumerate(steps) if s.by in (REFINED, IN_TURN)]
        assert found == [(FAILED, IN_TURN, 900)]
    for most, after, contexts in ((14, FEW_FAILED, 14), (199, FAILED, FAR * 4)):
        steps = list(islice(plan(Left(4, most, 200)), 3 * FAILED))
        found = [(n, s.by, s.contexts) for n, s in enumerate(steps) if s.by in (PLACED, REFINED)]
        assert found == [(after, PLACED, contexts), (after + 1, REFINED, contexts)]
    for left in (Left(4, 199, 200, mapped=True), Left(4, 900, 200, mapped=True)):
        assert list(islice(plan(left), 9)) == list(islice(halve(left), 9))


def test_what_is_left_below_the_first_mapping_of_many_operations_is_halved() -> None:
    """Tests that it is halved once, by each heuristic, and that few operations follow the plan."""
    plan = partial(then_halve, sweep)
    left = Left(4, 20, 100)
    steps = plan(left)
    assert next(steps) == next(iter(sweep(left)))
    left.mapped, left.last = True, 18
    found = [(step.by, step.contexts) for step in islice(steps, 15)]
    assert found == [(by, n) for n in (11, 15, 17, 18) for by in HALVERS] + [
        (step.by, step.contexts) for step in islice(sweep(left), 1, 4)
    ]
    for few in (Left(4, 20, SWEPT_OPERATIONS), Left(4, 20, SWEPT_OPERATIONS, mapped=True)):
        assert list(islice(plan(few), 20)) == list(islice(sweep(few), 20))


def test_negotiation_begins_not_far_above_the_smallest() -> None:
    """Tests that it doubles the II until there is a mapping, and bisects what is below."""
    left = Left(4, 40, 200)
    steps = negotiate((PLACED,), 1.5, left)
    assert [next(steps)[:2] for _ in range(3)] == [(PLACED, 4), (NEGOTIATED, 6), (NEGOTIATED, 12)]
    left.mapped, left.last = True, 11
    found = [(step.by, step.contexts) for step in islice(steps, 4)]
    assert found == [(NEGOTIATED, 9), (NEGOTIATED, 10), (NEGOTIATED, 11), (NEGOTIATED, 11)]


@pytest.mark.parametrize(
    ("array", "few"),
    [("hycube:4x4,io=memory", True), ("adres:4x4,io=memory", True), ("mesh:4x4", False)],
)
def test_negotiation_is_for_large_loops_where_wires_are_few(array: str, few: bool) -> None:
    """Tests arrays with switches or slots for passing values, and loops of more operations."""
    problem = Problem(polybench("gemm"), architecture_preset(array), 1)
    assert has_few_wires(problem) == few
    for operations in (SWEPT_OPERATIONS, SWEPT_OPERATIONS + 1):
        steps = sweep(Left(4, 40, operations, few_wires=few))
        asked = any(step.by == NEGOTIATED for step in islice(steps, 30))
        assert asked == (few and operations > SWEPT_OPERATIONS)


def drive(
    bounds: HorizonBounds, feasible: set[int], beyond: int, source: random.Random, shortens: bool
) -> list[int]:
    """Answer the proposals until it is decided; return them.

    All horizons from `beyond` on are feasible. A mapping may turn out to be shorter.
    """
    proposals = []
    while not bounds.decided:
        assert len(proposals) < 400, "the search does not end"
        above = bounds.from_above
        assert bounds.open(bounds.lower)
        assert above is None or (bounds.open(above) and above > bounds.lower)
        while above is not None and source.random() < 0.4:
            bounds.waited(source.choice((0.1, 3.0, 1e6)), source.choice((0.0, 1.0)))
            above = bounds.from_above
            assert above is None or (bounds.open(above) and above > bounds.lower)
        chosen = source.choice([bounds.lower] if above is None else [bounds.lower, above])
        assert chosen not in proposals
        proposals.append(chosen)
        if chosen in feasible or chosen >= beyond:
            shorter = [n for n in feasible | {beyond} if n <= chosen]
            bounds.found(source.choice(shorter) if shortens and shorter else chosen)
        else:
            bounds.refute(chosen)
    return proposals


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("shortens", [False, True])
def test_a_monotone_search_ends_at_the_minimum(limited: bool, shortens: bool) -> None:
    """Tests that the minimum is found and proven, whatever is answered first."""
    for seed in range(100):
        source = random.Random(seed)
        first, least = source.randint(1, 10), source.randint(1, 40)
        least = max(first, least)
        limit = least + source.randint(0, 5) if limited else None
        bounds = HorizonBounds(first, limit)
        proposals = drive(bounds, set(), least, source, shortens)
        assert (bounds.upper, bounds.lower) == (least, least)
        assert all(limit is None or n <= limit for n in proposals)
        assert bounds.from_above is None


@pytest.mark.parametrize("shortens", [False, True])
def test_a_search_without_order_ends_at_the_minimum(shortens: bool) -> None:
    """Tests that gaps between feasible horizons are respected: nothing is implied by them."""
    for seed in range(100):
        source = random.Random(seed)
        first = source.randint(1, 8)
        feasible = {n for n in range(first, first + 25) if source.random() < 0.2}
        bounds = HorizonBounds(first, monotone=False)
        drive(bounds, feasible, first + 25, source, shortens)
        assert bounds.upper == min(feasible | {first + 25})
        assert set(range(first, bounds.upper)) <= bounds.refuted


@pytest.mark.parametrize("monotone", [False, True])
def test_a_limit_without_a_mapping_is_decided(monotone: bool) -> None:
    """Tests that refuting all horizons up to the limit ends the search, without a mapping."""
    for seed in range(60):
        source = random.Random(seed)
        first = source.randint(1, 8)
        limit = first + source.randint(-2, 12)
        bounds = HorizonBounds(first, limit, monotone)
        proposals = drive(bounds, set(), limit + 1, source, False)
        assert bounds.upper is None
        assert bounds.lower > limit
        assert all(first <= n <= limit for n in proposals)
        if not monotone:
            assert sorted(proposals) == list(range(first, limit + 1))
