"""Loop-carried edges that drawings show in their own way, and the labels of Morpher's drawings."""

from __future__ import annotations

import networkx
import pytest

import xyzmap
from interchange.graphs.dot_dfg import dfg_from_dot
from models.data.dfg import Dfg, OrderEdge
from models.notes import noted
from programs.properties import rec_mii

RINGS = """digraph Region {
"A" [shape = box, label = " LOAD"]
"B" [shape = box, label = " ADD"]
"C" [shape = box, label = " ADD"]
"D" [shape = box, label = " CMERGE"]
"E" [shape = box, label = " SELECT"]
"F" [shape = box, label = " CMERGE"]
"G" [shape = box, label = " SELECT"]
"A" -> "B" [style = bold];
"G" -> "B" [style = bold];
"B" -> "C" [style = bold];
"E" -> "C" [style = bold];
"C" -> "D" [style = bold];
"E" -> "F" [style = bold];
"D" -> "E" [MARK];
"F" -> "G" [MARK];
}"""


def carried(dfg: Dfg) -> set[tuple[str, str]]:
    """Return the loop-carried edges."""
    return {(x.value, o.name) for o in dfg.operations for x in o.operands if x.distance}


@pytest.mark.parametrize(
    "mark",
    ["style=dashed", 'style="bold, dotted"', "constraint=false", "style = DASHED, color=red"],
)
def test_edges_drawn_apart_are_meant(mark: str) -> None:
    """Tests a circle of six operations over two iterations."""
    with noted() as said:
        dfg = dfg_from_dot(RINGS.replace("MARK", mark), "f.dot")
    assert carried(dfg) == {("D", "E"), ("F", "G")} and rec_mii(dfg) == 3
    assert "are loop-carried: D -> E (line 15), F -> G (line 16)" in said[0]
    drawing = networkx.MultiDiGraph()
    drawing.add_nodes_from((name, {"opcode": "add"}) for name in "ABCDEFG")
    for operation in dfg.operations:
        for x in operation.operands:
            more = {"style": "dashed"} if x.distance else {}
            drawing.add_edge(x.value, operation.name, **more)
    with noted():
        assert carried(xyzmap.dfg_from_networkx(drawing)) == carried(dfg)


def test_marks_that_leave_a_cycle_say_nothing() -> None:
    """Tests that the rules for cycles without marks hold, and that a note says so."""
    plain = RINGS.replace("MARK", "style=bold")
    some = RINGS.replace('"D" -> "E" [MARK]', '"D" -> "E"').replace("MARK", "style=dashed")
    with noted() as said:
        assert carried(dfg_from_dot(some, "f.dot")) == carried(dfg_from_dot(plain, "f.dot"))
    assert "drawn apart in some cycles only, which says nothing: F -> G (line 16)" in said[0]


def test_written_distances_stay() -> None:
    """Tests that `distance` decides, and that an edge to itself needs no mark."""
    text = RINGS.replace("MARK", "style=dashed", 1).replace("MARK", "style=dashed, distance=2")
    dfg = dfg_from_dot(text.replace('"E" -> "F"', '"B" -> "B"; "E" -> "F"'), "f.dot")
    assert carried(dfg) == {("B", "B"), ("D", "E"), ("F", "G")}
    assert dfg.operation_by_name["G"].operands[0].distance == 2


def test_dashes_without_a_cycle() -> None:
    """Tests that they stay within an iteration, with a note, where nothing needs another one."""
    text = (
        "digraph { a [opcode=load]; b [opcode=neg]; c [opcode=neg]; a -> b [style=dashed]; b -> c }"
    )
    with noted() as said:
        assert not carried(dfg_from_dot(text, "f.dot"))
    assert "within an iteration, as no cycle has one: a -> b (line 1)" in said[0]


LABELS = """digraph Region_18 {
	graph [ nslimit = "1000.0",
	page = "8.5,11" ] ;
"Op_1" [ fontname = "Helvetica" shape = box, label = " load x BB=for.body HyIns=LOAD,
1, ASAP=0, ALAP=1"]
"Op_2" [ fontname = "Helvetica" shape = box, label = " add s  C=0x1BB=for.body HyIns=ADD,
2, ASAP=1, ALAP=2"]
"Op_3" [ fontname = "Helvetica" shape = box, label="store C=0xfffffff8BB=b,mutex={4,} HyIns=STORE,
3, ASAP=2, ALAP=3"]
"Op_4" [ fontname = "Helvetica" shape = box, label = "CMERGE C=0x12BB=for.body HyIns=CMERGE,
4, ASAP=2, ALAP=3"]
"Op_5" [ fontname = "Helvetica" shape = box, label = " shl t  C=0x1fBB=for.body HyIns=LS,
5, ASAP=2, ALAP=3"]
"Op_1" -> "Op_2" [style = bold, color = black];
"Op_2" -> "Op_3" [style = bold, color = black];
"Op_2" -> "Op_5" [style = bold, color = black];
"Op_2" -> "Op_4" [style = bold, color = red];
"Op_4" -> "Op_2" [style = dashed, color = black];
"Op_3" -> "Op_1"[style = bold, color = green];
"Op_5" -> "Op_3" [style = bold, color = cyan];
}
"""


def test_labels_of_the_generator() -> None:
    """Tests opcodes, constants in both bases, predicates, orders and carried edges."""
    with noted() as said:
        dfg = dfg_from_dot(LABELS, "f.dot")
    found = {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }
    assert found == {
        "Op_1": ("load", []),
        "Op_2": ("add", [("Op_1", 0), ("Op_4", 1), ("Op_2.C0", 0)]),
        "Op_3": ("store", [("Op_3.C0", 0), ("Op_2", 0)]),
        "Op_4": ("cmerge.unless", [("Op_2", 0), ("Op_4.C0", 0)]),
        "Op_5": ("shl", [("Op_2", 0), ("Op_5.C0", 0)]),
    }
    assert dfg.constant_by_name == {"Op_2.C0": 1, "Op_3.C0": -8, "Op_4.C0": 12, "Op_5.C0": 31}
    assert dfg.order == (OrderEdge("Op_3", "Op_1", 1), OrderEdge("Op_5", "Op_3", 0))
    assert "orders: Op_3 -> Op_1, Op_5 -> Op_3" in said[0]


def test_orders_in_dot() -> None:
    """Tests that `order=true` makes no operand, with and without a distance."""
    text = "digraph { a [opcode=load]; b [opcode=load]; a -> b [order=true]; b -> a [ORDER] }"
    dfg = dfg_from_dot(text.replace("ORDER", "order=true, distance=2"), "f.dot")
    assert dfg.order == (OrderEdge("a", "b", 0), OrderEdge("b", "a", 2))
    assert all(not operation.operands for operation in dfg.operations)
