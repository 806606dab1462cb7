"""A reader of Graphviz DOT text: nodes and edges with their attributes.

Covers the directed graphs of Graphviz's DOT language (https://graphviz.org/doc/info/lang.html):
quoted names and HTML, comments, attribute lists and defaults (`node [...]`, within their subgraph,
for later nodes), chains of edges, and subgraphs, which are flattened, as ends of edges: `a -> {b
c}`. A node may be stated again if its attributes do not differ. Edges of a `strict` graph between
the same nodes are one. It runs in linear time, independent of dataflow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from interchange.graphs.dot_tokens import NAMES, tokens
from models.errors import InputError

MOST_EDGES = 1 << 22
"""Limit of edges: `{a b c} -> {d e f}` are nine, so a short text can exceed the memory."""

MOST_BRACES = 100
"""Limit of nested subgraphs, each of which may be an end of edges."""


@dataclass
class DotNode:
    """A node: attributes by name, and its place in the file, such as `line 3`."""

    attributes: dict[str, str]
    place: str


@dataclass
class DotEdge:
    """One edge of an edge statement; `port` is that of its target."""

    source: str
    target: str
    attributes: dict[str, str]
    place: str
    port: str = ""


@dataclass
class DotGraph:
    """A graph in file order.

    `nodes` holds the nodes that have a statement of their own, and those of edges to which defaults
    give attributes. `remarks` are pairs of a place and the text of a note on it.
    """

    name: str
    nodes: dict[str, DotNode] = field(default_factory=dict)
    edges: list[DotEdge] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)


def read_dot(text: str) -> DotGraph:
    """Return the graph in a DOT text. Raises `InputError` with the line in front."""
    return _Parser(text).graph()


@dataclass
class _End:
    """One end of an edge: names with their ports."""

    names: list[tuple[str, str]]


@dataclass
class _Block:
    """The part between two braces: its defaults, its nodes, and the edges that are being read.

    `first` is the index of its first node among all nodes in the order of their first mention.
    """

    first: int
    node: Mapping[str, str]
    edge: Mapping[str, str]
    chain: list[_End] = field(default_factory=list)
    line: int = 0


class _Parser:
    def __init__(self, text: str) -> None:
        self._next = tokens(text)
        self.token = next(self._next)
        self.mentioned: list[str] = []
        self.known: dict[str, DotNode] = {}  # all nodes, with the defaults where they came first
        self.stated: dict[str, dict[str, str]] = {}  # what statements of the node itself say
        self.found = DotGraph("")

    def graph(self) -> DotGraph:
        strict = self._is("strict")
        if strict:
            self._skip()
        if self._is("graph"):
            what = "expected 'digraph', found 'graph': its edges have no direction"
            raise InputError(f"{what}; write digraph and a -> b", f"line {self.token[2]}")
        if not self._is("digraph"):
            raise self._error("expected 'digraph'")
        self._skip()
        graph = self.found
        graph.name = self._name() if self.token[0] in NAMES else ""
        self._expect("{")
        blocks = [_Block(0, {}, {})]
        while blocks:
            kind, word, line = self.token
            if kind == "end":
                raise self._error("expected '}'")
            if (word == "{" and kind == "sign") or self._is("subgraph"):
                self._open(blocks, line)
            elif kind in NAMES:
                self._statement(blocks)
            elif word == "}":
                self._skip()
                closed = blocks.pop()
                if blocks:
                    self._close(blocks, closed)
            elif word == ";":
                self._skip()
            else:
                raise self._error("expected a node, an edge or '}'")
        if self.token[0] != "end":
            raise self._error("expected nothing after the graph")
        for name, node in self.known.items():
            if {"opcode", "op_code", "op", "label", "type"} & set(node.attributes):
                graph.nodes.setdefault(name, node)
        _leave_out_invisible(graph)
        if strict:
            _merge_edges(graph)
        return graph

    def _open(self, blocks: list[_Block], line: int) -> None:
        around = blocks[-1]
        if len(blocks) > MOST_BRACES:
            raise InputError(f"more than {MOST_BRACES} nested braces", f"line {line}")
        if self._is("subgraph"):
            self._skip()
            if self.token[0] in NAMES:
                self._skip()
        self._expect("{")
        if not around.chain:
            around.line = line
        blocks.append(_Block(len(self.mentioned), around.node, around.edge))

    def _close(self, blocks: list[_Block], closed: _Block) -> None:
        """Continue after a subgraph, which may be an end of edges."""
        around = blocks[-1]
        if not around.chain and self.token[0] != "arrow":
            return
        inside = dict.fromkeys(self.mentioned[closed.first :])
        around.chain.append(_End([(name, "") for name in inside]))
        self._go_on(blocks)

    def _statement(self, blocks: list[_Block]) -> None:
        """Read one statement that begins with a name, or its part before a subgraph."""
        block = blocks[-1]
        kind, word, line = self.token
        name = self._name()
        if self._sign("="):
            self._skip()
            self._name()
            return
        if kind == "word" and word.lower() in ("node", "edge", "graph"):
            default = self._attributes()
            if word.lower() == "node":
                block.node = {**block.node, **default}
            elif word.lower() == "edge":
                block.edge = {**block.edge, **default}
            return
        block.line = line
        block.chain.append(_End([(name, self._port())]))
        self._mention(name, line, block)
        self._go_on(blocks)

    def _go_on(self, blocks: list[_Block]) -> None:
        """Read the rest of an edge statement up to its end, or up to a subgraph."""
        block = blocks[-1]
        while self.token[0] == "arrow":
            if self.token[1] == "--":
                raise self._error("'--' is no edge of a digraph; expected '->'")
            self._skip()
            line = self.token[2]
            if self._sign("{") or self._is("subgraph"):
                self._open(blocks, line)
                return
            name = self._name()
            block.chain.append(_End([(name, self._port())]))
            self._mention(name, line, block)
        chain, block.chain = block.chain, []
        if len(chain) > 1:
            self._edges(chain, block)
        else:
            self._node(chain[0].names[0][0], block)

    def _edges(self, chain: list[_End], block: _Block) -> None:
        attributes = {**block.edge, **self._attributes()}
        for left, right in pairwise(chain):
            count = len(self.found.edges) + len(left.names) * len(right.names)
            if count > MOST_EDGES:
                raise InputError(f"more than {MOST_EDGES} edges", f"line {block.line}")
            for source, _ in left.names:
                for target, port in right.names:
                    own = port or attributes.get("headport", "")
                    edge = DotEdge(source, target, attributes, f"line {block.line}", own)
                    self.found.edges.append(edge)

    def _node(self, name: str, block: _Block) -> None:
        attributes = self._attributes()
        stated, known = self.stated.setdefault(name, {}), self.known[name]
        if any(stated.get(key, value) != value for key, value in attributes.items()):
            first = self.found.nodes[name].place
            raise InputError(f"duplicate node '{name}', first in {first}", f"line {block.line}")
        stated.update(attributes)
        known.attributes.update(attributes)
        if name not in self.found.nodes:
            self.found.nodes[name] = DotNode(known.attributes, f"line {block.line}")

    def _mention(self, name: str, line: int, block: _Block) -> None:
        self.mentioned.append(name)
        if name not in self.known:
            self.known[name] = DotNode(dict(block.node), f"line {line}")

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._sign("["):
            self._skip()
            while not self._sign("]"):
                name = self._name()
                found[name] = "true"
                if self._sign("="):
                    self._skip()
                    found[name] = self._name().strip()
                if self._sign(",") or self._sign(";"):
                    self._skip()
            self._skip()
        return found

    def _port(self) -> str:
        """Read the port of a node, if any, and its compass point."""
        found: list[str] = []
        while self._sign(":"):
            self._skip()
            found.append(self._name())
        return found[0] if found else ""

    def _name(self) -> str:
        kind, word, _ = self.token
        if kind not in NAMES:
            raise self._error("expected a name")
        self._skip()
        while kind == "quoted" and self._sign("+"):
            self._skip()
            if self.token[0] != "quoted":
                raise self._error("expected a text in quotes")
            word += self.token[1]
            self._skip()
        return word

    def _expect(self, sign: str) -> None:
        if not self._sign(sign):
            raise self._error(f"expected '{sign}'")
        self._skip()

    def _is(self, keyword: str) -> bool:
        return self.token[0] == "word" and self.token[1].lower() == keyword

    def _sign(self, sign: str) -> bool:
        return self.token[0] == "sign" and self.token[1] == sign

    def _skip(self) -> None:
        self.token = next(self._next)

    def _error(self, expected: str) -> InputError:
        kind, word, line = self.token
        shown = word if kind == "end" else f"'{word[:40]}'"
        return InputError(f"{expected}, found {shown}", f"line {line}")


def _leave_out_invisible(graph: DotGraph) -> None:
    """Leave out edges that are there for the places of nodes in a drawing only."""
    unseen = [edge for edge in graph.edges if "invis" in edge.attributes.get("style", "")]
    if unseen:
        graph.edges = [e for e in graph.edges if "invis" not in e.attributes.get("style", "")]
        what = f"invisible edges are left out: {len(unseen)} of them"
        graph.remarks.append((unseen[0].place, what))


def _merge_edges(graph: DotGraph) -> None:
    """Make edges between the same two nodes one."""
    first: dict[tuple[str, str], DotEdge] = {}
    for edge in graph.edges:
        kept = first.setdefault((edge.source, edge.target), edge)
        if kept is edge:
            edge.attributes = dict(edge.attributes)
            continue
        shown = f"{edge.source} -> {edge.target}"
        if any(kept.attributes.get(key, value) != value for key, value in edge.attributes.items()):
            what = f"a strict graph has one edge {shown}, and {kept.place} differs"
            raise InputError(f"{what}; write digraph without strict", edge.place)
        kept.attributes.update(edge.attributes)
        what = f"a strict graph has one edge {shown}, that of {kept.place}"
        graph.remarks.append((edge.place, f"{what}; write digraph without strict for both"))
    graph.edges = list(first.values())
