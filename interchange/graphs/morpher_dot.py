"""Drawings that Morpher's generator writes beside its XML, in the DOT dialect of CGRA-ME.

A label is that of an instruction of LLVM or of the generator, and ends with the operation of the
array: `add s  C=0x1BB=for.body HyIns=ADD`. Rules:

- `HyIns=` is the opcode, by its name in the XML; where it is missing, the first word is.
- `C=0x…` are constants, read last; that of a store is its address, before the value. The generator
  writes those of LLVM's instructions in hexadecimal, as words of 32 bits, and all others in
  decimal, behind `0x` as well.
- Dashed edges are loop-carried: distance 1.
- Blue and red edges are predicates, the first operand of `add.if` and `add.unless`.
- Green edges, recurrences through memory, and cyan ones, which carry no value, are orders.
"""

from __future__ import annotations

import re

from interchange.graphs.dot_text import DotEdge, DotGraph, DotNode
from interchange.graphs.morpher_dfg import NAMES, STORE
from models.formats.carried import listed

_OPERATION = re.compile(r"\bHyIns=(\w+)", re.ASCII)
_CONSTANT = re.compile(r"\bC=0x(-?[0-9a-f]{1,16})(?=BB=|[\s,\"]|$)", re.ASCII)
_INSTRUCTION = re.compile(r"[a-z]+", re.ASCII)
"""Names of LLVM's instructions are small letters; those of the generator's nodes are not."""
PREDICATES = {"blue": ".if", "red": ".unless"}
ORDERS = {"green": "1", "cyan": "0"}
"""The distances of edges without a value; that of a dashed one is 1."""


def is_morpher_dot(graph: DotGraph) -> bool:
    """Whether some label names an operation of the array."""
    return any(_OPERATION.search(_label(node)) for node in graph.nodes.values())


def from_morpher_dot(graph: DotGraph) -> DotGraph:
    """Return the same graph in the dialect of CGRA-ME."""
    found = DotGraph(graph.name, remarks=[*graph.remarks])
    predicates: dict[str, str] = {}
    orders = []
    for edge in graph.edges:
        color = edge.attributes.get("color", "").lower()
        carried = edge.attributes.get("style", "").lower() == "dashed"
        attributes = {"distance": str(int(carried))}
        if color in PREDICATES:
            attributes["operand"] = "0"
            predicates[edge.target] = PREDICATES[color]
        if color in ORDERS:
            attributes = {"order": "true", "distance": "1" if carried else ORDERS[color]}
            orders.append(edge)
        found.edges.append(DotEdge(edge.source, edge.target, attributes, edge.place))
    constants = []
    for name, node in graph.nodes.items():
        opcode = _opcode(node)
        found.nodes[name] = DotNode({"opcode": opcode + predicates.get(name, "")}, node.place)
        for number, value in enumerate(_numbers(node)):
            constant = f"{name}.C{number}"
            constants.append(constant)
            found.nodes[constant] = DotNode({"opcode": "const", "value": str(value)}, node.place)
            place = {"operand": str(int(name in predicates))} if STORE.fullmatch(opcode) else {}
            found.edges.append(DotEdge(constant, name, {"distance": "0", **place}, node.place))
    if orders:
        shown = listed(f"{edge.source} -> {edge.target}" for edge in orders)
        found.remarks.append((orders[0].place, f"green and cyan edges are orders: {shown}"))
    return found


def _label(node: DotNode) -> str:
    return node.attributes.get("label", "")


def _opcode(node: DotNode) -> str:
    operation = _OPERATION.search(_label(node))
    words = _label(node).split()
    word = (operation[1] if operation else words[0] if words else "").lower()
    return NAMES.get(word, word)


def _numbers(node: DotNode) -> list[int]:
    """Return the constants of a label."""
    words = _label(node).split()
    hexadecimal = bool(words) and _INSTRUCTION.fullmatch(words[0]) is not None
    found = []
    for text in _CONSTANT.findall(_label(node)):
        if hexadecimal:
            number = int(text, 16)
            found.append(number - (1 << 32) if 1 << 31 <= number < 1 << 32 else number)
        elif text.removeprefix("-").isdigit():
            found.append(int(text))
    return found
