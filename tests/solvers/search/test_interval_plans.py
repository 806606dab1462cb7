"""The plans by which heuristics try intervals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.heuristic_process import HopelessError
from solvers.search.interval_plans import (
    ABOVE,
    FAILED,
    FAR,
    FEW_FAILED,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    PLACED,
    REACH,
    REFINED,
    SWEEPS,
    TRANSPORT,
    Left,
    Plan,
    Step,
    climb,
    close_in,
    fill,
    halve,
    or_roomy,
    quick_plan,
    sweep,
    turns,
)
from solvers.search.messages import IntervalTried, Message, Proposal
from solvers.search.plan_process import run_plan


def test_reaches_the_interval() -> None:
    """Tests that it ends with a mapping at the wanted interval, and says who found it."""
    problem = Problem(polybench("gesummv", unroll=2), architecture_preset("adres:4x4,io=memory"), 1)
    sent: list[Message] = []
    run_plan(problem, fill, 4, 8, 0, sent.append)
    last = sent[-1]
    assert isinstance(last, Proposal)
    assert last.mapping.contexts == 4 and last.by in (MODULO, TRANSPORT)
    assert check(Problem(problem.dfg, problem.arch, 4), last.mapping) == []


def test_plan() -> None:
    """Tests that rounds begin where it is wanted, never go beyond the most, and get longer."""
    steps = [s for s in islice(fill(Left(4, 9, 200)), 24) if s.by == TRANSPORT]
    assert [s.contexts for s in steps if s.change == 0] == [4, 5, 6, 7][: REACH + 1]
    assert max(s.contexts for s in steps) == 9
    first = {s.change: s.seconds for s in steps if s.contexts == 4}
    assert first[1] == 2 * first[0]
    above = [s for s in steps if s.contexts > 4]
    assert all(s.seconds == pytest.approx(ABOVE * first[s.change]) for s in above)


def test_where_most_room_is() -> None:
    """Tests that it comes once, after a few steps without a mapping, and what it is."""
    plan = partial(or_roomy, fill)
    steps = list(islice(plan(Left(4, 900, 200)), 3 * FAILED))
    assert [n for n, step in enumerate(steps) if step.by == IN_TURN] == [FAILED]
    assert steps[FAILED].contexts == 900
    for most, after, contexts in ((14, FEW_FAILED, 14), (199, FAILED, FAR * 4)):
        steps = list(islice(plan(Left(4, most, 200)), 3 * FAILED))
        found = [(n, s.by, s.contexts) for n, s in enumerate(steps) if s.by in (PLACED, REFINED)]
        assert found == [(after, PLACED, contexts), (after + 1, REFINED, contexts)]
    for left in (Left(4, 199, 200, mapped=True), Left(4, 900, 200, mapped=True)):
        assert list(islice(plan(left), 9)) == list(islice(fill(left), 9))


def test_below_one_after_the_other() -> None:
    """Tests that smaller intervals are left after it, as if there was no mapping."""
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)
    sent: list[Message] = []
    lefts: list[Left] = []

    def plan(left: Left) -> Iterator[Step]:
        lefts.append(left)
        yield Step(IN_TURN, 500, 600.0)

    run_plan(problem, plan, 2, 500, 0, sent.append)
    assert isinstance(sent[0], Proposal)
    assert sent[0].mapping.contexts == lefts[0].last + 1 < 100
    assert not lefts[0].mapped


@pytest.mark.parametrize("most", [4, 6])
def test_only_smaller_ones(most: int) -> None:
    """Tests that after a mapping only smaller intervals are tried."""
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)
    sent: list[Message] = []
    run_plan(problem, fill, 2, most, 0, sent.append)
    intervals = [m.mapping.contexts or 0 for m in sent if isinstance(m, Proposal)]
    assert intervals == sorted(set(intervals), reverse=True)
    assert intervals[-1] == 2


def tried(
    monkeypatch: pytest.MonkeyPatch, plan: Plan, first: int, most: int, least: dict[str, int]
) -> list[tuple[str, int, int]]:
    """Execute a plan: the (heuristic, contexts, seed) of all tries; each maps from `least` on."""
    steps: list[tuple[str, int, int]] = []
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)

    def loaded(by: str) -> object:
        def heuristic(at: Problem, seed: int, deadline: float) -> object:
            steps.append((by, at.contexts or 0, seed))
            if by not in least:
                raise HopelessError
            return None if (at.contexts or 0) < least[by] else object()

        return heuristic

    sent: list[Message] = []
    monkeypatch.setattr("solvers.search.plan_process.named_heuristic", loaded)
    run_plan(problem, plan, first, most, 5, sent.append)
    assert len(sent) == len(steps)
    found = [
        n for (_, n, _), m in zip(steps, sent, strict=True) if not isinstance(m, IntervalTried)
    ]
    assert found == sorted(set(found), reverse=True)
    return steps


def test_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that sweeps reach farther each time, up to what is mapped, and end some time after."""
    never = {LABELS: 99, LEVELS: 99}
    steps = tried(monkeypatch, sweep, 2, 9, never | {MODULO: 5, TRANSPORT: 4})
    assert steps[:2] == [(MODULO, 2, 5), (MODULO, 3, 5)]
    assert steps[2:4] == [(LABELS, 2, 6), (MODULO, 2, 6)]
    assert {seed for by, _, seed in steps if by in (TRANSPORT, LEVELS)} == {8}
    assert max(contexts for _, contexts, _ in steps) == 5
    assert max(seed for _, _, seed in steps) == 5 + SWEEPS - 1
    alone = tried(monkeypatch, sweep, 2, 9, never | {MODULO: 99, TRANSPORT: 99})
    assert max(contexts for _, contexts, _ in alone) == 9


def test_without_weights_levels_take_the_place_of_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that what is hopeless once is followed by what is not."""
    least = {MODULO: 99, TRANSPORT: 99, LEVELS: 3}
    steps = tried(monkeypatch, sweep, 2, 3, least)
    assert steps[2:6] == [(LABELS, 2, 6), (TRANSPORT, 2, 6), (LEVELS, 2, 6), (MODULO, 2, 6)]
    assert (LEVELS, 3, 6) in steps


def test_halving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that the middle of what is left is tried, again in each round."""
    steps = tried(monkeypatch, halve, 2, 9, {MODULO: 4})
    assert [contexts for _, contexts, seed in steps if seed == 5] == [5, 3, 4]
    assert [contexts for _, contexts, seed in steps if seed == 6] == [2, 3]


def test_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that intervals rise until one is mapped, and that transport is tried at the last."""
    assert [n for _, n, _ in tried(monkeypatch, quick_plan(), 2, 8, {MODULO: 4})] == [2, 3, 5]
    steps = tried(monkeypatch, quick_plan(), 2, 8, {MODULO: 99, TRANSPORT: 1})
    assert steps[3:] == [(MODULO, 8, 5), (TRANSPORT, 8, 5)]


def test_turns_rise_and_then_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that hopeless intervals are left for larger ones, and tried again from above."""
    steps = tried(monkeypatch, partial(turns, (PLACED,)), 2, 40, {PLACED: 7})
    first = [contexts for _, contexts, seed in steps if seed == 5]
    assert first == [2, 3, 5, 9, 8, 7, 6, 4, 2]
    assert [contexts for _, contexts, seed in steps if seed == 6] == [6, 4, 2]


def test_a_large_loop_is_approached_from_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that one plan rises from the smallest interval, and the other halves what is left."""
    rising = tried(monkeypatch, partial(climb, (PLACED,), (PLACED,)), 2, 40, {PLACED: 7})
    assert [contexts for _, contexts, seed in rising if seed == 5] == [2, 3, 5, 9, 8, 7, 6]
    closing = tried(monkeypatch, partial(close_in, (PLACED,), (PLACED,)), 2, 40, {PLACED: 7})
    assert [contexts for _, contexts, seed in closing if seed == 5] == [8, 4, 6, 7]
    far = tried(monkeypatch, partial(close_in, (PLACED,), (PLACED,)), 2, 40, {PLACED: 21})
    assert [contexts for _, contexts, seed in far if seed == 5][:4] == [8, 16, 32, 24]
    reached = {PLACED: 10, MODULO: 9}
    both = tried(monkeypatch, partial(close_in, (PLACED, MODULO), ()), 2, 40, reached)
    assert both[:3] == [(PLACED, 8, 5), (PLACED, 16, 5), (PLACED, 12, 5)]
    assert both[3:6] == [(PLACED, 10, 5), (PLACED, 9, 5), (MODULO, 9, 5)]
    never = tried(monkeypatch, partial(close_in, (PLACED,), (PLACED,)), 2, 40, {PLACED: 99})
    assert [contexts for _, contexts, seed in never if seed == 5] == [8, 16, 32, 40]
