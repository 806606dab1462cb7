"""Windows and implied constraints under every transformation: they must change no answer."""

from __future__ import annotations

import pytest

from models.data.architecture import Architecture, Component, Path, Support
from models.data.computation import Transform
from models.data.dfg import Constant, Dfg, Operator
from models.data.problem import Problem
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.models.decide import EVERY, approve, decided, fewest, under
from tests.models.mappings import ADD, memory, operands, operation
from tests.models.random_sums import random_sums

MOST = 10
NEG = Operator("neg", 1)
SLOW = Operator("slow", 1, latency=2)
LESS = ({"windowed": False}, {"implied": False})
REORDERED = [how for how in EVERY if how != "none"]


def star(*parts: Component) -> Architecture:
    """Elements around a memory, with wide paths in and out."""
    paths = [Path(f"i-{p.name}", ("ext",), (p.name,)) for p in parts]
    paths += [Path(f"o-{p.name}", (p.name,), ("ext",)) for p in parts]
    return Architecture("star", (memory(), *parts), tuple(paths), "ext")


def element(*ops: str | Support, capacity: int = 3) -> Component:
    return Component("pe", issue=1, capacity=capacity, ops=ops or None)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", EVERY)
@pytest.mark.parametrize("contexts", [None, 1, 2])
@pytest.mark.parametrize("ordered", [False, True])
def test_windows_and_implied_constraints_change_no_answer(
    how: Transform, contexts: int | None, ordered: bool
) -> None:
    """Tests random problems around their minimum; the last horizon where there is none."""
    for seed in range(20):
        problem = under(
            random_sums(
                seed, contexts=contexts, patterns=seed % 4 > 0, ordered=ordered, leaves=4 + seed % 3
            ),
            how,
        )
        best = fewest(problem, 1, MOST)
        for horizon in (best - 1, best, best + 1) if best else (MOST,):
            fits = best is not None and horizon >= best
            options = LESS if horizon == best else LESS[seed % 2 :][:1]
            for less in options:
                assert decided(problem, horizon, **less) == fits, (seed, horizon, less)


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
    index = Index(Problem(dfg, star(element()), None, how))
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
    model = build(problem, 4)
    session = SatSession(lower(model.constraints), "glucose4")
    outcome = session.solve()
    session.close()
    assert outcome.satisfiable
    approve(model, outcome.model)
    (root,) = [each for each in decode(model, outcome.model).issues if each.operation == "y"]
    assert root.performs is not None
    assert operands("y@1")[0] in root.performs.operands
