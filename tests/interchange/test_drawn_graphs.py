"""Graphviz JSON, node-link data and GraphML are read as the same graph in DOT."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx
import pytest

from models.data.dfg import Dfg
from models.errors import InputError
from models.notes import noted
from shell.graph_files import load_dfg

ROOT = Path(__file__).parents[2]
DOT = """digraph fir {
  x [opcode=load]; c [opcode=const, value=3]; m [opcode=mul]; s [opcode=add]; o [opcode=output];
  x -> m [operand=rhs]; c -> m [operand=lhs]; m -> s [operand=0];
  s -> s [operand=1, distance=1]; s -> o;
}
"""
LABELS = {"x": "load", "m": "mul", "s": "add", "o": "output"}


def drawn() -> networkx.DiGraph[Any]:
    """The graph of `DOT`; labels are opcodes, as where it is drawn."""
    graph = networkx.DiGraph(name="fir")
    for name, label in LABELS.items():
        graph.add_node(name, label=label)
    graph.add_node("c", opcode="const", value=3)
    graph.add_edge("x", "m", operand="rhs")
    graph.add_edge("c", "m", operand="lhs")
    graph.add_edge("m", "s", operand=0)
    graph.add_edge("s", "s", operand=1, distance=1)
    graph.add_edge("s", "o")
    return graph


def graphviz() -> dict[str, Any]:
    """The graph of `DOT` as `dot -Tjson` writes it, with a subgraph, a port and what it draws."""
    objects = [{"name": "cluster_a", "_gvid": 0, "nodes": [1, 2], "bb": "0,0,1,1"}]
    for name, label in {"c": "const", **LABELS}.items():
        own = {"value": "3"} if name == "c" else {"_draw_": [{"op": "c"}], "pos": "27,18"}
        objects.append({"name": name, "_gvid": len(objects), "label": label, **own})
    at = {str(each["name"]): each["_gvid"] for each in objects}
    edges = [("x", "m", {"headport": "in1"}), ("c", "m", {"operand": "lhs"})]
    edges += [("m", "s", {"operand": "0"}), ("s", "s", {"operand": "1", "distance": "1"})]
    edges += [("s", "o", {}), ("x", "o", {"style": "invis"})]
    return {
        "name": "fir",
        "directed": True,
        "strict": False,
        "_subgraph_cnt": 1,
        "objects": objects,
        "edges": [
            {"_gvid": number, "tail": at[tail], "head": at[head], **more}
            for number, (tail, head, more) in enumerate(edges)
        ],
    }


def read(path: Path, text: str) -> Dfg:
    """Return the graph in a file, read without a note."""
    path.write_text(text)
    with noted() as notes:
        dfg = load_dfg(str(path))
    assert not notes
    return dfg


def test_all_mean_the_same(tmp_path: Path) -> None:
    known = read(tmp_path / "fir.dot", DOT)
    networkx.write_graphml(drawn(), tmp_path / "n.graphml")
    texts = {
        "links.json": json.dumps(networkx.node_link_data(drawn(), edges="links")),
        "edges.json": json.dumps(networkx.node_link_data(drawn(), edges="edges")),
        "fir.graphml": (tmp_path / "n.graphml").read_text(),
        "fir.xml": (tmp_path / "n.graphml").read_text(),
        "drawn.json": json.dumps(graphviz()),
    }
    for name, text in texts.items():
        found = read(tmp_path / name, text)
        assert (found.name, found.results) == ("fir", known.results), name
        assert {each.name: each for each in found.operations} == {
            each.name: each for each in known.operations
        }, name
        assert {*found.constants} == {*known.constants}, name


def test_the_example_of_the_page(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "formats-others.md").read_text(encoding="utf-8")
    dfg = read(tmp_path / "e.json", page.split("```node-link\n")[1].split("```")[0])
    assert dfg.name == "sum" and {each.operator for each in dfg.operations} == {"input", "add"}


YED = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrafting.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <key id="d0" for="node" yfiles.type="nodegraphics"/>
  <key id="d1" for="edge" attr.name="distance" attr.type="int"><default>0</default></key>
  <graph id="G" edgedefault="directed">
    <node id="a"><data key="d0"><y:Shape><y:NodeLabel>load</y:NodeLabel></y:Shape></data></node>
    <node id="b"><data key="d0"><y:Shape><y:NodeLabel>add</y:NodeLabel></y:Shape></data></node>
    <edge source="a" target="b"/><edge source="b" target="b"><data key="d1">1</data></edge>
  </graph>
</graphml>
"""


def test_labels_of_yed_and_defaults(tmp_path: Path) -> None:
    (tmp_path / "sum.graphml").write_text(YED)
    dfg = load_dfg(str(tmp_path / "sum.graphml"))
    total = next(each for each in dfg.operations if each.operator == "add")
    assert (dfg.name, [(each.value, each.distance) for each in total.operands]) == (
        "sum",
        [("a", 0), ("b", 1)],
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("g.graphml", '"directed"', '"undirected"', "line 5: the edges have no direction"),
        ("g.graphml", "</graphml>", "", "line 11: no well-formed XML: no element found"),
        ("g.graphml", '<node id="a">', "<node>", "line 6: <node> needs the attribute id"),
        ("g.graphml", "<edge", "<hyperedge/><edge", "line 8: <hyperedge> has no meaning"),
        ("g.graphml", ">add<", "><", "line 7: node 'b' needs an opcode"),
        ("l.json", '"target": "m"', '"target": "q"', "links[0]: node 'q' is never declared"),
        ("l.json", '"directed": true', '"directed": false', "the edges have no direction"),
        ("l.json", '"id": "m"', '"id": "x"', "nodes[1]: two nodes have the name 'x'"),
        ("l.json", '"distance": 1', '"distance": -1', "links[2]: distance '-1' must be"),
        ("d.json", '"tail": 1,', '"tail": 77,', "edges[1]: an end is no node of `objects`"),
        ("d.json", '"directed": true', '"directed": false', "of an undirected graph"),
        ("d.json", '"_gvid": 1,', '"_gvid": "one",', "objects[1]: '_gvid' must be a number"),
    ],
)
def test_faults_have_their_place(tmp_path: Path, name: str, old: str, new: str, line: str) -> None:
    links = json.dumps(networkx.node_link_data(drawn(), edges="links"))
    texts = {"g.graphml": YED, "l.json": links, "d.json": json.dumps(graphviz())}
    assert old in texts[name]
    (tmp_path / name).write_text(texts[name].replace(old, new, 1))
    with pytest.raises(InputError) as fault:
        load_dfg(str(tmp_path / name))
    assert f"{name}: " in str(fault.value) and line in str(fault.value)


def test_entities_are_refused(tmp_path: Path) -> None:
    text = YED.replace("<graphml", '<!DOCTYPE g [<!ENTITY e "add">]>\n<graphml', 1)
    (tmp_path / "g.graphml").write_text(text)
    with pytest.raises(InputError, match="entities are not read"):
        load_dfg(str(tmp_path / "g.graphml"))
