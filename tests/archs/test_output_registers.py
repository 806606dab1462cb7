"""Output registers beside operations that have no result: SAT-MapIt's machine overwrites them."""

from __future__ import annotations

import pytest

from archs.presets import Needs, architecture_preset, suited
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from partition.question.partition_options import PartitionOptions
from solvers.questions.inputs import read_array
from tests.models.mappings import mapping, operations, rules

INC, PUT = Operator("inc", 1), Operator("put", 1, effect=True)
ASKED = Dfg("asked", (INC,), ("a",), operations("x inc a"), ("x",))
STORED = Dfg("stored", (INC, PUT), ("a",), operations("x inc a; s put x"))


@pytest.mark.parametrize("waits", [False, True])
def test_a_value_beside_a_store_is_lost(waits: bool) -> None:
    """Tests that x is not in its output register any more when a store was issued there."""
    spec = "satmapit:1x2,io=memory,registers=0" + ",waits=yes" * waits
    problem = Problem(STORED, architecture_preset(spec), 4)
    made = mapping(
        problem, 4, ["a extmem 0 0", "x pe_0_0 1 2"], "a extmem->pe_0_0 1", "x pe_0_0 1,s pe_0_0 2"
    )
    assert ("4 holding" in rules(*made)) != waits


def test_graphs_whose_operations_all_answer_let_values_wait() -> None:
    """Tests which graphs let values wait in output registers, and that cut ones do not."""
    found = suited("satmapit", Needs.of(ASKED))
    assert found == "satmapit,waits=yes,io=memory"
    assert suited("satmapit,waits=no", Needs.of(ASKED)).startswith("satmapit,waits=no,io=memory")
    for dfgs in ((STORED,), (ASKED, STORED), ()):
        assert "waits" not in suited("satmapit", Needs.of(*dfgs))
    for cut in (False, True):
        arch = read_array("satmapit:2x2", PartitionOptions(), ASKED, cut=cut)
        assert arch.component_by_name["pe_0_0"].transient == cut
