"""DFGs in the files of SAT-MapIt: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import Constant, Dfg, OrderEdge
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.formats.satmapit_dfg import load_satmapit
from models.formats.satmapit_files import Pair
from models.notes import noted
from solvers.min_ii import main

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


def changed(kind: str, old: str, new: str) -> dict[str, str]:
    texts = {**MAXIMUM, **BESIDE}
    assert old in texts[kind]
    return {**texts, kind: texts[kind].replace(old, new)}


NODES, EDGES = "top_nodes: ", "top_edges: "
BAD: dict[str, tuple[dict[str, str], str]] = {
    "truncated": (
        {**MAXIMUM, "nodes": MAXIMUM["nodes"][:40]},
        NODES + "line 3: 2 columns, must be 6: id opcode operandA operandB predicate number",
    ),
    "columns": (
        changed("edges", "0 6 0 1", "0 6 0 1 1"),
        EDGES + "line 2: 5 columns, must be 4: source target distance latency",
    ),
    "empty": ({**MAXIMUM, "nodes": "\n \n"}, NODES + "no nodes"),
    "no edges": ({**MAXIMUM, "edges": ""}, NODES + "line 1: node 0 reads node 6, but 'top_edges'"),
    "zero cycle": (
        changed("edges", "4 1 1 1", "4 1 0 1"),
        EDGES + "cycle of distance 0: 1 -> 4 -> 1; a loop-carried edge needs a distance >= 1",
    ),
    "unknown node": (
        changed("edges", "3 4 0 1", "3 44 0 1"),
        EDGES + "line 7: node 44 is not in 'top_nodes'",
    ),
    "unknown operand": (
        changed("nodes", "0 22", "0 99"),
        NODES + "line 6: operand 99 of node 6 is no node, constant or live-in value",
    ),
    "missing edge": (
        changed("edges", "3 4 0 1\n", ""),
        NODES + "line 5: node 4 reads node 3, but 'top_edges' has no such edge",
    ),
    "live-out": (
        changed("liveout_edges", "4 41", "5 41"),
        "top_liveout_edges: line 1: node 5 is not in 'top_nodes'",
    ),
    "twice": (changed("nodes", "6 add", "4 add"), NODES + "line 6: duplicate node 4, first in l"),
    "opcode": (changed("nodes", "add", "+"), NODES + "line 6: opcode '+' is no word"),
    "id": (changed("nodes", "6 add", "x add"), NODES + "line 6: id 'x' must be an integer >= 0"),
    "operand": (
        changed("nodes", "-1 2\n", "-2 2\n"),
        NODES + "line 4: predicate '-2' must be an integer >= -1",
    ),
    "huge number": (
        changed("edges", "0 2 0 1", "0 2 " + "9" * 5000 + " 1"),
        EDGES + f"line 1: distance '{'9' * 40}' must be an integer >= 0",
    ),
    "latency": (
        changed("edges", "0 2 0 1", "0 2 0 0"),
        EDGES + "line 1: latency '0' must be an integer >= 1",
    ),
    "latencies": (
        changed("edges", "1 3 0 1", "1 3 0 2"),
        EDGES + "line 3: operator 'phi' has two latencies, 1 and 2",
    ),
    "binary": ({**MAXIMUM, "edges": "\0\x01\x02"}, EDGES + "line 1: 1 columns, must be 4"),
    "value": (
        changed("constants", "-32768", "0.5"),
        "top_constants: line 1: value '0.5' must be an integer",
    ),
    "two values": (
        changed("constants", "22 6 4", "21 6 4"),
        "top_constants: line 2: constant 21 has two values, -32768 and 4",
    ),
    "constant is a node": (
        changed("constants", "22 6 4", "2 6 4"),
        "top_constants: constant 2 is a node, too",
    ),
    "constant of no node": (
        changed("constants", "22 6 4", "22 9 4"),
        "top_constants: node 9 is not in 'top_nodes'",
    ),
    "live-in value of no node": (
        changed("livein_edges", "30 7", "30 9"),
        "top_livein_edges: node 9 is not in 'top_nodes'",
    ),
    "commas": (
        changed("edges", "0 2 0 1", "0,2,0,1"),
        EDGES + "line 1: 1 columns, must be 4: source target distance latency; separate them by",
    ),
    "no edge file": (
        {"nodes": MAXIMUM["nodes"]},
        NODES + "cannot find the file that belongs to it, 'top_edges'",
    ),
    "no node file": (
        {"edges": MAXIMUM["edges"]},
        EDGES + "cannot find the file that belongs to it, 'top_nodes'",
    ),
    "no file": ({}, NODES + "cannot read: No such file or directory"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that every bad file gives one line, and exit code 2."""
    texts, line = BAD[case]
    path = write(tmp_path, texts) + ("_nodes" if not texts else "")
    with pytest.raises(InputError) as caught:
        load_dfg(path)
    assert str(caught.value).removeprefix(f"{tmp_path}/").startswith(line)
    assert main([path, "mesh:2x2"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("min-ii: ")
    assert shown.count("\n") == 1


def test_files_that_are_no_text(tmp_path: Path) -> None:
    """Tests that bytes that are no text, and files that are too large, are one line each."""
    name = write(tmp_path, MAXIMUM)
    (tmp_path / "top_nodes").write_bytes(b"0 phi \xff")
    with pytest.raises(InputError, match="top_nodes: line 1: not UTF-8: invalid start byte"):
        load_dfg(name)
    with (tmp_path / "top_nodes").open("wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(InputError, match="top_nodes: larger than 64 MiB"):
        load_dfg(name)


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


@pytest.mark.large
def test_large_files(tmp_path: Path) -> None:
    """Tests that a hundred thousand nodes in a loop are read in linear time."""
    count = 100_000
    nodes = "".join(f"{k} add {(k - 1) % count} 500000 -1 1\n" for k in range(count))
    edges = "".join(f"{k} {(k + 1) % count} {int(k + 1 == count)} 1\n" for k in range(count))
    # What takes the square of that many steps takes hours.
    dfg = load_dfg(write(tmp_path, {"nodes": nodes, "edges": edges}))
    assert len(dfg.operations) == count
    assert dfg.results == (str(count - 1),)


@given(
    st.lists(st.sampled_from(["0", "1", "2", "-1", "9", "add", "\n", "x", "-"]), max_size=40),
    st.lists(st.sampled_from(["0 1 0 1\n", "1 0 1 1\n", "0", "1", "2", "\n", "x"]), max_size=9),
)
@settings(max_examples=150, deadline=None)
def test_garbage(tmp_path_factory: pytest.TempPathFactory, a: list[str], b: list[str]) -> None:
    """Tests that no contents raise anything but an input error."""
    folder = tmp_path_factory.mktemp("garbage")
    texts = {"nodes": "0 add 1 -1 -1 1\n1 add 0 -1 -1 1\n" + " ".join(a), "edges": " ".join(b)}
    name = write(folder, texts)
    try:
        dfg = load_dfg(name)
    except InputError as error:
        assert str(error).startswith(str(folder))
        assert "\n" not in str(error)
    else:
        assert load_satmapit(Pair(name)) == dfg


def test_mapping(tmp_path: Path) -> None:
    """Tests that a graph of the format is mapped: the recurrence of four nodes needs II = 3."""
    name = write(tmp_path, {**MAXIMUM, **BESIDE})
    assert main([name, "mesh:2x2", "--quiet", "--time-limit", "60"]) == 0


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
