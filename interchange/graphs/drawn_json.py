"""Graphs in JSON with the attributes of DOT: Graphviz's `dot -Tjson`, and node-link data.

Node-link data are those of networkx, which D3 and other libraries write as well: nodes with an
`id`, and `links` or `edges` between a `source` and a `target`. Attributes mean what they mean in
DOT files. A node without any that names an opcode is an input if nothing leads to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from interchange.graphs.dot_dfg import OPCODES, dfg_from_drawing, placed_in
from interchange.graphs.dot_text import DotEdge, DotGraph, DotNode
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.json_text import decode

_DRAWN = re.compile(r"_gvid|tail|head|_\w*draw_|nodes|edges|subgraphs")
"""Members of Graphviz that are no attributes."""


def is_graphviz_json(data: bytes) -> bool:
    """Return whether a text looks like `dot -Tjson`."""
    return data.startswith(b"{") and b'"_subgraph_cnt"' in data


def is_node_link(data: bytes) -> bool:
    """Return whether a text looks like node-link data."""
    if not data.startswith(b"{") or b'"schema"' in data:
        return False
    return b'"nodes"' in data and (b'"links"' in data or b'"edges"' in data)


def dfg_from_graphviz_json(
    data: bytes, where: str, name: str, constants: str | None = None, sources: str | None = None
) -> Dfg:
    """Return the DFG in the output of `dot -Tjson`. Raises `InputError` with file, place, fault."""
    with placed_in(where):
        raw = _object(decode(data, where))
        if not raw.get("directed", True):
            raise InputError("the edges of an undirected graph have no direction; draw a digraph")
        graph, names = DotGraph(str(raw.get("name", ""))), dict[int, str]()
        for place, node in _listed(raw, "objects"):
            if "nodes" in node or "subgraphs" in node or "edges" in node:
                continue
            names[_number(node, "_gvid", place)] = own = str(node.get("name", ""))
            graph.nodes[own] = DotNode(_attributes(node, _DRAWN, "name"), place)
        for place, edge in _listed(raw, "edges"):
            ends = [names.get(_number(edge, end, place)) for end in ("tail", "head")]
            if None in ends:
                raise InputError("an end is no node of `objects`", place)
            attributes = _attributes(edge, _DRAWN)
            if "invis" not in attributes.get("style", ""):
                port = attributes.pop("headport", "")
                graph.edges.append(DotEdge(str(ends[0]), str(ends[1]), attributes, place, port))
        return dfg_from_drawing(graph, where, name, constants, sources)


def dfg_from_node_link(
    data: bytes, where: str, name: str, constants: str | None = None, sources: str | None = None
) -> Dfg:
    """Return the DFG in node-link data. Raises `InputError` with file, place and fault."""
    with placed_in(where):
        raw = _object(decode(data, where))
        if not raw.get("directed", False):
            what = 'the edges have no direction: write "directed": true'
            raise InputError(f"{what}, or save a networkx.DiGraph")
        inner = raw.get("graph")
        named = inner.get("name", "") if isinstance(inner, dict) else ""
        nodes, edges = list[_Part](), list[_Part]()
        for place, node in _listed(raw, "nodes"):
            nodes.append((place, [_end(node, "id", place)], _attributes(node, None, "id")))
        for place, edge in _listed(raw, "links" if "links" in raw else "edges"):
            ends = [_end(edge, end, place) for end in ("source", "target")]
            edges.append((place, ends, _attributes(edge, None, "source", "target", "key")))
        return dfg_from_drawing(drawing(str(named), nodes, edges), where, name, constants, sources)


_Part = tuple[str, list[str], dict[str, str]]
"""The place of a node or an edge, its name or ends, and its attributes."""


def drawing(name: str, nodes: list[_Part], edges: list[_Part]) -> DotGraph:
    """Return a drawing of nodes, of which those without an opcode that read nothing are inputs.

    Raises `InputError` where two nodes have one name.
    """
    graph, read = DotGraph(name), {ends[1] for _, ends, _ in edges}
    for place, (own,), attributes in nodes:
        if own in graph.nodes:
            raise InputError(f"two nodes have the name '{own}'", place)
        named = any(key in attributes for key in (*OPCODES, "label"))
        if not named and own not in read:
            constant = any(key in attributes for key in ("value", "const_value"))
            attributes["opcode"] = "const" if constant else "input"
        graph.nodes[own] = DotNode(attributes, place)
    for place, (source, target), attributes in edges:
        graph.edges.append(DotEdge(source, target, attributes, place))
    return graph


def _object(raw: Any) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise InputError("expected an object with nodes and edges")
    return raw


def _listed(raw: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the objects of a list, each with its place."""
    found = raw.get(key, [])
    if not isinstance(found, list):
        raise InputError("expected a list", key)
    for number, each in enumerate(found):
        if not isinstance(each, dict):
            raise InputError("expected an object", f"{key}[{number}]")
    return [(f"{key}[{number}]", each) for number, each in enumerate(found)]


def _number(raw: Mapping[str, Any], key: str, place: str) -> int:
    found = raw.get(key)
    if not isinstance(found, int):
        raise InputError(f"'{key}' must be a number", place)
    return found


def _end(raw: Mapping[str, Any], key: str, place: str) -> str:
    found = raw.get(key)
    if not isinstance(found, str | int) or isinstance(found, bool):
        raise InputError(f"'{key}' must be the name of a node, a text or a number", place)
    return str(found)


def _attributes(
    raw: Mapping[str, Any], left_out: re.Pattern[str] | None, *known: str
) -> dict[str, str]:
    """Return the attributes as texts; those of other kinds than texts and numbers are left out."""
    found = dict[str, str]()
    for key, value in raw.items():
        if key in known or (left_out is not None and left_out.fullmatch(key)):
            continue
        if isinstance(value, bool):
            found[key] = "true" if value else "false"
        elif isinstance(value, str | int | float):
            found[key] = str(value).strip()
    return found
