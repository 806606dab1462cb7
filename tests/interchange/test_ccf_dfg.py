"""DFGs in the text files of CCF: what is read, refused, and written."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from interchange.graphs.ccf_write import dfg_to_ccf
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.semantics.opcodes import operator_of
from shell.graph_files import load_dfg, save_dfg
from tests.one_line import one_line

# if (x[i] < t) s = x[i] / 2.5f, and y[i] = s; with a counter, and a remainder of another version.
NODES = (
    "0 29 0 0 1; 1 0 1 0 1; 2 19 2 4 1; 3 20 3 0 3; 4 12 4 0 3; 5 3 5 0 3; 6 29 6 0 3; "
    "7 26 7 0 3; 8 21 8 4 1; 9 22 9 0 3; 10 0 10 0 1; 11 31 11 0 1; 20 30 ConstInt0 0 1; "
    "21 30 gPtr1 4 1; 22 30 ConstFP2.5 0 3; 23 30 ConstInt-1 0 1; 24 30 gVar1 4 3; "
    "25 30 ConstInt9 0 1; "
).replace("; ", "\n")
EDGES = (
    "2 3 0 LRE 0; 8 9 0 SRE 0; 10 0 1 TRU 0; 20 0 0 TRU 1; 0 1 0 TRU 1; 21 1 0 LIE 0; "
    "1 2 0 TRU 0; 3 4 0 TRU 0; 24 4 0 LIE 1; 22 5 0 TRU 1; 3 5 0 TRU 0; 7 6 1 TRU 0; "
    "20 6 0 TRU 1; 4 7 0 PRE 2; 5 7 0 TRU 0; 6 7 0 TRU 1; 1 8 0 TRU 1; 7 9 0 TRU 0; "
    "0 10 0 TRU 0; 23 10 0 TRU 1; 10 11 0 TRU 0; 23 11 0 TRU 1; 9 3 1 MEM 0; 4 0 0 I 0; "
    "4 0 0 LCE 0; "
).replace("; ", "\n")


def written(folder: Path, nodes: str = NODES, edges: str = EDGES) -> str:
    """Write the files of a graph; return NAME with its folder."""
    (folder / "top_node.txt").write_text(nodes)
    (folder / "top_edge.txt").write_text(edges)
    return str(folder / "top")


def reads(dfg: Dfg) -> dict[str, tuple[str, str]]:
    return {
        o.name: (o.operator, " ".join(x.value + "@" * x.distance for x in o.operands))
        for o in dfg.operations
    }


EXPECTED = {
    "0": ("phi", "10@ 20"),
    "1": ("add", "21 0"),
    "3": ("load", "1"),
    "4": ("fcmp.olt", "3 24"),
    "5": ("fdiv", "3 22"),
    "6": ("phi", "7@ 20"),
    "7": ("select", "4 5 6"),
    "9": ("store", "1 7"),
    "10": ("add", "0 23"),
    "11": ("op31", "10 23"),
}


def test_a_graph(tmp_path: Path) -> None:
    """Tests opcodes, pairs, predicates, constants, values from outside, memory order, results."""
    top = written(tmp_path)
    dfg = load_dfg(top)
    assert reads(dfg) == EXPECTED and dfg.inputs == ("21", "24") and dfg.name == "top"
    assert dfg.constants == (Constant("20", 0), Constant("22", 2.5), Constant("23", -1))
    assert dfg.order == (OrderEdge("9", "3", 1),) and dfg.results == ("11",)
    assert load_dfg(f"{top}_node.txt") == load_dfg(f"{top}_edge.txt") == dfg
    found = reads(load_dfg(top, constants="operations", sources="operations"))
    assert found["21"] == ("livein", "") and found["23"] == ("const", "23.const")


def test_predicates(tmp_path: Path) -> None:
    """Tests that a predicate makes a load, a store or an operation one of its own."""
    nodes = "0 30 a 0\n1 23 1 0\n2 24 2 0\n3 21 3 0\n4 22 4 0\n5 0 5 0\n"
    edges = "1 2 0 LRE\n3 4 0 SRE\n0 1 0 TRU\n0 2 0 PRE\n0 3 0 TRU\n2 4 0 TRU\n0 4 0 PRE\n"
    edges += "2 5 0 TRU\n0 5 0 PRE\n"
    found = reads(load_dfg(written(tmp_path, nodes, edges)))
    assert found == {"2": ("load.if", "0 0"), "4": ("store.if", "0 0 2"), "5": ("add.if", "0 2")}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("1 0 1 0 1\n", "1 0 1 0 1\n1 1 1 0 1\n", "line 3: duplicate node 1, first in line 2"),
        ("1 0 1 0 1\n", "1\n", "node.txt: line 2: 1 columns, must be 2 to 5"),
        ("0 1 0 TRU 1\n", "0 1 -1 TRU 1\n", "distance '-1' must be a whole number"),
        ("0 1 0 TRU 1\n", "0 99 0 TRU 1\n", "line 5: node 99 is not in 'top_node.txt'"),
        ("0 1 0 TRU 1\n", "0 1 0 FOO 1\n", "unknown kind of edge 'FOO'; known: TRU, LIE, PRE"),
        ("2 3 0 LRE 0\n", "", "node 2 is half of a load or store"),
        ("2 3 0 LRE 0\n", "2 9 0 LRE 0\n", "LRE from opcode 19 to 22, must be from 19 or 23"),
        ("8 9 0 SRE 0\n", "8 9 0 SRE 0\n8 9 0 SRE 0\n", "node 8 or 9 is already in a pair"),
        ("2 3 0 LRE 0\n", "2 3 1 LRE 0\n", "distance 1 of an LRE edge, must be 0"),
        ("5 7 0 TRU 0\n", "5 7 0 PRE 0\n", "edge.txt: line 15: node 7 has a second predicate"),
        ("0 1 0 TRU 1\n", "0 20 0 TRU 1\n", "node 20 is a constant or comes from outside"),
        ("10 0 1 TRU 0\n", "10 0 0 TRU 0\n", "edge.txt: cycle of distance 0"),
    ],
)  # fmt: skip
def test_refusals(old: str, new: str, line: str, tmp_path: Path) -> None:
    """Tests that each damage is one line with the file and the place."""
    assert (old in NODES) != (old in EDGES)
    top = written(tmp_path, NODES.replace(old, new), EDGES.replace(old, new))
    with one_line(within=line):
        load_dfg(top)


def test_a_file_of_ccf(tmp_path: Path) -> None:
    """Tests that what has been read is written so that it is read as the same again."""
    dfg = load_dfg(written(tmp_path, NODES, EDGES))
    save_dfg(dfg, str(tmp_path / "again_node.txt"))
    assert replace(load_dfg(str(tmp_path / "again")), name="top") == dfg


GOOD = Dfg(
    "d", (operator_of("+", 2),), ("a",), (Operation("x", "+", (Operand("a"), Operand("x", 1))),),
    ("x",),
)  # fmt: skip


NUMBERS = (
    *(("-", 1), ("icmp.slt", 12), ("EQ", 10), ("pass", 27), ("fadd", 0)),
    *(("*", 2), ("&", 6), ("|", 7), ("^", 8)),
)


def test_other_names() -> None:
    """Tests that names become numbers, and spellings the numbers of what they mean."""
    texts = dfg_to_ccf(GOOD)
    assert texts["node"] == "0 0 0 0 1\n1 30 gVar1 0 1\n"
    assert texts["edge"] == "1 0 0 LIE 0\n0 0 1 TRU 1\n"
    for word, number in NUMBERS:
        arity = 1 if word == "pass" else 2
        own = Operation("x", word, (Operand("a"),) * arity)
        dfg = replace(GOOD, operators=(Operator(word, arity),), operations=(own,))
        assert dfg_to_ccf(dfg)["node"].split()[1] == str(number)
