"""Whatever a heuristic finds is legal, on arrays of the literature and on random machines."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.filters import accumulate
from examples.loops.polybench import polybench
from examples.ring import ring
from heuristics.anneal import anneal
from heuristics.modulo import modulo_schedule
from heuristics.modulo.partial import MOST_CONTEXTS
from heuristics.negotiated import negotiated_schedule
from heuristics.placement import placed_schedule, refined_schedule
from models.counting.arithmetic import Arithmetic
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
from models.data.problem import Problem
from models.errors import InfeasibleError
from shell.budget import Budget
from tests.heuristics.mappers import MAPPERS, require_legal
from tests.models.random_problems import random_problem
from tests.models.switching import wandering
from tests.seeds import seeds

EACH = pytest.mark.parametrize("name", MAPPERS)
MAIN = pytest.mark.parametrize("name", ["modulo", "anneal"])
F, PUT = Operator("f", 1), Operator("put", 1, effect=True)
OUT = Path("out", ("pe",), ("ext",))


def found(name: str, problem: Problem, seed: int = 0) -> bool:
    """Whether a mapper finds a mapping, which then is legal."""
    mapping = MAPPERS[name](problem, seed)
    if mapping is not None:
        require_legal(problem, mapping)
    return mapping is not None


def bound(problem: Problem) -> int:
    """Return the smallest interval that arithmetic does not refute."""
    interval = 1
    while True:
        try:
            Arithmetic(replace(problem, contexts=interval)).first_horizon()
        except InfeasibleError:
            interval += 1
        else:
            return interval


@EACH
@seeds(range(30))
def test_tiny(seed: int, name: str) -> None:
    """Tests machines with every feature, those with ports, and those with switches."""
    for contexts in (1, 2, 3):
        for ports in (False, True):
            found(name, random_problem(seed, contexts, ports=ports), seed)
        found(name, wandering(seed, contexts)[0], seed)


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize(
    "array",
    [
        "mesh:4x4,registers=4,io=all",
        "torus:4x4,registers=4,io=all,ports=row:1",
        "lisa,io=memory",
        "adres,io=memory",
        "hycube,io=memory,max_hops=2",
        "s4,io=memory",
        "r4,io=memory",
        "satmapit:4x4,moves=3,io=memory",
        "monomap,io=memory",
    ],
)
@pytest.mark.parametrize("name", ["modulo", "anneal", "guided"])
def test_presets(array: str, name: str) -> None:
    """Tests that every kind of array maps linear algebra within two of the bound."""
    problem = Problem(polybench("doitgen"), architecture_preset(array), 1)
    least = bound(problem)
    assert any(found(name, replace(problem, contexts=n)) for n in range(least, least + 3))


@EACH
def test_same_seed(name: str) -> None:
    """Tests that a seed always gives the same mapping, and that seeds differ."""
    problem = Problem(polybench("gesummv"), architecture_preset("adres:4x4,io=memory"), 4)
    results = [MAPPERS[name](problem, seed) for seed in (0, 0, 1, 2)]
    assert results[0] == results[1]
    assert len({result.issues for result in results if result is not None}) > 1


@pytest.mark.parametrize(
    "search", [modulo_schedule, anneal, negotiated_schedule, placed_schedule, refined_schedule]
)
def test_nothing(search: Any) -> None:
    """Tests None without slots, contexts, time or pipelining, and loops without operations."""
    dfg, array = polybench("bicg"), architecture_preset("mesh:4x4,registers=4")
    few = {} if search in (modulo_schedule, anneal) else {"attempts": 1}
    for contexts, machine in (
        (2, replace(array, max_contexts=1)),
        (MOST_CONTEXTS + 1, array),
        (10**9, array),
    ):
        assert search(Problem(dfg, machine, contexts), **few) is None
    assert search(Problem(*ring(4)), **few) is None
    assert search(Problem(dfg, array, 2), budget=Budget.of(-1)) is None
    if few:
        with pytest.raises(ValueError, match="attempts or a limited budget"):
            search(Problem(dfg, array, 2))


@MAIN
def test_no_operations(name: str) -> None:
    """Tests a loop without operations, and results that are inputs, here or elsewhere."""
    empty = replace(polybench("bicg"), operations=(), results=(), initial=(), order=())
    assert found(name, Problem(empty, architecture_preset("mesh:2x2,registers=4"), 1))
    passed = Dfg("passed", (F,), ("a", "b"), (), ("a", "b"))
    for initial, held, possible in (
        ("all", ("a", "b"), True),
        ("all", ("a",), True),
        (InitialContents(), ("a", "b"), True),
        (InitialContents(), ("a",), False),
    ):
        element = Component(
            "pe", 1, capacity=len(held), initial=InitialContents(held), transient=True
        )
        machine = Architecture("two", (Component("ext", initial=initial), element), (OUT,), "ext")
        assert found(name, Problem(passed, machine, 1)) == possible


@EACH
def test_orders(name: str) -> None:
    """Tests order edges within and across iterations, and ones that leave no time."""
    operations = tuple(Operation(f"p{n}", "put", (Operand("a"),)) for n in range(3))
    edges = (OrderEdge("p0", "p1"), OrderEdge("p1", "p2"), OrderEdge("p2", "p0", 1))
    dfg = Dfg("orders", (PUT,), ("a",), operations, order=edges)
    array = architecture_preset("mesh:2x2,io=all")
    assert not found(name, Problem(dfg, array, 2))
    assert found(name, Problem(dfg, array, 3))


def test_transformed() -> None:
    """Tests that operations are executed as written, whatever may be reordered."""
    problem = Problem(*accumulate(), 1, "xbtree")
    mapping = modulo_schedule(problem)
    assert mapping is not None and mapping.intermediates == ()
    require_legal(problem, mapping)
