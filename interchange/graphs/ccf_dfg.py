"""DFGs in the text files of CCF: `NAME_node.txt` and `NAME_edge.txt`.

A line of each, its columns separated by blanks:

- nodes: id, number of the opcode, and perhaps name, alignment and type of the data.
- edges: source, target, distance, kind, and perhaps the place of the operand.

The mapper's definitions of the opcodes agree on the numbers 0 to 24 and 27 to 30. The meaning of
other numbers depends on the version: such operators are called `op31` and have no meaning.

An address and its data (edges LRE and SRE) are one load or store. Values from outside and constants
take no PE in CCF: they are inputs and immediate operands, unless they are wanted as operations.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from models.data.dfg import Constant, Dfg, Number, Operand, Operation, OrderEdge
from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes
from models.notes import note
from models.semantics.opcodes import COMMUTATIVE, operators_of

NODE_COLUMNS = ("id", "opcode", "name", "alignment", "type")
EDGE_COLUMNS = ("source", "target", "distance", "kind", "operand")
WORDS = dict(
    enumerate(
        "add sub mul div shl ashr and or xor gt eq ne lt le ge"
        " icmp.ugt icmp.ult icmp.ule icmp.uge".split()
    )
) | {27: "mov", 28: "mov"}
"""Opcodes with the same number in all versions, except memory, choice and constant."""
FLOATING = {
    "add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv", "gt": "fcmp.ogt", "eq": "fcmp.oeq",
    "ne": "fcmp.one", "lt": "fcmp.olt", "le": "fcmp.ole", "ge": "fcmp.oge",
}  # fmt: skip
FLOATS = (3, 4, 5)
"""Floating-point types of data."""
SELECT, CONDITIONAL, CONSTANT = 29, 26, 30
PAIRS = {"LRE": ("load", (19, 23), (20, 24)), "SRE": ("store", (21, 25), (22, 26))}
"""Operators of an address and its data, and their numbers: plain, or with a predicate."""
UNPAIRED = (19, 20, 21, 22, 23, 24)
DATA, PREDICATE, ORDER, SKIPPED = ("TRU", "LIE"), "PRE", "MEM", ("I", "LCE")
_FILE = re.compile(r"(.*)_(node|edge)\.txt", re.DOTALL)
_CONSTANT = re.compile(r"ConstInt(-?\d{1,20})|ConstFP(-?\d+(?:\.\d*)?(?:e[-+]?\d+)?)", re.ASCII)


class _Edge(NamedTuple):
    source: int
    target: int
    distance: int
    kind: str
    place: int


@dataclass
class _Node:
    id: int
    number: int
    name: str
    floating: bool
    line: int
    reads: list[_Edge] = field(default_factory=list)
    address: int | None = None
    """Of a load or store: the node of its address."""


def base_of(path: str) -> str | None:
    """Return NAME for NAME itself, or for the path of one of its files."""
    found = _FILE.fullmatch(path)
    if found is not None and os.path.basename(found[1]):
        return found[1]
    named = bool(os.path.basename(path)) and not os.path.exists(path)
    return path if named and any(map(os.path.isfile, files_of(path))) else None


def files_of(base: str) -> tuple[str, str]:
    """Return the files of NAME: nodes and edges."""
    return f"{base}_node.txt", f"{base}_edge.txt"


def load_ccf(base: str, immediate: bool = True, inputs: bool = True) -> Dfg:
    """Return the DFG in the files of NAME.

    `immediate` makes constants immediate operands instead of operations, `inputs` makes values from
    outside inputs of the DFG. Raises `InputError`: file, line, fault.
    """
    reader = _Reader(*files_of(base))
    try:
        return reader.dfg(os.path.basename(base), immediate, inputs)
    except InputError as error:
        raise InputError(error.what, reader.edge_file) from None


class _Reader:
    """The nodes and edges of a graph."""

    def __init__(self, node_file: str, edge_file: str) -> None:
        self.node_file, self.edge_file = node_file, edge_file
        self.nodes: dict[int, _Node] = {}
        self.order: list[_Edge] = []
        self.operation_of: dict[int, int] = {}
        """The node of the data of each node of an address."""
        for line, words in _rows(node_file, NODE_COLUMNS, 2):
            self._node(line, words)
        if not self.nodes:
            raise InputError("no nodes", node_file)
        for line, words in _rows(edge_file, EDGE_COLUMNS, 4):
            self._edge(line, words)
        for node in self.nodes.values():
            alone = node.address is None and node.id not in self.operation_of
            if alone and node.number in UNPAIRED:
                what = f"node {node.id} is half of a load or store, and no LRE or SRE edge pairs it"
                raise InputError(what, f"{node_file}: line {node.line}")
            if node.number == CONSTANT and node.reads:
                what = f"node {node.id} is a constant or comes from outside, and reads a value"
                raise InputError(what, f"{node_file}: line {node.line}")

    def _node(self, line: int, words: list[str]) -> None:
        where = f"{self.node_file}: line {line}"
        id_, number = (_whole(words[n], NODE_COLUMNS[n], where) for n in (0, 1))
        type_ = _whole(words[4], "type", where) if len(words) == 5 else 0
        if id_ in self.nodes:
            raise InputError(f"duplicate node {id_}, first in line {self.nodes[id_].line}", where)
        name = words[2] if len(words) > 2 else ""
        self.nodes[id_] = _Node(id_, number, name, type_ in FLOATS, line)

    def _edge(self, line: int, words: list[str]) -> None:
        where = f"{self.edge_file}: line {line}"
        source, target, distance = (_whole(words[n], EDGE_COLUMNS[n], where) for n in (0, 1, 2))
        place = _whole(words[4], "operand", where) if len(words) == 5 else 0
        edge = _Edge(source, target, distance, words[3], place)
        for id_ in edge[:2]:
            if id_ not in self.nodes:
                what = f"node {id_} is not in '{os.path.basename(self.node_file)}'"
                raise InputError(what, where)
        if edge.kind in PAIRS:
            self._pair(edge, where)
        elif edge.kind in (*DATA, PREDICATE):
            reads = self.nodes[edge.target].reads
            if edge.kind == PREDICATE and any(read.kind == PREDICATE for read in reads):
                raise InputError(f"node {edge.target} has a second predicate", where)
            reads.append(edge)
        elif edge.kind == ORDER:
            self.order.append(edge)
        elif edge.kind in SKIPPED:
            what = f"edges of kinds {' and '.join(SKIPPED)} are left out, as by CCF's mappers"
            note(what, self.edge_file)
        else:
            known = ", ".join((*DATA, PREDICATE, *PAIRS, ORDER, *SKIPPED))
            raise InputError(f"unknown kind of edge '{edge.kind[:40]}'; known: {known}", where)

    def _pair(self, edge: _Edge, where: str) -> None:
        _, addresses, data = PAIRS[edge.kind]
        first, second = self.nodes[edge.source], self.nodes[edge.target]
        if first.number not in addresses or second.number not in data:
            what = f"{edge.kind} from opcode {first.number} to {second.number}, must be from"
            wanted = (" or ".join(map(str, numbers)) for numbers in (addresses, data))
            raise InputError(f"{what} {' to '.join(wanted)}", where)
        if edge.distance:
            what = f"distance {edge.distance} of an {edge.kind} edge, must be 0: it joins halves"
            raise InputError(what, where)
        if second.address is not None or first.id in self.operation_of:
            raise InputError(f"node {first.id} or {second.id} is already in a pair", where)
        second.address = first.id
        self.operation_of[first.id] = second.id

    def dfg(self, name: str, immediate: bool, inputs: bool) -> Dfg:
        opcodes: dict[str, tuple[str, int]] = {}
        operands: dict[str, tuple[Operand, ...]] = {}
        numbers: dict[str, Number] = {}
        outside: list[str] = []
        read = {edge.source for node in self.nodes.values() for edge in node.reads}
        for node in self.nodes.values():
            own, number = str(node.id), _number(node.name)
            if node.id in self.operation_of or (node.number == CONSTANT and node.id not in read):
                continue
            if node.number == CONSTANT and number is not None:
                numbers[own if immediate else f"{own}.const"] = number
                if not immediate:
                    opcodes[own], operands[own] = ("const", 1), (Operand(f"{own}.const"),)
            elif node.number == CONSTANT:
                outside.append(own)
                if node.name.startswith(("ConstInt", "ConstFP")):
                    what = f"'{node.name}' is not a number: it is read as a value from outside"
                    note(what, f"{self.node_file}: line {node.line}")
                if not inputs:
                    opcodes[own], operands[own] = ("livein", 0), ()
            else:
                word, operands[own] = self._operation(node)
                opcodes[own] = (word, len(operands[own]))
        operators = operators_of(opcodes)
        if unplaced := [str(node.id) for node in self.nodes.values() if _unplaced(node)]:
            names = ", ".join(unplaced[:8]) + ", …" * (len(unplaced) > 8)
            what = f"operands in the order of the file, since they have one place, of nodes {names}"
            note(what, self.edge_file)
        read_now = {
            operand.value
            for own, reads in operands.items()
            for operand in reads
            if operand.distance == 0 and operand.value != own
        }
        return Dfg(
            name=name,
            operators=tuple({each.name: each for each in operators.values()}.values()),
            inputs=tuple(outside) if inputs else (),
            operations=tuple(Operation(x, operators[x].name, operands[x]) for x in opcodes),
            results=tuple(
                own
                for own, operator in operators.items()
                if own not in read_now
                and not operator.effect
                and self.nodes[int(own)].number != CONSTANT
            ),
            constants=tuple(Constant(x, number) for x, number in numbers.items()),
            order=tuple(
                OrderEdge(self._value(edge.source), self._value(edge.target), edge.distance)
                for edge in self.order
            ),
        )

    def _operation(self, node: _Node) -> tuple[str, tuple[Operand, ...]]:
        """Return the opcode of a node, and its operands: predicate, address, and the rest."""
        halves = [node] if node.address is None else [self.nodes[node.address], node]
        reads = [
            edge for half in halves for edge in sorted(half.reads, key=lambda edge: edge.place)
        ]
        # The order of operands with one place is that of the file.
        reads.sort(key=lambda edge: edge.kind != PREDICATE)
        guarded = any(edge.kind == PREDICATE for edge in reads)
        if node.number in (SELECT, CONDITIONAL) and guarded and node.address is None:
            word = "select"
        elif node.address is not None:
            pair = next(pair for pair in PAIRS.values() if node.number in pair[2])
            word = f"{pair[0]}.if" if guarded else pair[0]
        else:
            plain = "phi" if node.number == SELECT else WORDS.get(node.number, f"op{node.number}")
            plain = FLOATING.get(plain, plain) if node.floating else plain
            word = f"{plain}.if" if guarded else plain
        return word, tuple(Operand(self._value(edge.source), edge.distance) for edge in reads)

    def _value(self, id_: int) -> str:
        return str(self.operation_of.get(id_, id_))


def _unplaced(node: _Node) -> bool:
    """Whether operands without places matter in their order."""
    places = [edge.place for edge in node.reads if edge.kind in DATA]
    return len(set(places)) < len(places) and WORDS.get(node.number, "") not in COMMUTATIVE


def _number(name: str) -> Number | None:
    """Return the number in the name of a constant; None for a value from outside."""
    found = _CONSTANT.fullmatch(name)
    if found is None:
        return None
    number = int(found[1]) if found[1] is not None else float(found[2])
    return number if math.isfinite(number) else None


def _rows(path: str, columns: tuple[str, ...], least: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of every line that is neither blank nor begins with `#`."""
    for line, text in enumerate(decode_text(read_bytes(path), path).split("\n"), 1):
        words = [] if text.lstrip().startswith("#") else text.split()
        if words and not least <= len(words) <= len(columns):
            what = f"{len(words)} columns, must be {least} to {len(columns)}: {' '.join(columns)}"
            hint = "; separate them by blanks" if "," in text or ";" in text else ""
            raise InputError(what + hint, f"{path}: line {line}")
        if words:
            yield line, words


def _whole(word: str, column: str, where: str) -> int:
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise InputError(f"{column} {word[:40]!r} must be a whole number", where)
    return int(word)
