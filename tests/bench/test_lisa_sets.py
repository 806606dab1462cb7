"""What is mapped onto LISA's arrays, and the table of energies."""

from __future__ import annotations

import dataclasses

import pytest

from bench.lisa_power import TABLE, activity, efficiency
from bench.lisa_sets import (
    ARRAYS,
    GROUPS,
    array,
    delivered,
    first_interval,
    paper_start,
    unrolled,
)
from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer


def chain(operations: int) -> Dfg:
    """A load and multiplications, each of the one before."""
    steps = [Operation("v0", "load", (Operand("v0", 1),))]
    steps += [Operation(f"v{n}", "mul", (Operand(f"v{n - 1}"),) * 2) for n in range(1, operations)]
    steps.append(Operation("s", "store", (Operand("v0"), Operand(f"v{operations - 1}"))))
    operators = (Operator("load", 1), Operator("mul", 2), Operator("store", 2, effect=True))
    return Dfg("chain", operators, (), tuple(steps))


@pytest.mark.large
def test_unrolled_bodies_fit() -> None:
    """Tests that unrolled bodies are twelve and need no place for results but memory."""
    for group in GROUPS:
        assert group.arch in ARRAYS
    found = dict(unrolled())
    assert len(found) == 12
    for dfg in found.values():
        assert not dfg.results
        assert first_interval(dfg, "lisa:4x4")[0] is not None


def test_delivered() -> None:
    """Tests that every result gets a store, and nothing else changes."""
    before = polybench("mvt", 2)
    after = delivered(before)
    added = after.operations[len(before.operations) :]
    assert [operation.operands[1].value for operation in added] == list(before.results)
    assert {operation.operator for operation in added} == {"store"}
    assert delivered(after) is after


def test_bounds() -> None:
    """Tests the paper's start, a bound of arithmetic, and an array that has too few contexts."""
    assert paper_start(len(chain(16).operations), "lisa:4x4,registers=1") == 2
    # 30 operations, but 9 units.
    assert first_interval(chain(30), "lisa:3x3")[0] == 4
    none, why = first_interval(delivered(polybench("2mm", 2)), "lisa-systolic:5x5")
    assert none is None and why


def test_activity() -> None:
    """Tests that events are counted by what they are: links, register files, kinds."""
    arch = array("lisa:3x3")
    link = next(path.name for path in arch.paths if path.name.startswith("link_0_0"))
    mapping = Mapping(
        "chain",
        arch.name,
        4,
        2,
        (Held("v0", "rf_0_0", 1), Held("v1", "alu_0_0", 2)),
        (Transfer("v0", link, 1), Transfer("v0", "alu_0_0->rf_0_0", 1)),
        (Issue("v0", "mem_0_0", 0), Issue("v1", "alu_0_0", 2), Issue("s", "mem_0_0", 3)),
    )
    found = activity(mapping, chain(2), arch)
    assert found == {"access": 2, "multiply": 1, "register": 1, "hop": 1}


def test_efficiency() -> None:
    """Tests the arithmetic, and that a larger interval costs efficiency."""
    table = dataclasses.replace(TABLE, add=2.0, idle=1.0, leakage=100.0)
    found = efficiency(4, 2, 10, {"add": 5}, table)
    # 10 + 20 pJ in 20 ns, and 10 times 0.1 mW.
    assert found["milliwatts"] == pytest.approx(2.5)
    assert found["mops"] == pytest.approx(200)
    assert found["mops_per_watt"] == pytest.approx(80_000)
    assert efficiency(4, 3, 10, {"add": 5}, table)["mops_per_watt"] < found["mops_per_watt"]
    assert {row[2] for row in TABLE.rows()} == set(dataclasses.astuple(TABLE))
