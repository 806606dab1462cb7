"""Tests of the interval that the parts of every partition take together at least."""

from __future__ import annotations

import pytest

from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Operator
from models.partition.split import MEMORY
from solvers.verification.partition_facts import PartitionFacts
from tests.models.mappings import memory, operations

ONES = (Operator("f", 1), Operator("g", 1), Operator("put", 1, effect=True))
CHAIN = operations("a f x;b f a;c g b;d put c")


@pytest.mark.parametrize(
    ("elements", "least"),
    [((1, 1), 2), ((2, 2), 1), ((3, 1), 2), ((1, 3), 2), ((2, 3), 1)],
)
def test_operations_are_counted_against_the_slots_of_those_that_can(
    elements: tuple[int, int], least: int
) -> None:
    """Tests two operations that the first element alone executes, and two for the second one."""
    first, second = elements
    parts = (
        memory(),
        Component("left", issue=first, ops=("f",)),
        Component("right", issue=second, ops=("g", "put")),
    )
    dfg = Dfg("chain", ONES, ("x",), CHAIN)
    arch = Architecture("two", parts, (), "ext")
    assert PartitionFacts(dfg, arch, MEMORY, ()).counted() == least
