"""The drawing `NAME_loop_graph.dot` of SAT-MapIt, translated to the DOT dialect of CGRA-ME.

A label is the number of the node and an LLVM instruction, `C_5` (a constant), `LiveIn...` or
`LiveOut...`. Red edges are loop-carried: the drawing does not give the distance, so it is 1, with a
note. The order of operands is that in the instruction, where it names them; others take the free
places. Where there are `LiveOut...`, values that only later iterations read are no results. Opcodes
are those of LLVM, not of the array: the node and edge files have more.
"""

from __future__ import annotations

import re

from interchange.graphs.dot_text import DotEdge, DotGraph, DotNode
from interchange.graphs.llvm_labels import add_repeated, instruction
from models.errors import InputError
from models.formats.carried import listed

_DEFINITION = re.compile(r"\s*(%[-\w.$]+)\s*=\s*")
_COMPARISONS = {"slt": "lt", "sle": "le", "sgt": "gt", "sge": "ge"}


def is_satmapit_dot(graph: DotGraph) -> bool:
    """Whether every label has the number of its node and more, an instruction in some of them."""
    texts = [node.attributes.get("label", "") for node in graph.nodes.values()]
    return any(re.search(r"=|\sC_|\sLive", text) for text in texts) and all(
        re.fullmatch(r"\d{1,9}", name, re.ASCII)
        and "opcode" not in node.attributes
        and node.attributes.get("label", "").split()[:1] == [name]
        and node.attributes["label"].split()[1:]
        for name, node in graph.nodes.items()
    )


def from_satmapit_dot(graph: DotGraph) -> DotGraph:
    """Return the same graph in the dialect of CGRA-ME. Raises `InputError` with the line."""
    found = DotGraph(graph.name, remarks=[*graph.remarks])
    texts = {name: node.attributes["label"].split(None, 1)[1] for name, node in graph.nodes.items()}
    written = {name: _written_as(text) for name, text in texts.items()}
    outside = {name for name, text in texts.items() if text.startswith("LiveOut")}
    for name, node in graph.nodes.items():
        if name not in outside:
            found.nodes[name] = DotNode(_attributes(texts[name], node.place), node.place)
    places: dict[str, list[str]] = {name: _operands(text) for name, text in texts.items()}
    red: list[DotEdge] = []
    read: dict[str, bool] = {}  # whether some other node reads it in the same iteration
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in texts:
                raise InputError(f"node '{end}' is never declared; write a line for it", edge.place)
        if edge.source in outside:
            raise InputError(f"live-out '{edge.source}' cannot be read", edge.place)
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
            red.append(edge)
        if edge.source != edge.target:
            now = "distance" not in attributes
            read[edge.source] = read.get(edge.source, False) or now
        found.edges.append(DotEdge(edge.source, edge.target, attributes, edge.place))
    add_repeated(found, written, places)
    if red:
        what = f"red edges have distance 1: {listed(f'{x.source} -> {x.target}' for x in red)}"
        found.remarks.append(
            (red[0].place, f"{what}; the files NAME_nodes and NAME_edges say more")
        )
    for name in read if outside else ():
        if not read[name]:
            found.nodes[name].attributes.setdefault("result", "false")
    return found


def _attributes(text: str, where: str) -> dict[str, str]:
    if text.startswith("LiveIn"):
        return {"opcode": "livein"}
    if number := re.match(r"C_(\S+)", text):
        return {"opcode": "const", "value": number.group(1)}
    words = _DEFINITION.sub("", text, count=1).split()
    if not words:
        raise InputError(f"no instruction in the label '{text[:40]}'", where)
    if words[0] == "icmp" and len(words) > 1:
        return {"opcode": _COMPARISONS.get(words[1], words[1])}
    return {"opcode": words[0]}


def _written_as(text: str) -> str:
    """Return the name of a value in instructions, or an empty one if the label has none."""
    if number := re.match(r"C_(-?\d+)", text):
        return number.group(1)
    definition = _DEFINITION.match(text)
    return definition.group(1) if definition else ""


def _operands(text: str) -> list[str]:
    """Return the operands of an instruction in order; the address of a store before its value."""
    own = instruction(text)
    return [] if own is None else list(own.operands)
