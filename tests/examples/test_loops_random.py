"""Random loop bodies: what their arguments promise, for many seeds."""

from __future__ import annotations

import pytest

from examples.loops.random_loops import random_loop
from models.data.dfg import Dfg
from tests.examples.loop_support import connected, recurrence_mii, useless
from tests.seeds import seeds

SHAPES = [(3, 1, 1, 1), (3, 3, 3, 0), (5, 0, 3, 2), (8, 2, 3, 3), (40, 4, 2, 4), (100, 9, 3, 1)]


def components(dfg: Dfg) -> dict[str, int]:
    """Return the number of its strongly connected component for every operation."""
    reach: dict[str, set[str]] = {}
    for step in dfg.operations:
        seen: set[str] = set()
        waiting = [step.name]
        while waiting:
            for reader, _ in dfg.consumers[waiting.pop()]:
                if reader not in seen:
                    seen.add(reader)
                    waiting.append(reader)
        reach[step.name] = seen
    names = list(reach)
    return {
        a: min(n for n, b in enumerate(names) if a == b or (b in reach[a] and a in reach[b]))
        for a in names
    }


@seeds(range(20))
@pytest.mark.parametrize(("operations", "recurrences", "distance", "inputs"), SHAPES)
def test_promises(operations: int, recurrences: int, distance: int, inputs: int, seed: int) -> None:
    """Tests size, recurrences, distances, inputs, connection, and that nothing is in vain."""
    dfg = random_loop(operations, seed, recurrences, distance, inputs)
    assert len(dfg.operations) == operations
    assert len(dfg.inputs) == inputs
    read = {operand.value for step in dfg.operations for operand in step.operands}
    assert set(dfg.inputs) <= read
    assert dfg.max_distance <= distance
    assert useless(dfg) == set()
    assert connected(dfg)
    place = {step.name: n for n, step in enumerate(dfg.operations)}
    closing = [
        (operand, step.name)
        for step in dfg.operations
        for operand in step.operands
        if place.get(operand.value, -1) >= place[step.name]
    ]
    assert len(closing) == recurrences
    assert all(operand.distance > 0 for operand, _ in closing)
    component = components(dfg)
    assert all(component[operand.value] == component[name] for operand, name in closing)
    assert recurrence_mii(dfg) >= 1
