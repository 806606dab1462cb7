"""Graphs in GraphML (http://graphml.graphdrafting.org), with the attributes of DOT.

Read as networkx, igraph and yEd write it: `<key>` names the attributes, `<data>` has their values,
and `<default>` those of nodes and edges without. A label that yEd draws is the attribute `label`.
Ports and hyperedges are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from interchange.graphs.dot_dfg import dfg_from_drawing, placed_in
from interchange.graphs.drawn_json import drawing
from models.data.dfg import Dfg
from models.errors import InputError, NotSupportedError

_OPENS = re.compile(rb"<graphml[\s>]")


def is_graphml(data: bytes) -> bool:
    """Return whether a text looks like GraphML."""
    return data.startswith(b"<") and _OPENS.search(data[:4096]) is not None


def dfg_from_graphml(
    data: bytes, where: str, name: str, constants: str | None = None, sources: str | None = None
) -> Dfg:
    """Return the DFG in a GraphML text. Raises `InputError` with file, line and fault."""
    with placed_in(where):
        read = _Reader()
        read.parse(data)
        graph = drawing(read.name, read.nodes, read.edges)
        return dfg_from_drawing(graph, where, name, constants, sources)


class _Reader:
    """The nodes and edges of a text: of each the place, the name or ends, and the attributes."""

    def __init__(self) -> None:
        self.name = ""
        self.nodes: list[tuple[str, list[str], dict[str, str]]] = []
        self.edges: list[tuple[str, list[str], dict[str, str]]] = []
        self._names: dict[str, tuple[str, str]] = {}
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._open: list[str] = []
        self._key, self._text, self._drawn = "", "", False
        self._part: dict[str, str] | None = None
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add
        self._parser.EntityDeclHandler = self._refuse_entity

    def parse(self, data: bytes) -> None:
        """Read the text. Raises `InputError`."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            raise InputError(f"no well-formed XML: {what}", f"line {error.lineno}") from None
        for kind, parts in (("node", self.nodes), ("edge", self.edges)):
            for _, _, attributes in parts:
                for key, value in self._defaults[kind].items():
                    attributes.setdefault(key, value)

    @property
    def _place(self) -> str:
        return f"line {self._parser.CurrentLineNumber}"

    def _refuse_entity(self, *_: object) -> None:
        raise InputError("entities are not read; write their text", self._place)

    def _start(self, name: str, given: dict[str, str]) -> None:
        kind = name.rpartition(" ")[2]
        self._drawn = (bool(self._open) and self._open[-1] == "data") or self._drawn
        self._open.append(kind)
        self._text = ""
        starts: dict[str, Callable[[dict[str, str]], None]] = {
            "graph": self._graph,
            "key": self._name,
            "node": self._node,
            "edge": self._edge,
        }
        if kind in ("port", "hyperedge"):
            raise NotSupportedError(f"<{kind}> has no meaning in a dataflow graph", self._place)
        if kind in ("data", "default"):
            self._key = given.get("key", self._key)
        elif kind in starts:
            starts[kind](given)

    def _graph(self, given: dict[str, str]) -> None:
        if self._open.count("graph") > 1 or self.nodes:
            raise NotSupportedError("a second graph, or one in a node, is not read", self._place)
        if given.get("edgedefault") != "directed":
            what = 'the edges have no direction: write edgedefault="directed"'
            raise InputError(what, self._place)
        self.name = given.get("id", "")

    def _name(self, given: dict[str, str]) -> None:
        self._key = given.get("id", "")
        named = given.get("attr.name", self._key)
        self._names[self._key] = (given.get("for", "all"), named)

    def _node(self, given: dict[str, str]) -> None:
        self._part = {}
        self.nodes.append((self._place, [self._given(given, "id")], self._part))

    def _edge(self, given: dict[str, str]) -> None:
        if given.get("directed", "true") != "true":
            raise InputError("an edge without direction", self._place)
        ends = [self._given(given, "source"), self._given(given, "target")]
        self._part = {}
        self.edges.append((self._place, ends, self._part))

    def _given(self, given: dict[str, str], key: str) -> str:
        if not given.get(key):
            raise InputError(f"<{self._open[-1]}> needs the attribute {key}", self._place)
        return given[key]

    def _add(self, text: str) -> None:
        self._text += text

    def _end(self, name: str) -> None:
        kind = self._open.pop()
        owner, named = self._names.get(self._key, ("all", self._key))
        if kind in ("NodeLabel", "EdgeLabel") and self._part is not None:
            self._part.setdefault("label", self._text.strip())
        elif kind == "data" and self._drawn:
            self._drawn = False
        elif kind == "data" and self._open[-1] in ("node", "edge") and self._part is not None:
            self._part[named] = self._text.strip()
        elif kind == "data" and self._open[-1] == "graph" and named == "name":
            self.name = self._text.strip()
        elif kind == "default":
            for each in ("node", "edge"):
                if owner in (each, "all"):
                    self._defaults[each][named] = self._text.strip()
