"""Modulo scheduling of real loop bodies on the arrays of the literature."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.filters import accumulate
from examples.loops.kernels import SMALL, kernel_loop
from examples.loops.polybench import polybench
from examples.ring import ring
from heuristics.modulo import modulo_schedule
from heuristics.modulo.partial import MOST_CONTEXTS
from models.data.architecture import Architecture, Component, Path, Support
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.search.bounds import Arithmetic
from tests.heuristics.test_modulo_random import legal


def bound(dfg: Dfg, array: Architecture) -> int:
    """Return the smallest interval that arithmetic does not refute."""
    interval = 1
    while True:
        try:
            Arithmetic(Problem(dfg, array, interval)).first_horizon()
        except InfeasibleError:
            interval += 1
        else:
            return interval


def smallest(dfg: Dfg, array: Architecture, first: int, most: int) -> int | None:
    """Return the smallest interval up to `most` at which a legal mapping is found."""
    for interval in range(first, most + 1):
        problem = Problem(dfg, array, interval)
        mapping = modulo_schedule(problem, effort=60)
        if mapping is not None:
            legal(problem, mapping)
            return interval
    return None


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("kernel", sorted(SMALL))
def test_kernels(kernel: str) -> None:
    """Tests that small kernels reach the bound, or one more, on a mesh with four registers."""
    array = architecture_preset("mesh:4x4,registers=4,io=all")
    dfg = kernel_loop(kernel)
    least = bound(dfg, array)
    assert smallest(dfg, array, least, least + 1) is not None


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(
    "array",
    [
        "torus:4x4,registers=4,io=all,ports=row:1",
        "lisa-simple,io=memory",
        "lisa,io=memory",
        "hycube,io=memory,max_hops=2",
        "hycube,io=memory",
        "adres,io=memory",
        "s4,io=memory",
        "r4,io=memory",
        "satmapit,io=memory",
        "satmapit:4x4,moves=3,io=memory",
        "monomap,io=memory",
    ],
)
@pytest.mark.parametrize("kernel", ["bicg", "doitgen"])
def test_presets(array: str, kernel: str) -> None:
    """Tests that every kind of array maps linear algebra within two of the bound."""
    dfg, machine = polybench(kernel), architecture_preset(array)
    least = bound(dfg, machine)
    assert smallest(dfg, machine, least, least + 2) is not None


def test_transformed() -> None:
    """Tests that operations are executed as written, whatever may be reordered."""
    problem = Problem(*accumulate(), 1, "xbtree")
    mapping = modulo_schedule(problem)
    assert mapping is not None
    assert mapping.intermediates == ()
    legal(problem, mapping)


def test_hops_run_out() -> None:
    """Tests that a value does not take more hops in a cycle than it may, and needs a store then."""

    def line(most: int | None, store: bool) -> Problem:
        one = Operator("f", 1)
        dfg = Dfg("f", (one,), ("a",), (Operation("d", "f", (Operand("a"),)),), ("d",))
        switches = [
            Component(f"s{n}", switch=True, capacity=int(store and n == 1)) for n in range(3)
        ]
        places = ["ext", "s0", "s1", "s2", "pe"]
        hops = [
            Path(f"h{n}", (a,), (b,), 1, hops=1)
            for n, (a, b) in enumerate(zip(places, places[1:], strict=False))
        ]
        parts = (Component("ext", initial="all"), *switches, Component("pe", 1, capacity=1))
        out = Path("out", ("pe",), ("ext",), 1)
        return Problem(dfg, Architecture("line", parts, (*hops, out), "ext", max_hops=most), 1)

    for most, store, possible in ((4, False, True), (3, False, False), (3, True, True)):
        problem = line(most, store)
        mapping = modulo_schedule(problem)
        assert (mapping is not None) == possible
        if mapping is not None:
            legal(problem, mapping)


def test_orders() -> None:
    """Tests order edges within and across iterations, and ones that leave no time."""
    put = Operator("put", 1, effect=True)
    operations = tuple(Operation(f"p{n}", "put", (Operand("a"),)) for n in range(3))
    edges = (OrderEdge("p0", "p1"), OrderEdge("p1", "p2"), OrderEdge("p2", "p0", 1))
    dfg = Dfg("orders", (put,), ("a",), operations, order=edges)
    array = architecture_preset("mesh:2x2,io=all")
    assert modulo_schedule(Problem(dfg, array, 2)) is None
    mapping = modulo_schedule(Problem(dfg, array, 3))
    assert mapping is not None
    legal(Problem(dfg, array, 3), mapping)


@pytest.mark.parametrize("contexts", [1, 2, 3, 4])
def test_slow_at_a_bounded_end(contexts: int) -> None:
    """Tests that nothing is complete only after the last cycle, when results have to be there."""
    once, put = Operator("f", 1), Operator("put", 1, effect=True)
    operations = (Operation("x", "f", (Operand("a"),)), Operation("p", "put", (Operand("a"),)))
    dfg = Dfg("slow", (once, put), ("a",), operations, ("x",))
    memory = Component("ext", initial="all", capacity=3)
    # The fast unit, which would be in time, is out of reach.
    slow = Component("pe", 1, ops=("f", Support("put", 9)), capacity=4)
    fast = Component("fast", 1, ops=(Support("put", 1),), capacity=2)
    paths = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
    array = Architecture("slow", (memory, slow, fast), paths, "ext")
    mapping = modulo_schedule(Problem(dfg, array, contexts))
    if mapping is not None:
        legal(Problem(dfg, array, contexts), mapping)


def test_same_seed() -> None:
    """Tests that a seed always gives the same mapping, and that seeds differ."""
    problem = Problem(polybench("bicg"), architecture_preset("lisa,io=memory"), 2)
    found = [modulo_schedule(problem, seed=seed) for seed in (0, 0, 1, 2)]
    assert found[0] == found[1]
    assert len({mapping.issues for mapping in found if mapping is not None}) > 1


def test_nothing() -> None:
    """Tests None without slots, contexts, time or pipelining, and a loop without operations."""
    dfg, array = polybench("bicg"), architecture_preset("mesh:4x4,registers=4")
    assert modulo_schedule(Problem(dfg, replace(array, max_contexts=1), 2)) is None
    assert modulo_schedule(Problem(dfg, architecture_preset("mesh:1x1"), 2), effort=5) is None
    assert modulo_schedule(Problem(dfg, array, 2), deadline=time.perf_counter() - 1) is None
    assert modulo_schedule(Problem(dfg, array, MOST_CONTEXTS + 1)) is None
    loop = replace(dfg, operations=dfg.operations[:0], results=(), initial=(), order=())
    empty = modulo_schedule(Problem(loop, array, 1))
    assert empty is not None
    legal(Problem(loop, array, 1), empty)
    assert modulo_schedule(Problem(*ring(4))) is None
