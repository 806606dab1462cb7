"""DFGs in the files of SAT-MapIt: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.dfg import Constant, Dfg, OrderEdge
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.notes import noted

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


def reads(dfg: Dfg) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    return {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }


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


def test_two_files_are_enough(tmp_path: Path) -> None:
    """Tests that other operands are inputs, and what no node reads in its iteration is a result."""
    dfg = load_dfg(write(tmp_path, MAXIMUM))
    assert reads(dfg) == EXPECTED
    assert set(dfg.inputs) == {"20", "21", "22", "30"}
    assert dfg.results == ("4",)


def test_constants_and_inputs_as_operations(tmp_path: Path) -> None:
    """Tests that constants and live-in values can occupy a PE, and that no number is lost."""
    name = write(tmp_path, {**MAXIMUM, **BESIDE})
    dfg = load_dfg(name, constants="operations", sources="operations")
    assert reads(dfg) == {
        **EXPECTED,
        "21": ("const", [("21.const", 0)]),
        "22": ("const", [("22.const", 0)]),
        "20": ("livein", []),
        "30": ("livein", []),
    }
    assert dfg.inputs == ()
    assert dfg.constants == (Constant("21.const", -32768), Constant("22.const", 4))
    assert load_dfg(name, constants="immediate", sources="inputs") == load_dfg(name)


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
    ("edges", "0 6 0 1", "0 6 0 1 1", EDGES + "line 2: 5 columns, must be 4"),
    ("nodes", "", "\n \n", NODES + "no nodes"),
    ("edges", "", "", NODES + "line 1: node 0 reads node 6, but 'top_edges'"),
    ("edges", "4 1 1 1", "4 1 0 1", EDGES + "cycle of distance 0: 1 -> 4 -> 1"),
    ("edges", "3 4 0 1", "3 44 0 1", EDGES + "line 7: node 44 is not in 'top_nodes'"),
    ("nodes", "0 22", "0 99", NODES + "line 6: operand 99 of node 6 is no node, constant"),
    ("edges", "3 4 0 1\n", "", NODES + "line 5: node 4 reads node 3, but 'top_edges' has no"),
    ("liveout_edges", "4 41", "5 41", "liveout_edges: line 1: node 5 is not in 'top_nodes'"),
    ("nodes", "6 add", "4 add", NODES + "line 6: duplicate node 4, first in l"),
    ("nodes", "add", "+", NODES + "line 6: opcode '+' is no word"),
    ("nodes", "6 add", "x add", NODES + "line 6: id 'x' must be an integer >= 0"),
    ("nodes", "-1 2\n", "-2 2\n", NODES + "line 4: predicate '-2' must be an integer >= -1"),
    ("edges", "0 2 0", "0 2 " + "9" * 5000, EDGES + f"line 1: distance '{'9' * 40}' must be"),
    ("edges", "0 2 0 1", "0 2 0 0", EDGES + "line 1: latency '0' must be an integer >= 1"),
    ("edges", "1 3 0 1", "1 3 0 2", EDGES + "line 3: operator 'phi' has two latencies, 1 and 2"),
    ("edges", "", "\0\x01\x02", EDGES + "line 1: 1 columns, must be 4"),
    ("constants", "-32768", "0.5", "constants: line 1: value '0.5' must be an integer"),
    ("constants", "22 6 4", "21 6 4", "constants: line 2: constant 21 has two values, -32768"),
    ("constants", "22 6 4", "2 6 4", "constants: constant 2 is a node, too"),
    ("constants", "22 6 4", "22 9 4", "constants: node 9 is not in 'top_nodes'"),
    ("livein_edges", "30 7", "30 9", "livein_edges: node 9 is not in 'top_nodes'"),
    ("edges", "0 2 0 1", "0,2,0,1", EDGES + "line 1: 1 columns, must be 4"),
]


@pytest.mark.parametrize(("kind", "old", "new", "line"), BAD)
def test_bad_files(kind: str, old: str, new: str, line: str, tmp_path: Path) -> None:
    """Tests that every bad file gives one line."""
    texts = {**MAXIMUM, **BESIDE}
    assert old in texts[kind]
    texts[kind] = texts[kind].replace(old, new) if old else new
    with pytest.raises(InputError) as caught:
        load_dfg(write(tmp_path, texts))
    assert str(caught.value).startswith(f"{tmp_path}/top_{line}") and "\n" not in str(caught.value)


def test_files_that_are_missing(tmp_path: Path) -> None:
    """Tests that a file without the one that belongs to it is one line with the other's name."""
    for own, other in (("nodes", "edges"), ("edges", "nodes")):
        (tmp_path / own).mkdir()
        name = write(tmp_path / own, {own: MAXIMUM[own]})
        with pytest.raises(InputError, match=f"{own}: cannot find the file .* 'top_{other}'"):
            load_dfg(name)
    with pytest.raises(InputError, match="top_nodes: cannot read: No such file or directory"):
        load_dfg(f"{tmp_path}/top_nodes")


def test_which_files_are_of_the_format(tmp_path: Path) -> None:
    """Tests that other formats keep their names, and that .txt may follow those of SAT-MapIt."""
    name = write(tmp_path, MAXIMUM)
    (tmp_path / "f_nodes").write_text(".i a\n.o y\n.f\nneg 1\n.n\ny neg a\n")
    assert load_dfg(str(tmp_path / "f_nodes")).results == ("y",)
    (tmp_path / "f_nodes").rename(tmp_path / "f_nodes.txt")
    assert load_dfg(str(tmp_path / "f_nodes.txt")).results == ("y",)
    for kind, text in MAXIMUM.items():
        (tmp_path / f"t_{kind}.txt").write_text(text)
    for path in ("t", "t_nodes.txt", "t_edges.txt"):
        assert reads(load_dfg(str(tmp_path / path))) == EXPECTED
    for kind in ("nodes", "edges"):
        (tmp_path / kind).write_text(MAXIMUM[kind])
        with pytest.raises(InputError, match="has to be called NAME_nodes or NAME_edges"):
            load_dfg(str(tmp_path / kind))
    (tmp_path / "top").mkdir()
    assert reads(load_dfg(name)) == EXPECTED


def test_what_the_files_leave_open_is_noted(tmp_path: Path) -> None:
    """Tests operands whose distances the columns do not tell, and what is not used."""
    texts = {
        "nodes": "0 add 1 1 -1 1\n1 sub 0 9 -1 2\n",
        "edges": "1 0 0 1\n1 0 1 1\n0 1 2 1\n",
        "livein_edges": "9 1 1 1\n",
        "constants": "8 1 5 0\n",
        "liveout_edges": "0 41 0 1\n",
    }
    path = write(tmp_path, texts)
    with noted() as lines:
        dfg = load_dfg(path)
    assert reads(dfg)["0"] == ("add", [("1", 0), ("1", 1)])
    assert lines == [
        f"note: {path}_livein_edges: line 1: the distance 1 of live-in value 9 is not used",
        f"note: {path}_constants: constant 8 is for node 1, which does not name it",
        f"note: {path}_edges: line 2: node 0 reads node 1 over edges of distances 0, 1: the first"
        " ones are taken as its operands, in the order of its columns",
    ]


def test_comments_and_other_ends_of_lines(tmp_path: Path) -> None:
    """Tests that lines that begin with `#` are left out, in files that may be of another format."""
    texts = {
        f"{kind}.txt": f"# {kind}\n{text}".replace("\n", "\r\n")
        for kind, text in (MAXIMUM | BESIDE).items()
    }
    path = write(tmp_path, texts)
    assert reads(load_dfg(path)) == reads(load_dfg(f"{path}_nodes.txt")) == EXPECTED
