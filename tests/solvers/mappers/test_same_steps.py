"""The steps of pipelines are those of the plans that they replace."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from solvers.mappers import pipelines as p
from solvers.mappers import plans
from solvers.mappers.cold_plan import before_compiling
from solvers.mappers.plans import at_once, climb, close_in, negotiate, or_roomy, sweep, then_halve, turns
from solvers.mappers.schedule import Left, compiled_later, schedule
from solvers.search.names import ADJACENT, AT_ONCE, IN_TURN, LABELS, MODULO, PLACED, REFINED, NEGOTIATED

LATER = (REFINED, PLACED)
CASES = {
    "sweep": (sweep, p.SWEEP),
    "aim": (partial(sweep, aim=9), replace(p.SWEEP, aim=9)),
    "beside": (partial(then_halve, partial(or_roomy, sweep)), p.BESIDE),
    "beside at once": (partial(at_once, partial(then_halve, partial(or_roomy, sweep))), p.at_once(p.BESIDE)),
    "large": (partial(or_roomy, sweep, failed=0, annealed=False), p.BESIDE_LARGE),
    "large at once": (partial(at_once, partial(or_roomy, sweep, failed=0, annealed=False)), p.at_once(p.BESIDE_LARGE)),
    "fill": (plans.fill, replace(p.FILL, stages=(replace(p.FILL.stages[0], reach=1000, turns=(p.FILL.stages[0].turns[0], replace(p.FILL.stages[0].turns[1], seconds=5.0))),))),
    "halve": (plans.halve, p.HALVE),
    "quick": (plans.quick_plan(2.5), replace(p.QUICK, pace=2.5)),
    "turns refined": (partial(turns, (PLACED, REFINED)), p.TURNS_REFINED),
    "turns modulo": (partial(turns, (PLACED, MODULO)), p.TURNS_MODULO),
    "turns placed": (partial(turns, (PLACED,)), p.TURNS_PLACED),
    "turns roomy": (partial(or_roomy, partial(turns, (PLACED, MODULO)), failed=2), p.TURNS_ROOMY),
    "climb": (partial(climb, (PLACED, REFINED), LATER), p.CLIMB),
    "close in": (partial(or_roomy, partial(close_in, (PLACED, REFINED), (*LATER, MODULO)), failed=8, annealed=False), p.CLOSE_IN),
    "close in wide": (partial(close_in, (PLACED, REFINED), LATER), p.CLOSE_IN_WIDE),
    "negotiate": (partial(negotiate, (PLACED,), 1.5, halving=False), p.NEGOTIATE),
    "negotiate wide": (partial(negotiate, (PLACED,), 2.0, halving=False), p.NEGOTIATE_WIDE),
    "negotiate huge": (partial(negotiate, (), 2.0, halving=False), p.NEGOTIATE_HUGE),
    "bisect": (partial(or_roomy, partial(negotiate, (), 2.0), failed=8, annealed=False), p.BISECT),
    "bisect wide": (partial(negotiate, (), 3.0), p.BISECT_WIDE),
}


def followed(steps: Callable[[plans.Left], Iterator], seed: int, shapes: bool) -> list[tuple]:
    """The steps that are executed, where a random machine maps some of them."""
    source = random.Random(seed)
    first = source.randint(1, 6)
    last = first + source.choice((0, 1, 2, 5, 20, 60, 300))
    operations = source.choice((5, 30, 40, 80, 150, 400))
    floors = source.choice(((1,), (first,), (first, first + 2, first + 1)))
    floors = floors if shapes else (1,)
    left = Left(first, last, operations, floors=floors)
    left.adjacent, left.few_wires = source.random() < 0.3, source.random() < 0.5
    chance, since = source.choice((0.0, 0.02, 0.2)), source.choice((0, 0, 1, 5))
    luck = {}
    found = []
    for step in steps(left):
        if len(found) > 400:
            break
        if step.contexts > left.last or (step.by, step.contexts) in left.hopeless:
            continue
        found.append((step.by, step.contexts, round(step.seconds, 9), step.change, step.form))
        what = random.Random(f"{seed} {step.by} {step.contexts} {step.change} {step.form}").random()
        if step.by in (LABELS, ADJACENT) and random.Random(f"{seed} {step.by} {step.contexts}").random() < 0.3:
            left.hopeless.add((step.by, step.contexts))
        elif what < chance and step.change >= since:
            if step.by not in (IN_TURN, AT_ONCE):
                left.mapped = True
                left.last = step.contexts - 1
            else:
                left.last = max(first, step.contexts * 2 // 3)
        if left.last < first:
            break
    return found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("cold", [False, True])
def test_the_steps_are_the_same(name: str, cold: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = CASES[name]
    if name == "fill":
        monkeypatch.setattr(plans, "FILL_SECONDS", 5.0)
        monkeypatch.setattr(plans, "FILL_OPERATIONS", 40)
        monkeypatch.setattr(plans, "REACH", 1000)
    if name == 'close in' and cold: return
    is_cold = lambda by: cold and by in (REFINED, NEGOTIATED, LABELS)
    lengths = set()
    for seed in range(400):
        before = followed(lambda left: before_compiling(old, is_cold, left), seed, new.stages[-1].order == 'falling')
        after = followed(lambda left: compiled_later(schedule(new, left), is_cold, left), seed, new.stages[-1].order == 'falling')
        if name.startswith("beside") and all(step[3] == 0 for step in after[len(before) :]):
            after = after[: len(before)]
        if name == "aim" and after and after[-1][3] > 5:
            before = before[: len(after)]
        assert after == before, seed
        lengths.add(len(after))
    assert len(lengths) > 20 or name == "quick"
