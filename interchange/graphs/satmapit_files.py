"""The files of SAT-MapIt, line by line: their names and contents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from models.data.dfg import Operand
from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes
from models.notes import note

NODE_COLUMNS = ("id", "opcode", "operandA", "operandB", "predicate", "number")
EDGE_COLUMNS = ("source", "target", "distance", "latency")
CONSTANT_COLUMNS = ("id", "target", "value", "operand")
BESIDE = ("constants", "livein_edges", "liveinnodes", "liveout_edges")
_PAIR = re.compile(r"(.*)_(nodes|edges)(|\.txt)", re.DOTALL)
_COMMENT = re.compile(rb"^[ \t]*#.*\n", re.MULTILINE)
_LINE = re.compile(rb"\s*\d+[ \t]+\w+[ \t]+-?\d+[ \t]+-?\d+([ \t]+-?\d+[ \t]+-?\d+)?[ \t]*[\r\n]")


class Pair(NamedTuple):
    """The files of one graph, `BASE_nodes` + `ending` and so on."""

    base: str
    ending: str = ""

    def path(self, kind: str) -> str:
        """The file of nodes, edges, constants, ..."""
        return f"{self.base}_{kind}{self.ending}"


class Edge(NamedTuple):
    """A line of a file of edges."""

    source: int
    target: int
    distance: int
    latency: int
    line: int


@dataclass
class Node:
    """A line of the file of nodes: `columns` are its operands A and B and its predicate."""

    id: int
    opcode: str
    columns: tuple[int, ...]
    line: int
    operands: list[Operand] = field(default_factory=list)


@dataclass
class Graph:
    """The contents of the files of a pair; `order` takes edges without a value."""

    pair: Pair
    nodes: dict[int, Node]
    edges: list[Edge]
    constants: dict[int, int]
    readers: dict[int, list[tuple[int, int]]]  # of a node: its constants, as (operand, id)
    livein: set[int] | None  # None: no file says
    liveout: list[int] | None
    order: list[Edge] = field(default_factory=list)

    def may_be_livein(self, id_: int) -> bool:
        """Whether the files allow an operand from outside the loop."""
        return self.livein is None or id_ in self.livein


def pair_of(path: str) -> Pair | None:
    """Return the pair of a path: one of its files, or NAME if that is no file."""
    found = _PAIR.fullmatch(path)
    if found is not None and os.path.basename(found[1]):
        return Pair(found[1], found[3])
    if path and os.path.basename(path) and not os.path.isfile(path):
        for ending in ("", ".txt"):
            pair = Pair(path, ending)
            if any(os.path.isfile(pair.path(kind)) for kind in ("nodes", "edges")):
                return pair
    return None


def looks_like_pair(data: bytes) -> bool:
    """Whether the first line that is no comment is one of a file of nodes or edges."""
    return _LINE.match(_COMMENT.sub(b"", data[:4096] + b"\n")) is not None


def read_graph(pair: Pair) -> Graph:
    """Return the contents of the files of a pair. Raises `InputError`: file, line, fault."""
    for kind, twin in (("nodes", "edges"), ("edges", "nodes")):
        if os.path.isfile(pair.path(twin)) and not os.path.exists(pair.path(kind)):
            what = f"cannot find the file that belongs to it, '{file_name(pair, kind)}'"
            raise InputError(what, pair.path(twin))
    nodes = _nodes(pair.path("nodes"))
    edges = list(_edges(pair.path("edges")))
    for edge in edges:
        for end in (edge.source, edge.target):
            if end not in nodes:
                where = f"{pair.path('edges')}: line {edge.line}"
                raise InputError(f"node {end} is not in '{file_name(pair, 'nodes')}'", where)
    graph = Graph(pair, nodes, edges, {}, {}, None, None)
    _read_more(graph)
    return graph


def _nodes(path: str) -> dict[int, Node]:
    nodes: dict[int, Node] = {}
    for line, words in _rows(path, NODE_COLUMNS):
        where = f"{path}: line {line}"
        if not re.fullmatch(r"[A-Za-z]\w*", words[1], re.ASCII):
            raise InputError(f"opcode {words[1][:40]!r} is no word", where)
        id_ = _number(words[0], "id", where)
        columns = [
            _number(word, name, where, least=-1)
            for word, name in zip(words[2:5], NODE_COLUMNS[2:5], strict=True)
        ]
        _number(words[5], "number", where, least=-1)
        if id_ in nodes:
            raise InputError(f"duplicate node {id_}, first in line {nodes[id_].line}", where)
        nodes[id_] = Node(id_, words[1], tuple(columns), line)
    if not nodes:
        raise InputError("no nodes", path)
    return nodes


def _read_more(graph: Graph) -> None:
    """Read the existing files of constants, live-in and live-out values."""
    pair = graph.pair
    there = {kind for kind in BESIDE if os.path.exists(pair.path(kind))}
    if "constants" in there:
        graph.constants, graph.readers = _constants(pair.path("constants"))
        for id_ in graph.constants:
            if id_ in graph.nodes:
                raise InputError(f"constant {id_} is a node, too", pair.path("constants"))
        for reader in graph.readers:
            _require_reader(graph, reader, "constants")
    if there - {"liveout_edges"}:
        graph.livein = set()
    if graph.livein is not None and "livein_edges" in there:
        for edge in _edges(pair.path("livein_edges")):
            graph.livein.add(edge.source)
            _require_reader(graph, edge.target, "livein_edges")
            if edge.distance:
                what = f"the distance {edge.distance} of live-in value {edge.source} is not used"
                note(what, f"{pair.path('livein_edges')}: line {edge.line}")
    if graph.livein is not None and "liveinnodes" in there:
        path = pair.path("liveinnodes")
        for line, words in _rows(path, ("id",)):
            graph.livein.add(_number(words[0], "id", f"{path}: line {line}"))
    if "liveout_edges" in there:
        path = pair.path("liveout_edges")
        graph.liveout = []
        for edge in _edges(path):
            if edge.source not in graph.nodes:
                what = f"node {edge.source} is not in '{file_name(pair, 'nodes')}'"
                raise InputError(what, f"{path}: line {edge.line}")
            graph.liveout.append(edge.source)


def _require_reader(graph: Graph, id_: int, kind: str) -> None:
    """Raise `InputError` unless the reader of a value from outside the loop is a node."""
    if id_ not in graph.nodes:
        what = f"node {id_} is not in '{file_name(graph.pair, 'nodes')}'"
        raise InputError(what, graph.pair.path(kind))


def file_name(pair: Pair, kind: str) -> str:
    """Return the name of a file of a pair, without its folder."""
    return os.path.basename(pair.path(kind))


def _rows(path: str, columns: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of every line that is neither blank nor begins with `#`."""
    for line, text in enumerate(decode_text(read_bytes(path), path).split("\n"), 1):
        words = [] if text.lstrip().startswith("#") else text.split()
        if words and len(words) != len(columns):
            what = f"{len(words)} columns, must be {len(columns)}: {' '.join(columns)}"
            hint = "; separate them by blanks" if "," in text or ";" in text else ""
            raise InputError(what + hint, f"{path}: line {line}")
        if words:
            yield line, words


def _number(word: str, column: str, where: str, least: int = 0) -> int:
    if not re.fullmatch(r"-?\d{1,9}", word, re.ASCII) or int(word) < least:
        raise InputError(f"{column} {word[:40]!r} must be an integer >= {least}", where)
    return int(word)


def _edges(path: str) -> Iterator[Edge]:
    for line, words in _rows(path, EDGE_COLUMNS):
        where = f"{path}: line {line}"
        source, target, distance = (
            _number(word, name, where)
            for word, name in zip(words[:3], EDGE_COLUMNS[:3], strict=True)
        )
        latency = _number(words[3], "latency", where, least=1)
        yield Edge(source, target, distance, latency, line)


def _constants(path: str) -> tuple[dict[int, int], dict[int, list[tuple[int, int]]]]:
    """Return the values of the constants, and the constants of each node."""
    values: dict[int, int] = {}
    readers: dict[int, list[tuple[int, int]]] = {}
    for line, words in _rows(path, CONSTANT_COLUMNS):
        where = f"{path}: line {line}"
        id_ = _number(words[0], "id", where)
        if not re.fullmatch(r"-?\d{1,20}", words[2], re.ASCII):
            raise InputError(f"value {words[2][:40]!r} must be an integer in decimal digits", where)
        if values.setdefault(id_, int(words[2])) != int(words[2]):
            raise InputError(f"constant {id_} has two values, {values[id_]} and {words[2]}", where)
        place = _number(words[3], "operand", where)
        readers.setdefault(_number(words[1], "target", where), []).append((place, id_))
    return values, readers
