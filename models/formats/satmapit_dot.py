"""The drawing `NAME_loop_graph.dot` of SAT-MapIt, translated to the DOT dialect of CGRA-ME.

A label is the number of the node and an LLVM instruction, `C_5` (a constant), `LiveIn...` or
`LiveOut...`. Red edges are loop-carried: the drawing does not say how far, so distance 1. The
order of operands is that in the instruction, where it names them; others take the free places.
Opcodes are those of LLVM, not of the array: the node and edge files say more.
"""

from __future__ import annotations

import re

from models.errors import InputError
from models.formats.dot_text import DotEdge, DotGraph, DotNode

_DEFINITION = re.compile(r"\s*(%[-\w.$]+)\s*=\s*")
_OPERAND = re.compile(r"%[-\w.$]+|(?<![-\w.%$@])-?\d+(?![\w.])")
_COMPARISONS = {"slt": "lt", "sle": "le", "sgt": "gt", "sge": "ge"}


def is_satmapit_dot(graph: DotGraph) -> bool:
    """Whether every label is the number of its node, and something behind it."""
    return bool(graph.nodes) and all(
        re.fullmatch(r"\d{1,9}", name, re.ASCII)
        and "opcode" not in node.attributes
        and node.attributes.get("label", "").split()[:1] == [name]
        and node.attributes["label"].split()[1:]
        for name, node in graph.nodes.items()
    )


def from_satmapit_dot(graph: DotGraph) -> DotGraph:
    """Return the same graph in the dialect of CGRA-ME. Raises `InputError` with the line."""
    found = DotGraph(graph.name)
    texts = {name: node.attributes["label"].split(None, 1)[1] for name, node in graph.nodes.items()}
    written = {name: _written_as(text) for name, text in texts.items()}
    outside = {name for name, text in texts.items() if text.startswith("LiveOut")}
    for name, node in graph.nodes.items():
        if name not in outside:
            found.nodes[name] = DotNode(_attributes(texts[name], node.line), node.line)
    places: dict[str, list[str]] = {name: _operands(text) for name, text in texts.items()}
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in texts:
                raise InputError(
                    f"node '{end}' is never declared; write a line for it", f"line {edge.line}"
                )
        if edge.source in outside:
            raise InputError(f"live-out '{edge.source}' cannot be read", f"line {edge.line}")
        if edge.target in outside:
            found.nodes[edge.source].attributes["result"] = "true"
            continue
        attributes: dict[str, str] = {}
        operands, word = places[edge.target], written[edge.source]
        if word and word in operands:
            place = operands.index(word)
            attributes["operand"] = str(place)
            operands[place] = ""
        if edge.attributes.get("color", "").lower() == "red":
            attributes["distance"] = "1"
        found.edges.append(DotEdge(edge.source, edge.target, attributes, edge.line))
    return found


def _attributes(text: str, line: int) -> dict[str, str]:
    if text.startswith("LiveIn"):
        return {"opcode": "livein"}
    if number := re.match(r"C_(\S+)", text):
        return {"opcode": "const", "value": number.group(1)}
    words = _DEFINITION.sub("", text, count=1).split()
    if not words:
        raise InputError(f"no instruction in the label '{text[:40]}'", f"line {line}")
    if words[0] == "icmp" and len(words) > 1:
        return {"opcode": _COMPARISONS.get(words[1], words[1])}
    return {"opcode": words[0]}


def _written_as(text: str) -> str:
    """Return how instructions name a value, or nothing where the label does not say."""
    if number := re.match(r"C_(-?\d+)", text):
        return number.group(1)
    definition = _DEFINITION.match(text)
    return definition.group(1) if definition else ""


def _operands(text: str) -> list[str]:
    """Return what an instruction reads, with the blocks among it, in their order."""
    first, *_ = text.splitlines()
    return _OPERAND.findall(_DEFINITION.sub("", first, count=1))
