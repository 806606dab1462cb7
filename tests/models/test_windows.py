"""Earliest and latest cycles, on paper, and under every transformation."""

from __future__ import annotations

import msgspec
import pytest

from models.data.architecture import Architecture, Component, Path, Support
from models.data.computation import Transform
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.index_array import NEVER
from models.space_time.windows import Earliest, Windows, earliest, windows
from tests.models.decide import EVERY, fewest, mapped
from tests.models.mappings import ADD, memory, operands, operation
from tests.models.random_problems import random_problem

OUT = Operator("out", 1, effect=True)


def line(*parts: Component, **paths: dict[str, int]) -> Architecture:
    """Components in a row, each with a path to the next; ext is the first and the last."""
    names = ["ext", *(part.name for part in parts), "ext"]
    links = [
        Path(f"{s}-{t}", (s,), (t,), **paths.get(f"{s}_{t}", {"width": 1}))
        for s, t in zip(names, names[1:], strict=False)
    ]
    return Architecture("line", (memory(), *parts), tuple(links), "ext")


def element(name: str, **fields: object) -> Component:
    return msgspec.structs.replace(Component(name, issue=1, capacity=2), **fields)


class Cycles:
    """Earliest and latest cycles of a problem by name."""

    def __init__(self, problem: Problem, horizon: int = 10, *, shared: bool = True) -> None:
        self.index = Index(problem)
        self.early: Earliest = earliest(self.index, shared=shared)
        self.window: Windows = windows(self.index, horizon, self.early)
        self.path = {path.name: h for h, path in enumerate(problem.arch.paths)}

    def first(self, kind: str, value: str, place: str) -> int | None:
        found = getattr(self.early, kind)[self._cell(kind, value, place)]
        return None if found >= NEVER else int(found)

    def span(self, kind: str, value: str, place: str) -> tuple[int, int] | None:
        cell = self._cell(kind, value, place)
        first = int(getattr(self.window, f"{kind}_first")[cell])
        last = int(getattr(self.window, f"{kind}_last")[cell])
        return (first, last) if first <= last else None

    def _cell(self, kind: str, value: str, place: str) -> tuple[int, int]:
        places = self.path if kind == "y" else self.index.component
        return self.index.value[value], places[place]


def recurrence(distance: int, latency: int, contexts: int) -> Problem:
    """A running sum whose addition takes `latency` cycles."""
    total = Operation("s", "+", (Operand("a"), Operand("s", distance)))
    dfg = Dfg("sum", (msgspec.structs.replace(ADD, latency=latency),), ("a",), (total,), ("s",))
    return Problem(dfg, line(element("pe")), contexts)


@pytest.mark.parametrize(
    ("distance", "latency", "contexts", "fits"),
    [(1, 1, 1, True), (1, 2, 1, False), (1, 2, 2, True), (2, 2, 1, True), (2, 5, 2, False)],
)
def test_a_recurrence_needs_enough_contexts(
    distance: int, latency: int, contexts: int, fits: bool
) -> None:
    """Tests that a recurrence longer than its distance times the contexts is refused."""
    problem = recurrence(distance, latency, contexts)
    if fits:
        assert Cycles(problem).first("z", "s", "pe") == 1
    else:
        with pytest.raises(
            InfeasibleError, match="the recurrence s -> s takes at least .* cycles over distance"
        ):
            Cycles(problem)


def test_a_value_of_an_old_iteration_lives_beyond_the_horizon() -> None:
    """Tests the windows of a running sum, on the time axis of the value that is read."""
    found = Cycles(recurrence(1, 1, 2), horizon=5)
    assert found.window.span == 7
    assert found.span("z", "s", "pe") == (1, 4)
    assert found.span("x", "s", "pe") == (1, 5)
    assert found.span("x", "s", "ext") == (2, 5)


@pytest.mark.parametrize("contexts", [None, 1, 3])
def test_coarse_cycles_are_lower_bounds(contexts: int | None) -> None:
    lower = 0
    for seed in range(40):
        index = Index(random_problem(seed, contexts))
        try:
            exact = earliest(index)
        except InfeasibleError:
            with pytest.raises(InfeasibleError):
                earliest(index, coarse=True)
            continue
        coarse = earliest(index, coarse=True)
        for name, cycles in vars(exact).items():
            bounds = vars(coarse)[name]
            assert (bounds <= cycles).all(), (seed, name)
            lower += int((bounds < cycles).sum())
    assert lower > 0


@pytest.mark.parametrize("latency", [1, 2, 3, 4])
def test_an_effect_ends_within_the_schedule(latency: int) -> None:
    """Tests the last cycle of an operation whose result is of no use."""
    out = msgspec.structs.replace(OUT, latency=latency)
    dfg = Dfg("store", (out,), ("a",), (operation("s", "out", "a"),), ())
    found = Cycles(Problem(dfg, line(element("pe"))), horizon=9)
    assert found.span("z", "s", "pe") == (1, 9 - latency)


REORDERED = [how for how in EVERY if how != "none"]


def star(*parts: Component) -> Architecture:
    """Elements around a memory, with wide paths in and out."""
    paths = [Path(f"i-{p.name}", ("ext",), (p.name,)) for p in parts]
    paths += [Path(f"o-{p.name}", (p.name,), ("ext",)) for p in parts]
    return Architecture("star", (memory(), *parts), tuple(paths), "ext")


def unit(*ops: str | Support, capacity: int = 3) -> Component:
    return Component("pe", issue=1, capacity=capacity, ops=ops or None)


@pytest.mark.parametrize("how", REORDERED)
def test_a_constant_among_the_leaves_hides_no_other_leaf(how: Transform) -> None:
    """Tests that what comes out of a sorter is read, although it may be a constant."""
    steps = (operation("s", "+", "a", "k"), operation("t", "+", "b", "c"))
    dfg = Dfg(
        "n",
        (ADD,),
        ("a", "b", "c"),
        (*steps, operation("y", "+", "s", "t")),
        ("y",),
        constants=(Constant("k", 1),),
    )
    index = Index(Problem(dfg, star(unit()), None, how))
    assert all(index.readers[index.value[name]] for name in "abc")
    for way in index.candidates:
        own = [reads for slot in way.slots for reads in slot]
        assert set(own) <= set(way.reads)
    for at, name in enumerate(index.order):
        below = {d for n in index.candidates_of[name] for d, _ in index.candidates[n].reads}
        assert below & {*range(index.inputs, len(index.values))} <= {*index.order[:at]}
    assert fewest(index.problem, 1, 6) == 5


@pytest.mark.parametrize("how", REORDERED)
def test_a_sum_with_one_way_says_what_it_performs(how: Transform) -> None:
    """Tests an accumulation that only fits one context in an order that the DFG does not have."""
    steps = (operation("s", "+", "y@1", "a"), operation("y", "+", "s", "b"))
    dfg = Dfg("n", (ADD,), ("a", "b"), steps, ("y",))
    pe = Component("pe", issue=2, capacity=4)
    problem = Problem(dfg, star(pe), 1, how)
    mapping = mapped(problem, 4)
    assert mapping is not None
    (root,) = [each for each in mapping.issues if each.operation == "y"]
    assert root.performs is not None
    assert operands("y@1")[0] in root.performs.operands
