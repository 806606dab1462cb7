"""The plans by which heuristics try intervals."""

from __future__ import annotations

from functools import partial
from itertools import islice

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
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
    climb,
    close_in,
    fill,
    halve,
    or_roomy,
    quick_plan,
    sweep,
    turns,
)
from solvers.search.messages import IntervalTried, Message
from solvers.search.plan_process import run_plan


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
