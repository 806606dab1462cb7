"""DFGs as DOT, which of their edges are loop-carried, and DFG files of every format."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from interchange.graphs.dot_dfg import dfg_from_dot
from interchange.graphs.dot_write import dfg_to_dot
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator
from models.errors import InputError, NotSupportedError
from models.formats.carried import Link, components, distances
from models.notes import noted
from shell.graph_files import load_dfg, save_dfg
from tests.one_line import one_line
from xyzmap.networks_dfg import dfg_from_networkx

LOOP = """
digraph G { // a comment
load1[opcode=load]; const2[opcode=const];
mul3[opcode=mul]; /* another
one */ add4[opcode=add];
store5[opcode="store"];
# add6 counts
add6[opcode=add];
const2->mul3[operand=1]; //const->mul
load1->mul3[operand=0];
mul3->add4[operand=0]; add4->add4[operand=1];
add4->store5[operand=0]; load1->load1x[operand=0];
load1x[opcode=load]; const2->add6[operand=1]
}
"""


def reads(dfg: Dfg) -> dict[str, list[tuple[str, int]]]:
    return {o.name: [(x.value, x.distance) for x in o.operands] for o in dfg.operations}


def test_cgra_me_dialect() -> None:
    """Tests that opcodes, operand order, loops, effects, arities and results are read."""
    dfg = dfg_from_dot(LOOP, "f.dot")
    assert dfg.name == "G"
    assert reads(dfg) == {
        "load1": [],
        "const2": [],
        "mul3": [("load1", 0), ("const2", 0)],
        "add4": [("mul3", 0), ("add4", 1)],
        "store5": [("add4", 0)],
        "add6": [("const2", 0)],
        "load1x": [("load1", 0)],
    }
    by_name = {operation.name: operation.operator for operation in dfg.operations}
    assert (by_name["load1"], by_name["load1x"]) == ("load/0", "load")
    assert (by_name["add4"], by_name["add6"]) == ("add", "add/1")
    assert dfg.operator_by_name["add"] == Operator("add", 2, True, True)
    assert dfg.operator_by_name["add/1"] == Operator("add/1", 1)
    assert dfg.has_effect("store5")
    assert dfg.has_effect("load1")
    assert dfg.results == ("add6",)


def test_immediate_constants_and_inputs() -> None:
    """Tests that constants and sources can be kept out of the operations."""
    text = LOOP.replace("opcode=const", "opcode=const,value=-2.5")
    dfg = dfg_from_dot(text, "f.dot", "name", constants="immediate", sources="inputs")
    assert dfg.name == "name"
    assert dfg.inputs == ("load1",)
    assert dfg.constants == (Constant("const2", -2.5),)
    assert dfg_from_dot(LOOP, "f.dot", constants="immediate").constants[0].value == 0


def test_express_dialect() -> None:
    """Tests that labels are opcodes, and edge numbers order the operands."""
    text = """digraph fir { node [color="1,2"];
        17 [label = imp]; 18 [ label = "imp " ]; 19 [label = sub]; exp1 [label = exp];
        18 -> 19 [name = 12]; 17 -> 19 [ name=3 ]; 19 -> exp1; }"""
    dfg = dfg_from_dot(text, "f.dot")
    assert reads(dfg) == {"17": [], "18": [], "19": [("17", 0), ("18", 0)], "exp1": [("19", 0)]}
    assert dfg.results == ()
    assert dfg_from_dot(text, "f.dot", sources="inputs").inputs == ("17", "18")


def carried(dfg: Dfg) -> set[tuple[str, str]]:
    return {(x.value, o.name) for o in dfg.operations for x in o.operands if x.distance}


TWO_ENTRIES = """digraph { p [label=add]; q [label=add]; r [label=add]; s [label=imp];
    p -> q; q -> r; r -> p; s -> %s }"""


@pytest.mark.parametrize(("entry", "back"), [("p", "r"), ("q", "p"), ("r", "q")])
def test_carried_edge_leads_back_to_the_entry(entry: str, back: str) -> None:
    """Tests that of a cycle the edge into the node that is reached first is loop-carried."""
    assert carried(dfg_from_dot(TWO_ENTRIES % entry, "f.dot")) == {(back, entry)}


def test_numbers_are_no_opcodes() -> None:
    """Tests that a drawing of CCF, whose labels number the nodes, is not taken for a graph."""
    text = 'digraph loop1 {\n1 [label="12"];\n2 [label="13"];\n1 -> 2;\n}\n'
    with pytest.raises(InputError, match=r"f\.dot: line 2: all labels are numbers, as in CCF's"):
        dfg_from_dot(text, "f.dot")


NODE = "digraph {\na [opcode=add]\n"
BAD = [
    ("", "line 1: expected 'digraph', found the end of the file"),
    (NODE + "} x", "line 3: expected nothing after the graph, found 'x'"),
    (NODE + "a [opcode=b] }", "line 3: duplicate node 'a', first in line 2"),
    (NODE + "a -> b }", "line 3: node 'b' is never declared"),
    (NODE + "a -- a }", "line 3: '--' is no edge of a digraph; expected '->', found '--'"),
    (NODE + "] }", "line 3: expected a node, an edge or '}', found ']'"),
    (NODE + "b [label=<x] }", "line 3: a label of HTML, <…>, that never closes"),
    (NODE + '"b [label=x] }', "line 3: a quote that never closes"),
    (NODE + "/* b [label=x] }", "line 3: a comment that never closes"),
    (NODE + "b }", "line 3: node 'b' needs an opcode (or label) that is one word"),
    (NODE + '"b c" [label=x] }', "line 3: node name 'b c' must be a word without spaces"),
    (NODE + "a -> a [operand=0]\na -> a [operand=0] }", "line 4: operand 0 of 'a' is already"),
    (NODE + "a -> a [distance=-1] }", "line 3: distance '-1' must be an integer >= 0"),
    (NODE + "c [opcode=const,value=x] }", "line 3: value 'x' of 'c' is no finite number"),
]


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_text(text: str, line: str) -> None:
    """Tests that every bad text gives one line: the file, the line, what is wrong."""
    with one_line(f"f.dot: {line}"):
        dfg_from_dot(text, "f.dot", constants="immediate")


def test_opcode_that_looks_like_an_arity() -> None:
    """Tests that the names of operators cannot collide."""
    text = 'digraph { a[opcode=f]; b[opcode=f]; c[opcode="f/0"]; a -> b }'
    with pytest.raises(InputError, match="opcode 'f/0' is also the name of 'f' with arity 0"):
        dfg_from_dot(text, "f.dot")


GOOD = Dfg("d", (Operator("f", 1),), ("a",), (Operation("x", "f", (Operand("a"),)),))


def test_bad_files(tmp_path: Path) -> None:
    """Tests that files that cannot be used give one line."""

    def line(name: str, data: bytes | None = None, **options: str) -> str:
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(InputError) as caught:
            load_dfg(str(path), **options)
        assert "\n" not in str(caught.value)
        return str(caught.value).removeprefix(f"{path}: ")

    assert line("none.json").startswith("cannot read: No such file or directory; ")
    assert line(".") == "cannot read: Is a directory; name a file"
    said = "line 2: not UTF-8: invalid start byte; save the file as UTF-8"
    assert line("a.dot", b"digraph {\n\xff}") == said
    assert line("a.xyz", b"what").startswith("not recognised as any of json, dot")
    assert line("a.xyz", b"", dialect="x").startswith("unknown dialect 'x'; allowed: ")
    assert line("a.dot", b"", constants="x").startswith("unknown constants 'x'; allowed: ")
    with (tmp_path / "big.dot").open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert line("big.dot") == "larger than 64 MiB"
    with pytest.raises(InputError, match="unknown extension; known: .json, .dot"):
        save_dfg(GOOD, str(tmp_path / "d.xyz"))
    with pytest.raises(InputError, match="cannot write: No such file or directory"):
        save_dfg(GOOD, str(tmp_path / "none" / "d.json"))


def read(text: str) -> tuple[Dfg, list[str]]:
    """Return a graph and the notes on it."""
    with noted() as notes:
        dfg = dfg_from_dot(text, "f.dot", sources="inputs", constants="immediate")
    return dfg, notes


PLAIN = """digraph {
a [opcode=add]; b [opcode=sub]; c [opcode=mul]
a -> b
b -> c
c -> a }"""


@pytest.mark.parametrize("seed", range(15))
def test_every_cycle_has_a_distance(seed: int) -> None:
    """Tests that no cycle stays within an iteration, and that only edges of cycles are carried."""
    chance = random.Random(seed)
    names = [f"n{k}" for k in range(chance.randrange(1, 9))]
    opcodes = {name: chance.choice(("phi", "add", "add", "br")) for name in names}
    links = [
        Link(chance.choice(names), chance.choice(names), chance.choice((None, None, None, 2)))
        for _ in range(chance.randrange(16))
    ]
    with noted():
        found = distances(links, opcodes, "f")
    now = [link[:2] for link, far in zip(links, found, strict=True) if not far]
    number = components(names, now)
    assert all(number[a] != number[b] for a, b in now)
    free = components(names, [link[:2] for link in links if not link.distance])
    for link, far in zip(links, found, strict=True):
        assert far == link.distance or link.distance is None
        assert not (far and link.distance is None) or free[link.source] == free[link.target]


def test_self_loops_and_written_distances_leave_no_choice() -> None:
    """Tests that nothing is said where there is nothing to choose."""
    dfg, notes = read("digraph { s [opcode=add]; x [opcode=input]; x -> s; s -> s }")
    assert (carried(dfg), dfg.results, notes) == ({("s", "s")}, ("s",), [])
    dfg, notes = read(PLAIN.replace("a -> b", "a -> b [distance=2]"))
    assert carried(dfg) == {("a", "b")} and len(notes) == 1  # a, which only b reads later
    fixed = PLAIN.replace("c -> a", "c -> a [distance=0]").replace("b -> c", "b -> c [distance=0]")
    dfg, notes = read(fixed)
    assert carried(dfg) == {("a", "b")}


def as_dot(graph: Any) -> str:
    """The same graph as DOT text, edge after edge."""
    nodes = "".join(f"{n} [opcode={d.get('opcode', 'input')}];" for n, d in graph.nodes(data=True))
    edges = "".join(f"{u} -> {v};" for v in graph for u in graph.pred[v])
    return f"digraph {graph.name} {{ {nodes} {edges} }}"


@pytest.mark.parametrize("seed", range(30))
def test_networkx_graphs_are_read_alike(seed: int) -> None:
    """Tests graphs with cycles and phis: the same operands, distances, results and notes."""
    networkx = pytest.importorskip("networkx")
    chance = random.Random(seed)
    graph = networkx.DiGraph(name="g1")
    names = [f"n{k}" for k in range(chance.randrange(2, 8))]
    for name in names:
        graph.add_node(name, opcode=chance.choice(("sub", "phi", "add", "store", "br")))
    for _ in range(chance.randrange(12)):
        graph.add_edge(chance.choice(names), chance.choice(names))
    with noted() as notes:
        dfg = dfg_from_networkx(graph)
    with noted() as others:
        again = dfg_from_dot(as_dot(graph), "g1", sources="operations")
    assert (reads(again), again.results) == (reads(dfg), dfg.results)
    own = [line for line in others if "in the order of the file:" not in line]
    plain = [re.sub(r" \(?line 1\)?:?", "", line).lower() for line in own]
    assert plain == [line.lower() for line in notes]


def test_types_are_refused() -> None:
    typed = Dfg(
        "g",
        (Operator("urem", 2, type="u32"),),
        ("a",),
        (Operation("r", "urem", (Operand("a"), Operand("a"))),),
    )
    with pytest.raises(NotSupportedError, match="operator 'urem' of type u32 cannot be written"):
        dfg_to_dot(typed)
