"""A small reader of Graphviz DOT text: nodes and edges with their attributes.

Covers directed graphs with quoted names, comments, attribute lists, chains of edges and
subgraphs (flattened). Default attributes (`node [...]`) are skipped, ports are dropped, and a
node may be stated again with the same attributes. It runs in linear time, independent of
dataflow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from models.errors import InputError

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<quoted>"[^"\\]*(?:\\.[^"\\]*)*")
    |(?P<arrow>->|--)
    |(?P<word>\w[\w.]*|-?\.?\d[\w.]*)
    |(?P<sign>[][{}=;,:])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r'\\(["\\])')


@dataclass
class DotNode:
    """A node statement: attributes by name, and the line of the file."""

    attributes: dict[str, str]
    line: int


@dataclass
class DotEdge:
    """One edge of an edge statement."""

    source: str
    target: str
    attributes: dict[str, str]
    line: int


@dataclass
class DotGraph:
    """A graph in file order; `nodes` holds only nodes that have a statement of their own."""

    name: str
    nodes: dict[str, DotNode] = field(default_factory=dict)
    edges: list[DotEdge] = field(default_factory=list)


def read_dot(text: str) -> DotGraph:
    """Return the graph in a DOT text. Raises `InputError` with the line in front."""
    return _Parser(text).graph()


def quoted(name: str) -> str:
    """Return a name as DOT writes it: bare where that is safe, else in quotes."""
    if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name) and name.lower() not in _KEYWORDS:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


_KEYWORDS = ("strict", "graph", "digraph", "node", "edge", "subgraph")
_Token = tuple[str, str, int]


def _tokens(text: str) -> Iterator[_Token]:
    """Yield (kind, text, line); at the end a token of kind `end`, again and again."""
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            shown = text[position : position + 1]
            what = {'"': "a quote that never closes", "/": "a comment that never closes"}
            raise InputError(what.get(shown, f"unexpected character {shown!r}"), f"line {line}")
        kind = match.lastgroup or ""
        found = match.group()
        if kind == "quoted":
            yield kind, _ESCAPE.sub(r"\1", found[1:-1]), line
        elif kind != "space":
            yield kind, found, line
        line += found.count("\n")
        position = match.end()
    while True:
        yield "end", "the end of the file", line


class _Parser:
    def __init__(self, text: str) -> None:
        self._next = _tokens(text)
        self.token = next(self._next)

    def graph(self) -> DotGraph:
        if self._is("strict"):
            self._skip()
        if not self._is("digraph"):
            raise self._error("expected 'digraph'")
        self._skip()
        graph = DotGraph(self._name() if self.token[0] in ("word", "quoted") else "")
        self._expect("{")
        depth = 1
        while depth:
            kind, word, _ = self.token
            if kind == "end":
                raise self._error("expected '}'")
            if kind in ("word", "quoted"):
                depth += self._statement(graph)
            elif word in ("{", "}", ";"):
                depth += {"{": 1, "}": -1, ";": 0}[word]
                self._skip()
            else:
                raise self._error("expected a node, an edge or '}'")
        if self.token[0] != "end":
            raise self._error("expected nothing after the graph")
        return graph

    def _statement(self, graph: DotGraph) -> int:
        """Read one statement; return how many braces it leaves open."""
        kind, word, line = self.token
        if kind == "word" and word.lower() == "subgraph":
            self._skip()
            if self.token[0] in ("word", "quoted"):
                self._skip()
            self._expect("{")
            return 1
        names = [self._name()]
        if self._sign("="):
            self._skip()
            self._name()
            return 0
        self._port()
        while self.token[0] == "arrow":
            if self.token[1] == "--":
                raise self._error("'--' is no edge of a digraph; expected '->'")
            self._skip()
            names.append(self._name())
            self._port()
        attributes = self._attributes()
        if len(names) > 1:
            for source, target in pairwise(names):
                graph.edges.append(DotEdge(source, target, attributes, line))
        elif kind == "word" and word.lower() in ("node", "edge", "graph"):
            pass
        elif word not in graph.nodes:
            graph.nodes[word] = DotNode(attributes, line)
        elif attributes != graph.nodes[word].attributes:
            first = graph.nodes[word].line
            raise InputError(f"duplicate node '{word}', first in line {first}", f"line {line}")
        return 0

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

    def _port(self) -> None:
        while self._sign(":"):
            self._skip()
            self._name()

    def _name(self) -> str:
        kind, word, _ = self.token
        if kind not in ("word", "quoted"):
            raise self._error("expected a name")
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
