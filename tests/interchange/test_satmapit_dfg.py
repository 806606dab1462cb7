"""DFGs in the files and drawings of SAT-MapIt: what is read, refused, and written."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from interchange.graphs.satmapit_dfg import dfg_to_satmapit
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.errors import NotSupportedError
from shell.graph_files import load_dfg, save_dfg
from tests.interchange.graphs import reads
from tests.one_line import one_line

# A running maximum of a[i]: phis, a load, a comparison, a selection and the exit of the loop.
MAXIMUM = {
    "nodes": "0 phi 20 6 -1 40\n1 phi 21 4 -1 40\n2 load 0 -1 -1 29\n3 sub 2 1 -1 2\n"
    "4 bsfa 1 2 3 17\n6 add 0 22 -1 1\n7 bne 6 30 -1 25\n",
    "edges": "0 2 0 1\n0 6 0 1\n1 3 0 1\n1 4 0 1\n2 3 0 1\n2 4 0 1\n3 4 0 1\n4 1 1 1\n6 0 1 1\n"
    "6 7 0 1\n",
}
BESIDE = {
    "constants": "21 1 -32768 1\n22 6 4 1\n",
    "livein_edges": "20 0 0 1\n30 7 0 1\n",
    "liveinnodes": "20\n30\n",
    "liveout_edges": "4 41 0 1\n",
    "liveoutnodes": "41\n",
}


def write(folder: Path, texts: dict[str, str], name: str = "top") -> str:
    """Write the files of a graph; return NAME with its folder."""
    for kind, text in texts.items():
        (folder / f"{name}_{kind}").write_text(text, encoding="utf-8")
    return str(folder / name)


EXPECTED = {
    "0": ("phi", [("20", 0), ("6", 1)]),
    "1": ("phi", [("21", 0), ("4", 1)]),
    "2": ("load", [("0", 0)]),
    "3": ("sub", [("2", 0), ("1", 0)]),
    "4": ("bsfa", [("1", 0), ("2", 0), ("3", 0)]),
    "6": ("add", [("0", 0), ("22", 0)]),
    "7": ("bne", [("6", 0), ("30", 0)]),
}


def test_all_files(tmp_path: Path) -> None:
    """Tests that any name of the files gives operands, constants, inputs and results."""
    name = write(tmp_path, {**MAXIMUM, **BESIDE})
    for path in (name, f"{name}_nodes", f"{name}_edges"):
        dfg = load_dfg(path)
        assert dfg.name == "top"
        assert reads(dfg) == EXPECTED
        assert dfg.inputs == ("20", "30")
        assert dfg.constants == (Constant("21", -32768), Constant("22", 4))
        assert dfg.results == ("4",)
        assert [o.name for o in dfg.operators if o.effect] == ["load", "bne"]
    assert reads(load_dfg(name, sources="operations"))["20"] == ("livein", [])


def test_order_latency_and_repeated_operands(tmp_path: Path) -> None:
    """Tests edges without a value, latencies, a value read twice, and two equal columns."""
    nodes = "0 load 9 -1 -1 29\n1 mul 0 0 -1 3\n2 mul 1 1 -1 3\n3 store 2 9 -1 32\n4 bsfa 8 8 2 17"
    edges = "0 1 0 2\n1 2 0 3\n1 2 2 3\n3 0 1 1\n2 3 0 3\n2 4 0 3\n0 3 0 2"
    constants = "7 4 5 0\n8 4 6 1\n"
    beside = {"constants": constants, "liveinnodes": "9\n"}
    dfg = load_dfg(write(tmp_path, {"nodes": nodes, "edges": edges, **beside}))
    found = reads(dfg)
    assert found["1"] == ("mul", [("0", 0), ("0", 0)])
    assert found["2"] == ("mul", [("1", 0), ("1", 2)])
    assert found["4"] == ("bsfa", [("7", 0), ("8", 0), ("2", 0)])
    assert set(dfg.order) == {OrderEdge("3", "0", 1), OrderEdge("0", "3", 0)}
    assert {o.name: o.latency for o in dfg.operators} == {
        "load": 2,
        "mul": 3,
        "store": 1,
        "bsfa": 1,
    }


NODES, EDGES = "nodes: ", "edges: "
BAD = [  # the file that is changed, what becomes what, what is said; of an empty piece, all
    ("nodes", "1 phi 21 4 -1 40\n2 load 0 -1 -1 29", "1 phi", NODES + "line 2: 2 columns"),
    ("edges", "", "", NODES + "line 1: node 0 reads node 6, but 'top_edges'"),
    ("edges", "4 1 1 1", "4 1 0 1", EDGES + "cycle of distance 0: 1 -> 4 -> 1"),
    ("edges", "3 4 0 1", "3 44 0 1", EDGES + "line 7: node 44 is not in 'top_nodes'"),
    ("nodes", "0 22", "0 99", NODES + "line 6: operand 99 of node 6 is no node, constant"),
    ("edges", "3 4 0 1\n", "", NODES + "line 5: node 4 reads node 3, but 'top_edges' has no"),
    ("liveout_edges", "4 41", "5 41", "liveout_edges: line 1: node 5 is not in 'top_nodes'"),
    ("nodes", "6 add", "4 add", NODES + "line 6: duplicate node 4, first in l"),
    ("nodes", "-1 2\n", "-2 2\n", NODES + "line 4: predicate '-2' must be an integer >= -1"),
    ("edges", "0 2 0", "0 2 " + "9" * 5000, EDGES + f"line 1: distance '{'9' * 40}' must be"),
    ("edges", "1 3 0 1", "1 3 0 2", EDGES + "line 3: operator 'phi' has two latencies, 1 and 2"),
    ("constants", "22 6 4", "21 6 4", "constants: line 2: constant 21 has two values, -32768"),
    ("constants", "22 6 4", "2 6 4", "constants: constant 2 is a node, too"),
    ("constants", "22 6 4", "22 9 4", "constants: node 9 is not in 'top_nodes'"),
    ("constants", "-32768", "0.5", "constants: line 1: value '0.5' must be an integer"),
    ("nodes", "add", "+", NODES + "line 6: opcode '+' is no word"),
]


@pytest.mark.parametrize(("kind", "old", "new", "line"), BAD)
def test_bad_files(kind: str, old: str, new: str, line: str, tmp_path: Path) -> None:
    """Tests that every bad file gives one line."""
    texts = {**MAXIMUM, **BESIDE}
    assert old in texts[kind]
    texts[kind] = texts[kind].replace(old, new) if old else new
    with one_line(f"{tmp_path}/top_{line}"):
        load_dfg(write(tmp_path, texts))


GOOD = Dfg("d", (Operator("neg", 1),), ("a",), (Operation("x", "neg", (Operand("a"),)),), ("x",))


def of_latencies(*latencies: int) -> Dfg:
    """A chain of shifts, each spelled in another way, of these latencies."""
    words, names = ("shl", "<<"), ("x", "y")
    operations = tuple(
        Operation(name, word, (Operand("a"), Operand(before)))
        for name, word, before, _ in zip(names, words, ("a", "x"), latencies, strict=False)
    )
    operators = tuple(
        Operator(word, 2, latency=n) for word, n in zip(words, latencies, strict=False)
    )
    return Dfg("d", operators, ("a",), operations, (operations[-1].name,))


@pytest.mark.parametrize(
    ("dfg", "line"),
    [
        (replace(GOOD, results=()), "'x', which nothing reads and which is no result, cannot be"),
        (of_latencies(3), "latency 3 of operator 'shl', whose values no edge leaves, cannot be"),
        (of_latencies(1, 2), "opcode 'shl' with two latencies, 1 and 2, cannot be written"),
        (
            replace(GOOD, inputs=(), constants=(Constant("a", 10**20),)),
            "constant 'a' with the number 100000000000000000000 cannot be written",
        ),
        (
            replace(GOOD, operations=(Operation("x", "neg", (Operand("a", 1),)),)),
            "'a' of an earlier iteration, which is no operation, cannot be written",
        ),
        (
            Dfg("d", (Operator("f", 4),), ("a",), (Operation("x", "f", (Operand("a"),) * 4),)),
            "operator 'f' of 4 operands cannot be written",
        ),
    ],
)
def test_what_would_be_read_as_something_else(dfg: Dfg, line: str, tmp_path: Path) -> None:
    """Tests that what the format cannot express is named, and nothing is written."""
    with pytest.raises(NotSupportedError) as caught:
        save_dfg(dfg, str(tmp_path / "d_nodes"))
    assert line in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_opcodes_have_numbers_of_their_own() -> None:
    """Tests the numbers as they are written; both shifts to the right have the same one."""
    names = "add sub mul shl and or xor fadd fsub fmul fdiv lshr ashr"
    operators = tuple(Operator(name, 2) for name in names.split())
    reads = (Operand("a"), Operand("a"))
    operations = tuple(Operation(o.name, o.name, reads) for o in operators)
    written = dfg_to_satmapit(Dfg("d", operators, ("a",), operations, tuple(names.split())))
    rows = [line.split() for line in written["nodes"].splitlines()]
    numbers = {row[1]: row[-1] for row in rows if row[1:] and row[1] in names.split()}
    assert numbers.keys() == set(names.split())
    assert numbers.pop("lshr") == numbers["ashr"] and numbers["fsub"] == "21"
    assert len(set(numbers.values())) == len(numbers)


def test_an_empty_graph_has_no_files(tmp_path: Path) -> None:
    with pytest.raises(NotSupportedError, match="a graph without operations cannot be written"):
        save_dfg(Dfg("empty", (), (), ()), str(tmp_path / "x_nodes"))
