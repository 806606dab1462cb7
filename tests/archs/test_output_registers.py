"""Output registers beside operations that have no result: SAT-MapIt's machine overwrites them."""

from __future__ import annotations

import pytest

import xyzmap
from archs.presets import Needs, architecture_preset, suited
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from solvers.questions.inputs import read_array
from solvers.questions.partition.options import PartitionOptions

INC, GET = Operator("inc", 1), Operator("get", 2)
PUT, GO = Operator("put", 1, effect=True), Operator("go", 1, effect=True)


def operation(name: str, operator: str, *reads: str | tuple[str, int]) -> Operation:
    """An operation that reads values of this iteration, or of earlier ones."""
    return Operation(
        name, operator, tuple(Operand(*((r, 0) if type(r) is str else r)) for r in reads)
    )


STORES = Dfg(
    "stores",
    (INC, GET, PUT, GO),
    ("a",),
    (
        operation("i", "inc", ("i", 1)),
        operation("x", "get", "i", "a"),
        operation("y", "get", "x", "i"),
        operation("s", "put", "x"),
        operation("t", "put", "y"),
        operation("b", "go", "i"),
    ),
)
MADE = operation("x", "inc", "a")
ASKED = Dfg("asked", (INC,), ("a",), (MADE,), ("x",))
STORED = Dfg("stored", (INC, PUT), ("a",), (MADE, operation("s", "put", "x")))


@pytest.mark.parametrize("waits", [False, True])
def test_a_value_beside_a_store_is_lost(waits: bool) -> None:
    """Tests that x is not in its output register any more when a store was issued there."""
    spec = "satmapit:1x2,io=memory,registers=0" + ",waits=yes" * waits
    problem = Problem(STORED, architecture_preset(spec), 4)
    mapping = Mapping(
        "stored",
        spec,
        4,
        4,
        (Held("a", "extmem", 0), Held("x", "pe_0_0", 1), Held("x", "pe_0_0", 2)),
        (Transfer("a", "extmem->pe_0_0", 1),),
        (Issue("x", "pe_0_0", 1), Issue("s", "pe_0_0", 2)),
    )
    rules = {each.rule for each in check(problem, mapping)}
    assert ("4 holding" in rules) != waits


@pytest.mark.parametrize("size", ["1x2", "2x2", "3x3"])
def test_mappings_of_loops_with_stores_and_branches(size: str) -> None:
    """Tests that what is in an output register has just been computed there."""
    answer = xyzmap.min_ii(STORES, f"satmapit:{size}", time_limit=20)
    assert answer.mapping is not None
    mapping = answer.mapping.mapping
    issued = {(each.operation, each.component, each.cycle) for each in mapping.issues}
    stays = [each for each in mapping.holds if each.component.startswith("pe_")]
    moved = {(each.value, each.cycle) for each in mapping.transfers}
    for held in stays:
        fresh = (held.value, held.component, held.cycle) in issued
        assert fresh or (held.value, held.cycle) in moved


def test_graphs_whose_operations_all_answer_let_values_wait() -> None:
    """Tests which graphs let values wait in output registers, and that cut ones do not."""
    found = suited("satmapit", Needs.of(ASKED))
    assert found == "satmapit,waits=yes,io=memory,moves=unlimited"
    assert suited("satmapit,waits=no", Needs.of(ASKED)).startswith("satmapit,waits=no,io=memory")
    for dfgs in ((STORED,), (ASKED, STORED), ()):
        assert "waits" not in suited("satmapit", Needs.of(*dfgs))
    for cut in (False, True):
        arch = read_array("satmapit:2x2", PartitionOptions(), ASKED, cut=cut)
        assert arch.component_by_name["pe_0_0"].transient == cut
