from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
from models.errors import InputError
from programs.properties import (
    edges,
    latencies,
    rec_mii,
    res_mii,
)


def graph(reads: list[tuple[int, int, int]], latency: list[int], order: bool = False) -> Dfg:
    """Operations 0 … whose operands, or orders, are (from, to, distance)."""
    operands: list[list[Operand]] = [[] for _ in latency]
    if not order:
        for before, after, distance in reads:
            operands[after].append(Operand(f"v{before}", distance))
    return Dfg(
        name="tiny",
        operators=tuple(
            Operator(f"o{n}", len(o), latency=latency[n]) for n, o in enumerate(operands)
        ),
        inputs=(),
        operations=tuple(Operation(f"v{n}", f"o{n}", tuple(o)) for n, o in enumerate(operands)),
        order=tuple(OrderEdge(f"v{a}", f"v{b}", d) for a, b, d in reads) if order else (),
    )


def by_all_cycles(dfg: Dfg) -> int:
    latency, best = latencies(dfg), 1
    ways: dict[tuple[str, str], int] = {}
    for edge in edges(dfg):
        key = edge.before, edge.after
        ways[key] = min(edge.distance, ways.get(key, edge.distance))
    names = [operation.name for operation in dfg.operations]
    for size in range(1, len(names) + 1):
        for cycle in permutations(names, size):
            steps = list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
            if all(step in ways for step in steps):
                distance = sum(ways[step] for step in steps)
                best = max(best, -(-sum(latency[name] for name in cycle) // distance))
    return best


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3)), max_size=9),
    st.lists(st.integers(1, 4), min_size=5, max_size=5),
    st.booleans(),
)
def test_recurrences_are_those_of_all_cycles(
    reads: list[tuple[int, int, int]], latency: list[int], order: bool
) -> None:
    try:
        dfg = graph(reads, latency, order)
    except InputError:
        return  # a cycle of distance 0
    assert rec_mii(dfg) == by_all_cycles(dfg)


def array(*parts: tuple[str, ...]) -> Architecture:
    components = tuple(Component(f"pe{n}", 1, ops, 4) for n, ops in enumerate(parts))
    return Architecture("tiny", components, ())


def operations(*operators: str) -> Dfg:
    return Dfg(
        name="many",
        operators=tuple(Operator(name, 0) for name in dict.fromkeys(operators)),
        inputs=(),
        operations=tuple(Operation(f"v{n}", name) for n, name in enumerate(operators)),
    )


def test_slots_are_those_of_components_that_execute_the_operator() -> None:
    both, adds = ("add", "mul"), ("add",)
    assert res_mii(operations(*["add"] * 6), array(both, adds)) == 3
    assert res_mii(operations("add", "add", "mul", "mul", "mul"), array(both, adds)) == 3
    assert res_mii(operations(*["add"] * 4, "mul"), array(both, adds, adds)) == 2
    # Neither operator alone is too many for its two components.
    dfg = operations(*["add"] * 2, *["mul"] * 2, *["sub"] * 3)
    assert res_mii(dfg, array(("add", "sub"), ("mul", "sub"), ("add", "mul"))) == 3
