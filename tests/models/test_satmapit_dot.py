"""Drawings of DFGs by SAT-MapIt: what is read, and what is refused."""

from __future__ import annotations

import pytest

from models.data.dfg import Constant, Dfg
from models.errors import InputError
from models.formats.dot_dfg import dfg_from_dot

DRAWING = """digraph top {
{
 compound=true;
0 [color=black, label="0    %m = phi i32 [ 0, %entry ], [ %r, %body ]"];

1 [color=black, label="1    %r = sub nsw i32 %n.0, %m"];
2 [color=black, label="2    %n.0 = add i32 %m, 7
int x = 5;"];
3 [color=black, label="3    %c.not = icmp slt i32 %r, %x"];
0 -> 1
0 -> 2
1 -> 3
1 -> 0 [color=red]
2 -> 1
17 [color=goldenrod1, label="17 C_0"];
18 [color=goldenrod1, label="18 C_7"];
20 [color=purple1, label="20 LiveInArg"];
42 [color=dodgerblue1, label="42 LiveOut"];
20 -> 3 [color=purple1]
2 -> 42 [color=dodgerblue1]
18 -> 2 [color=goldenrod1]
17 -> 0 [color=goldenrod1]

}

}"""


def reads(dfg: Dfg) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    return {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }


def test_drawing() -> None:
    """Tests that the drawing gives distances, order of operands, constants, inputs and results."""
    dfg = dfg_from_dot(DRAWING, "top_loop_graph.dot")
    assert reads(dfg) == {
        "0": ("phi", [("17", 0), ("1", 1)]),
        "1": ("sub", [("2", 0), ("0", 0)]),
        "2": ("add", [("0", 0), ("18", 0)]),
        "3": ("lt", [("1", 0), ("20", 0)]),
    }
    assert dfg.constants == (Constant("17", 0), Constant("18", 7))
    assert dfg.inputs == ("20",)
    assert dfg.results == ("2", "3")
    kept = dfg_from_dot(DRAWING, "f.dot", constants="operations", sources="operations")
    assert reads(kept)["18"] == ("const", [("18.const", 0)])
    assert reads(kept)["20"] == ("livein", [])


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("0 -> 1\n", "0 -> 9\n", "line 10: node '9' is never declared"),
        ("0 -> 1\n", "42 -> 1\n", "line 10: live-out '42' cannot be read"),
        (" [color=red]", "", "f.dot: cycle of distance 0: 0 -> 1 -> 0"),
        ("C_7", "C_x", "line 16: value 'x' of '18' is no finite number"),
        ("%r = sub nsw i32 %n.0, %m", "%r = ", "line 6: no instruction in the label '%r ='"),
    ],
)
def test_bad_drawing(old: str, new: str, line: str) -> None:
    """Tests that every bad drawing gives one line."""
    assert old in DRAWING
    with pytest.raises(InputError) as caught:
        dfg_from_dot(DRAWING.replace(old, new), "f.dot")
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
