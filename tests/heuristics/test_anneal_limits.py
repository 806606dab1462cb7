"""What annealing has to respect, and how far it goes: hand-made machines, none of them ordinary."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.ring import ring
from heuristics.anneal import Annealing, anneal
from heuristics.modulo.partial import MOST_CONTEXTS
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path, Support
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
from models.data.problem import Problem
from tests.heuristics.test_anneal import found

F, PUT = Operator("f", 1), Operator("put", 1, effect=True)
MEMORY = Component("ext", initial="all")
IN, OUT = Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",))


def chain(*distances: int) -> Dfg:
    """A loop in which every operation reads the one before, so many iterations ago."""
    operands = [Operand("a"), *(Operand(f"v{n}", d) for n, d in enumerate(distances))]
    operations = tuple(Operation(f"v{n}", "f", (read,)) for n, read in enumerate(operands))
    return Dfg("chain", (F,), ("a",), operations, (operations[-1].name,))


def test_contexts() -> None:
    """Tests None where there are too many contexts, or none, and nothing is built for that."""
    dfg, array = polybench("bicg"), architecture_preset("mesh:4x4,registers=4")
    assert anneal(Problem(dfg, replace(array, max_contexts=1), 2)) is None
    assert anneal(Problem(dfg, array, MOST_CONTEXTS + 1)) is None
    assert anneal(Problem(dfg, array, 10**9)) is None
    assert anneal(Problem(*ring(4))) is None


def test_no_operations() -> None:
    """Tests a loop without operations, and results that are inputs, here or elsewhere."""
    dfg, array = polybench("bicg"), architecture_preset("mesh:2x2,registers=4")
    empty = replace(dfg, operations=(), results=(), initial=(), order=())
    assert found(Problem(empty, array, 1)) is not None
    passed = Dfg("passed", (F,), ("a", "b"), (), ("a", "b"))
    for initial, possible in (("all", True), (InitialContents(), False)):
        for held, capacity in ((("a", "b"), 2), (("a",), 1)):
            element = Component(
                "pe", 1, capacity=capacity, initial=InitialContents(held), transient=True
            )
            memory = Component("ext", initial=initial)
            machine = Architecture("two", (memory, element), (OUT,), "ext")
            wanted = possible or len(held) == 2
            assert (found(Problem(passed, machine, 1)) is not None) == wanted


def test_choices() -> None:
    """Tests that of a choice only so many inputs are taken, whichever route is the shortest."""
    two = Operator("+", 2)
    dfg = Dfg(
        "sum", (two,), ("a", "b"), (Operation("s", "+", (Operand("a"), Operand("b"))),), ("s",)
    )
    either = InitialContents(choices=(Choice(1, ("a", "b")),))
    stores = [Component(name, capacity=2, initial=either) for name in ("near", "far")]
    between = [Component(f"w{n}", capacity=1) for n in range(2)]
    places = ["far", "w0", "w1", "pe"]
    steps = [Path(f"f{n}", (s,), (t,), width=1) for n, (s, t) in enumerate(pairwise(places))]
    parts = (Component("ext"), *stores, *between, Component("pe", 1, ops=("+",), capacity=2))
    paths = (Path("n", ("near",), ("pe",)), *steps, OUT)
    machine = Architecture("choices", parts, paths, "ext")
    for contexts in (1, 2, 4):
        problem = Problem(dfg, machine, contexts)
        assert any(found(problem, Annealing(), seed) for seed in range(6))


@pytest.mark.parametrize("steps", [5, 12, 30])
def test_far_inputs(steps: int) -> None:
    """Tests an input that is many cycles away from every operation."""
    places = ["ext", *(f"r{n}" for n in range(steps)), "pe"]
    parts = (
        MEMORY,
        *(Component(name, 1 if name == "pe" else 0, capacity=1) for name in places[1:]),
    )
    parts = tuple(replace(part, ops=("f",) if part.name == "pe" else ()) for part in parts)
    paths = [Path(f"p{n}", (a,), (b,)) for n, (a, b) in enumerate(pairwise(places))]
    machine = Architecture("line", parts, (*paths, OUT), "ext")
    assert found(Problem(chain(), machine, 1)) is not None
    assert found(Problem(chain(0, 1), machine, 3)) is not None


@pytest.mark.parametrize("latency", [3, 30])
def test_long_paths(latency: int) -> None:
    """Tests an input on a path that takes longer than an iteration."""
    paths = (Path("in", ("ext",), ("pe",), latency=latency), OUT)
    machine = Architecture("path", (MEMORY, Component("pe", 1, capacity=1)), paths, "ext")
    assert found(Problem(chain(), machine, 1)) is not None


def test_long_wait() -> None:
    """Tests a value that is held for hundreds of cycles, and one that would be held too long."""
    machine = Architecture("wide", (MEMORY, Component("pe", 4, capacity=None)), (IN, OUT), "ext")
    result = found(Problem(chain(200), machine, 4))
    assert result is not None
    assert anneal(Problem(chain(60_000), machine, 4)) is None


def test_self_reads() -> None:
    """Tests an accumulation over one and over several iterations."""
    two = Operator("+", 2)
    machine = architecture_preset("mesh:2x2,registers=8,io=all")
    for distance, contexts in ((1, 1), (5, 1), (3, 2)):
        read = (Operand("a"), Operand("s", distance))
        dfg = Dfg("sum", (two,), ("a",), (Operation("s", "+", read),), ("s",))
        assert found(Problem(dfg, machine, contexts)) is not None


def test_orders() -> None:
    """Tests order edges within and across iterations, and ones that leave no time."""
    operations = tuple(Operation(f"p{n}", "put", (Operand("a"),)) for n in range(3))
    edges = (OrderEdge("p0", "p1"), OrderEdge("p1", "p2"), OrderEdge("p2", "p0", 1))
    dfg = Dfg("orders", (PUT,), ("a",), operations, order=edges)
    array = architecture_preset("mesh:2x2,io=all")
    assert anneal(Problem(dfg, array, 2)) is None
    assert found(Problem(dfg, array, 3)) is not None


@pytest.mark.parametrize("contexts", [1, 2, 3, 4])
def test_slow_at_a_bounded_end(contexts: int) -> None:
    """Tests that nothing is complete only after the last cycle, when results have to be there."""
    operations = (Operation("x", "f", (Operand("a"),)), Operation("p", "put", (Operand("a"),)))
    dfg = Dfg("slow", (F, PUT), ("a",), operations, ("x",))
    memory = Component("ext", initial="all", capacity=3)
    # The fast unit is out of reach.
    slow = Component("pe", 1, ops=("f", Support("put", 9)), capacity=4)
    fast = Component("fast", 1, ops=(Support("put", 1),), capacity=2)
    machine = Architecture("slow", (memory, slow, fast), (IN, OUT), "ext")
    result = found(Problem(dfg, machine, contexts))
    assert contexts < 3 or result is not None
