"""ExPRESS graphs: what they say of operations, and which edge of a cycle is loop-carried."""

from __future__ import annotations

import pytest

from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dot_dfg import dfg_from_dot


def carried(dfg: Dfg) -> list[tuple[str, str]]:
    """Return the loop-carried edges."""
    return [(x.value, o.name) for o in dfg.operations for x in o.operands if x.distance]


TWO_ENTRIES = """digraph { p [label=add]; q [label=add]; r [label=add]; s [label=imp];
    p -> q; q -> r; r -> p; s -> %s }"""


@pytest.mark.parametrize(("entry", "back"), [("p", "r"), ("q", "p"), ("r", "q")])
def test_carried_edge_leads_back_to_the_entry(entry: str, back: str) -> None:
    """Tests that of a cycle the edge into the node that is reached first is loop-carried."""
    assert carried(dfg_from_dot(TWO_ENTRIES % entry, "f.dot")) == [(back, entry)]


def test_constants_keep_their_numbers() -> None:
    """Tests that a constant with a number reads it, whether it takes a PE or not."""
    text = "digraph { k [label=const,value=7]; j [label=const]; a [label=add]; k -> a; j -> a }"
    dfg = dfg_from_dot(text, "f.dot")
    found = {o.name: [x.value for x in o.operands] for o in dfg.operations}
    assert found == {"k": ["k.const"], "j": [], "a": ["k", "j"]}
    assert dfg.constant_by_name == {"k.const": 7}
    immediate = dfg_from_dot(text, "f.dot", constants="immediate")
    assert immediate.constant_by_name == {"k": 7, "j": 0}


def test_numbers_are_no_opcodes() -> None:
    """Tests that a drawing of CCF, whose labels number the nodes, is not taken for a graph."""
    text = 'digraph loop1 {\n1 [label="12"];\n2 [label="13"];\n1 -> 2;\n}\n'
    with pytest.raises(InputError, match=r"f\.dot: line 2: all labels are numbers, as in CCF's"):
        dfg_from_dot(text, "f.dot")
