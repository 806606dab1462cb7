"""The page about hints: windows, and what it shows of answers."""

from __future__ import annotations

import numpy as np

from bench.figures import faster
from bench.lisa_hints import MOMENT, Asked, faults, page
from bench.lisa_hints_ask import (
    COLD,
    LEFT_OUT,
    MAPPED,
    NO_HINT,
    OPEN,
    ORDER_2,
    OTHER,
    PHASES_AT,
    PHASES_UP,
    REFUTED,
    WAYS,
    WINDOW_UP,
    centres,
    windows,
)
from bench.lisa_sets import Combination, array, chosen, delivered
from bench.loop_sets import Loop
from examples.loops.polybench import polybench
from models.data.problem import Problem
from models.space_time.xyz import build
from solvers.questions.entries import Entry

DFG = delivered(polybench("trmm", 1))
TINY = Combination(chosen(["3x3"])[0], Loop.of("tiny", DFG))


def test_windows() -> None:
    """Tests that orders are laid over the cycles of the model, and operations kept near them."""
    problem = Problem(DFG, array(TINY.arch), 2)
    model = build(problem, 12, chain=3)
    names = [operation.name for operation in DFG.operations]
    scales = [{name: scale * n for n, name in enumerate(names)} for scale in (1.0, 7.0)]
    assert centres(model, scales[0]) == centres(model, scales[1])
    before = len(model.constraints.clauses)
    narrow, cycles = windows(model, scales[0], 1)
    assert len(model.constraints.clauses) == before < len(narrow.constraints.clauses)
    for name, cycle in centres(model, scales[0]).items():
        assert np.flatnonzero(cycles[name]).tolist() == [cycle - 1, cycle, cycle + 1]
        assert (model.z[model.index.value[name]][:, cycle] > 0).any()


def test_one_order() -> None:
    """Tests that operations of the same order stay where the model may issue them."""
    model = build(Problem(DFG, array(TINY.arch), 2), 12, chain=3)
    names = [operation.name for operation in DFG.operations]
    for name, cycle in centres(model, dict.fromkeys(names, 0.0)).items():
        assert (model.z[model.index.value[name]][:, cycle] > 0).any()


def asked(loop: str, **said: tuple[str, float]) -> Asked:
    ways = {way: {"outcome": NO_HINT, "solve": 0.0, "load": 0.0, "hint": 0.0} for way in WAYS}
    known = {"cold": COLD, "other": OTHER, "up": PHASES_UP, "at": PHASES_AT}
    known |= {"order": ORDER_2, "window": WINDOW_UP}
    for short, (outcome, seconds) in said.items():
        entry: Entry = {"outcome": outcome, "solve": seconds, "conflicts": 10}
        ways[known[short]] |= entry | {"load": 1.0, "hint": 2.0 if short != "cold" else 0.0}
    ways[ORDER_2]["share"] = 0.5
    entry = {"build": 3.0, "horizon": 9, "ways": ways}
    return Asked(Combination(TINY.group, Loop.of(loop, DFG)), 1, entry)


def test_asked_again() -> None:
    """Tests that what leaves all mappings out pays for asking again, and so does no hint."""
    each = asked("a", cold=(MAPPED, 4.0), order=(LEFT_OUT, 1.0), up=(MAPPED, 2.0), at=(OPEN, 9.0))
    assert (each.solving(ORDER_2), each.conflicts(ORDER_2)) == (5.0, 20)
    assert each.everything(COLD) == 3 + 1 + 4
    assert each.everything(ORDER_2) == 2 + 1 + 1 + each.everything(COLD)
    assert each.everything(WINDOW_UP) == each.everything(COLD)
    said = [each.verdict(way) for way in (ORDER_2, PHASES_UP, PHASES_AT)]
    assert said == ["slower", "faster", "only cold"]


def test_page() -> None:
    """Tests counts and ratios, which are of what both decide."""
    found = [
        asked("a", cold=(MAPPED, 4.0), up=(MAPPED, 1.0), order=(LEFT_OUT, 1.0)),
        asked("b", cold=(REFUTED, 1.0), up=(REFUTED, 2.0), order=(LEFT_OUT, 1.0)),
        asked("c", cold=(OPEN, 9.0), up=(OPEN, 9.0), order=(MAPPED, 1.0)),
    ]
    text = "\n".join(page(found, 9.0, 1))
    assert f"| {PHASES_UP} | 1 | 1 | 0 | 0 | 0 | 1 | 0.25 (1) | 2.00 (1) | 12.0 | 14.0 |" in text
    assert f"| {ORDER_2} | 0 | 2 | 0 | 1 | 0 | 0 | 1.25 (1) | 2.00 (1) | 8.0 | 14.0 |" in text
    assert f"| {ORDER_2} | 3 | 1 | 0 | 2 | 0 | 50% |" in text
    assert "| c | 1 | 9 | open 9.00 (10) |" in text
    assert not faults(found)


def test_contradictions() -> None:
    """Tests that a mapping of what another way refutes is told."""
    wrong = asked("d", cold=(REFUTED, 1.0), order=(MAPPED, 1.0))
    assert len(faults([wrong])) == 1
    assert not faults([asked("e", cold=(MAPPED, 1.0), order=(LEFT_OUT, 1.0))])


def test_compared() -> None:
    """Tests that short moments and small factors are no difference."""
    said = [faster(*pair, MOMENT) for pair in ((0.01, 0.04), (1.0, 1.05), (1.0, 1.2), (3.0, 1.0))]
    assert said == ["same", "same", "faster", "slower"]
