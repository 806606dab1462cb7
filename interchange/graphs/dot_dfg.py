"""DFGs in Graphviz DOT: the dialects of CGRA-ME and ExPRESS read, the former written.

Drawings in other dialects are translated to that of CGRA-ME first. Rules for facts that the
dialects leave open:

- The opcode is the attribute `opcode`, `op_code` or `op`, else `label`, which may have a number in
  front: `(3) add`.
- Operands are in the order of `dot_places`, loop-carried edges those of `carried`, results those of
  `results`; attributes `operand`, `distance` and `result` override.
- An opcode found with several arities becomes several operators: the largest arity keeps the
  name, the others are called `add/1`.
- A constant that is an operation reads the number in `value=` or `const_value=`, where there is
  one, as an immediate operand; other operations read such a number last.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager

from interchange.graphs.dot_places import in_operand_order, unplaced
from interchange.graphs.dot_text import DotEdge, DotGraph, DotNode, read_dot
from interchange.graphs.dot_unread import tell_unread
from interchange.graphs.genmap_dfg import from_genmap, is_genmap
from interchange.graphs.llvm_labels import from_instructions, has_instructions
from interchange.graphs.morpher_dot import from_morpher_dot, is_morpher_dot
from interchange.graphs.satmapit_dot import from_satmapit_dot, is_satmapit_dot
from models.data.dfg import Constant, Dfg, Number, Operand, Operation, OrderEdge
from models.errors import InputError, is_word
from models.formats.carried import Link, distances, drawn_apart, listed
from models.formats.results import dead_ends, own_name, truth
from models.notes import note
from models.semantics.opcodes import CONSTANTS, OUTPUTS, SOURCES, is_phi, operators_of

KEEP = "operations"

OPCODES = ("opcode", "op_code", "op")
NUMBERS = ("value", "const_value")
"""Attributes with the same meaning."""

NAME = "\\N"
"""A label that is the name of the node."""


def dfg_from_dot(
    text: str,
    where: str,
    name: str = "",
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG in a DOT text of any dialect.

    `name` is for a graph that has no name of its own. `constants="immediate"` makes constants
    immediate operands (of the number in `value=`, else 0) instead of operations. `sources="inputs"`
    makes loads and inputs without operands inputs of the DFG. By default both are as in the tool of
    the dialect: operations in those of CGRA-ME and ExPRESS only. Assumptions are noted. Raises
    `InputError` with file, line and fault.
    """
    with placed_in(where):
        return dfg_from_drawing(read_dot(text), where, name, constants, sources)


@contextmanager
def placed_in(where: str) -> Iterator[None]:
    """Put the file in front of the place of an error within.

    A JSON path, of what the DFG itself refuses, is no place in a drawing.
    """
    try:
        yield
    except InputError as error:
        inside = error if not error.where.startswith("$") else type(error)(error.what)
        raise inside.inside(where) from None


def dfg_from_drawing(
    graph: DotGraph,
    where: str,
    name: str = "",
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG of nodes and edges with the attributes of DOT; see `dfg_from_dot`."""
    found = translated(graph, sources == KEEP)
    graph, numbers, streams, guesses = found or (graph, False, False, True)
    for place, remark in graph.remarks:
        note(remark, f"{where}: {place}")
    read = _Graph(graph, where, guesses)
    immediate, inputs = set[str](), set[str]()
    if constants == "immediate" or (numbers and constants is None):
        immediate = read.constants()
    if sources == "inputs" or (streams and sources is None):
        ordered = {end for each in read.order for end in (each.before, each.after)}
        loads = {node for node in read.leaves if read.opcodes[node].lower() in SOURCES}
        inputs = loads - ordered
    return read.dfg(own_name(graph.name, name), immediate, inputs)


class _Graph:
    """A graph in the dialect of CGRA-ME, with the opcodes and the operands of its nodes."""

    def __init__(self, graph: DotGraph, where: str, guesses: bool) -> None:
        self.graph, self.where = graph, where
        self.opcodes = _opcodes(graph)
        self.order, values = _orders(graph)
        self.incoming = _incoming(graph, values)
        self.leaves = {node for node in self.opcodes if not self.incoming[node]}
        tell_unread(graph.nodes.values(), graph.edges, where)
        written = [_written_distance(edge) for edge in values]
        if guesses:
            links = [
                Link(edge.source, edge.target, far, edge.place, drawn_apart(edge.attributes))
                for edge, far in zip(values, written, strict=True)
            ]
            found = distances(links, self.opcodes, where)
        else:
            found = [far or 0 for far in written]
        self.distance = {id(edge): far for edge, far in zip(values, found, strict=True)}

    def constants(self) -> set[str]:
        """Return the constants but those that are results: only an operation can be one."""
        found = {node for node in self.leaves if self.opcodes[node].lower() in CONSTANTS}
        marks = self.marks()
        kept = [node for node in self.opcodes if node in found and marks.get(node)]
        if kept:
            note(f"constants that are results are operations: {listed(kept)}", self.where)
        return found.difference(kept)

    def marks(self) -> dict[str, bool]:
        """Return the result marks of nodes in the file: true for a result, false for none."""
        nodes = self.graph.nodes.items()
        return {
            name: truth(node.attributes["result"], "result", node.place)
            for name, node in nodes
            if "result" in node.attributes
        }

    def _tell_order(self, names: list[str]) -> None:
        """Note the operations whose operands only the order of the file distinguishes."""
        loose = [node for node in names if unplaced(self.incoming[node])]
        if loose:
            what = f"operands are in the order of the file: {listed(loose)}"
            first = f"{self.where}: {self.incoming[loose[0]][0].place}"
            note(f"{what}; operand=0, operand=1, … on edges says which is which", first)

    def dfg(self, name: str, immediate: set[str], inputs: set[str]) -> Dfg:
        """Return the DFG, with these nodes as immediate constants and as inputs."""
        opcodes = self.opcodes
        names = [node for node in opcodes if node not in immediate and node not in inputs]
        operands = {
            node: tuple(Operand(x.source, self.distance[id(x)]) for x in self.incoming[node])
            for node in names
        }
        numbers = {node: node for node in opcodes if node in immediate}
        folded: list[str] = []
        for node in names:
            is_constant = not operands[node] and opcodes[node].lower() in CONSTANTS
            if _number_text(self.graph.nodes[node]) is None:
                continue
            numbers[node] = f"{node}.const"
            operands[node] = (*operands[node], Operand(numbers[node]))
            if not is_constant:
                folded.append(node)
        if folded:
            what = f"operations with a number of their own read it last: {listed(folded)}"
            note(what, f"{self.where}: {self.graph.nodes[folded[0]].place}")
        unknown = [x for x in opcodes if x in immediate and not _number_text(self.graph.nodes[x])]
        if unknown:
            first = self.graph.nodes[unknown[0]].place
            what = f"constants without a value are 0: {listed(unknown)}"
            note(what, f"{self.where}: {first}")
        operators = operators_of({node: (opcodes[node], len(operands[node])) for node in names})
        self._tell_order(
            [x for x in names if not operators[x].commutative and not is_phi(opcodes[x])]
        )
        effects = {node for node in names if operators[node].effect}
        marks = {node: mark for node, mark in self.marks().items() if node not in immediate}
        outputs = any(opcodes[node].lower() in OUTPUTS for node in names)
        found = {*dead_ends(operands, effects, marks, outputs, self.where)}
        found |= {node for node in inputs if marks.get(node)}
        return Dfg(
            name=name,
            operators=tuple({operator.name: operator for operator in operators.values()}.values()),
            inputs=tuple(node for node in opcodes if node in inputs),
            operations=tuple(Operation(x, operators[x].name, operands[x]) for x in names),
            results=tuple(node for node in opcodes if node in found),
            constants=tuple(
                Constant(name, _number(self.graph, node)) for node, name in numbers.items()
            ),
            order=tuple(self.order),
        )


def translated(graph: DotGraph, outputs: bool) -> tuple[DotGraph, bool, bool, bool] | None:
    """Return a drawing of GenMap, SAT-MapIt, Morpher or LLVM in the dialect of CGRA-ME.

    `outputs` keeps nodes of outputs as operations. Beside the drawing: whether constants are
    immediate operands by default, whether loads are inputs, and whether edges without a distance
    may be loop-carried. None for a drawing in another dialect.
    """
    if is_genmap(graph):
        return from_genmap(graph, outputs=outputs), True, True, False
    if is_satmapit_dot(graph):
        return from_satmapit_dot(graph), True, True, False
    if is_morpher_dot(graph):
        return from_morpher_dot(graph), True, False, False
    if has_instructions(graph):
        return from_instructions(graph), True, True, True
    return None


def _opcodes(graph: DotGraph) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, node in graph.nodes.items():
        where = node.place
        opcode = _opcode(node, name)
        if not is_word(opcode):
            what = f"node '{name}' needs an opcode (or label) that is one word"
            raise InputError(f"{what}: write {name} [opcode=add]", where)
        if not is_word(name):
            raise InputError(f"node name {name!r} must be a word without spaces", where)
        found[name] = opcode
    if found and all(opcode.isdigit() for opcode in found.values()):
        name = next(iter(found))
        what = "all labels are numbers, as in CCF's drawings, where other files have the opcodes"
        raise InputError(f"{what}: write {name} [opcode=add]", graph.nodes[name].place)
    return found


def _opcode(node: DotNode, name: str) -> str:
    """Return the opcode of a node; a label may have a number, or the name of the node, before."""
    for key in OPCODES:
        if key in node.attributes:
            return node.attributes[key]
    label = node.attributes.get("label", "")
    if label == NAME:  # Graphviz writes it where a drawing shows the node's name.
        return ""
    numbered = re.fullmatch(r"(?:\(\d{1,9}\)|\d{1,9}[.:)]?)\s+(\S+)", label, re.ASCII)
    if numbered:
        return numbered.group(1)
    first, _, rest = label.partition(" ")
    return rest.strip() if first.rstrip(":") == name and is_word(rest.strip()) else label


def _orders(graph: DotGraph) -> tuple[list[OrderEdge], list[DotEdge]]:
    """Return the edges that only order two operations, and those that carry values."""
    order, values = [], []
    for edge in graph.edges:
        if truth(edge.attributes.get("order", "false"), "order", edge.place):
            order.append(OrderEdge(edge.source, edge.target, _written_distance(edge) or 0))
        else:
            values.append(edge)
    return order, values


def _incoming(graph: DotGraph, edges: list[DotEdge]) -> dict[str, list[DotEdge]]:
    """Return the edges into each node, in operand order."""
    incoming: dict[str, list[DotEdge]] = {name: [] for name in graph.nodes}
    for edge in edges:
        for end in (edge.source, edge.target):
            if end not in incoming:
                raise InputError(
                    f"node '{end}' is never declared; write {end} [opcode=add]", edge.place
                )
        incoming[edge.target].append(edge)
    return {name: in_operand_order(edges) for name, edges in incoming.items()}


def _written_distance(edge: DotEdge) -> int | None:
    text = edge.attributes.get("distance")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"distance '{text}' must be an integer >= 0", edge.place)
    return int(text)


def _number_text(node: DotNode) -> str | None:
    return next((node.attributes[key] for key in NUMBERS if key in node.attributes), None)


def _number(graph: DotGraph, node: str) -> Number:
    text = _number_text(graph.nodes[node]) or "0"
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if math.isfinite(number):
            return number
    what = f"value '{text[:40]}' of '{node}' is no finite number"
    raise InputError(what, graph.nodes[node].place)
