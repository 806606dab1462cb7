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
    FAILED,
    FAR,
    FEW_FAILED,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    PLACED,
    REFINED,
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
    monkeypatch: pytest.MonkeyPatch, plan: Plan, most: int, least: dict[str, int], since: int = 5
) -> tuple[list[tuple[str, int, int]], list[int]]:
    """Execute a plan from interval 2 on, where each heuristic maps from `least` on.

    It does so from seed `since` on; 5 is that of the first round. Returns the tries, as heuristic,
    contexts and seed, and the intervals of mappings.
    """
    steps: list[tuple[str, int, int]] = []
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)

    def loaded(by: str) -> object:
        def heuristic(at: Problem, seed: int, deadline: float) -> object:
            steps.append((by, at.contexts or 0, seed))
            if by not in least:
                raise HopelessError
            return None if (at.contexts or 0) < least[by] or seed < since else object()

        return heuristic

    sent: list[Message] = []
    monkeypatch.setattr("solvers.search.plan_process.named_heuristic", loaded)
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
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize(("most", "least"), [(9, 4), (40, 7), (40, 21), (40, 40), (40, 99)])
def test_every_plan_ends_at_the_smallest_that_is_mapped(
    name: str, most: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that mappings become smaller, and nothing beyond the most is tried."""
    never = dict.fromkeys((LABELS, LEVELS, TRANSPORT), 99)
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
    never = dict.fromkeys((LABELS, LEVELS, TRANSPORT), 99)
    _, mapped = tried(monkeypatch, PLANS[name], 9, {**never, MODULO: 4}, since=7)
    assert mapped[-1] == 4


def test_without_weights_levels_take_the_place_of_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that what is hopeless once is followed by what is not."""
    steps, _ = tried(monkeypatch, sweep, 3, {MODULO: 99, TRANSPORT: 99, LEVELS: 3})
    assert steps[2:6] == [(LABELS, 2, 6), (TRANSPORT, 2, 6), (LEVELS, 2, 6), (MODULO, 2, 6)]
    assert (LEVELS, 3, 6) in steps


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
