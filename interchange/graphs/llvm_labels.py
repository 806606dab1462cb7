"""Labels with whole instructions of LLVM, as its passes draw graphs.

`%j = add nsw i32 %i, 1` is an `add` that reads i and 1: opcode, order of operands and constants are
those of the instruction (LLVM language reference). Operands are edges; one that is a number is an
immediate operand; any other one is left out, with a note. Nodes and values in labels may have
different names: an edge is the operand with the name of its source's value, and other edges follow.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from interchange.graphs.dot_text import DotEdge, DotGraph, DotNode
from models.errors import InputError
from models.formats.carried import listed

_DEFINITION = re.compile(r"\s*(%[-\w.$]+|%\"[^\"]*\")\s*=\s*")
_NUMBER = re.compile(r"-?\d+(\.\d+(e[-+]?\d+)?)?", re.IGNORECASE)
_ARGUMENT = re.compile(r"[\w*<>\[\]{}, ]* ([%@][-\w.$]+)|([%@][-\w.$]+)")
_CONSTANT = re.compile(r"(?:i\d+|float|double|half) (-?\d+(?:\.\d+(?:e[-+]?\d+)?)?)", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([lrn])|\\(.)")
_WORDS = {"true": "1", "false": "0", "null": "0", "zeroinitializer": "0"}
_OPCODES = frozenset(
    "add sub mul sdiv udiv srem urem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg icmp"
    " fcmp select phi load store getelementptr br switch ret call tail invoke alloca sext zext"
    " trunc bitcast ptrtoint inttoptr sitofp uitofp fptosi fptoui fpext fptrunc addrspacecast"
    " freeze extractvalue insertvalue extractelement insertelement shufflevector atomicrmw cmpxchg"
    " fence unreachable".split()
)


class Instruction(NamedTuple):
    """An instruction: its name, its opcode, and its operands in order."""

    name: str
    opcode: str
    operands: tuple[str, ...]


def plain(label: str) -> str:
    """Return the first line of a label without the braces and escapes of record shapes."""
    return next(iter(_lines(label)), "")


def _lines(label: str) -> list[str]:
    text = _ESCAPE.sub(lambda match: "\n" if match.group(1) else match.group(2), label)
    text = text.strip().removeprefix("{").removesuffix("}").strip()
    return [line.strip() for line in text.splitlines()]


def instruction(label: str) -> Instruction | None:
    """Return the instruction in a label, or None."""
    text = plain(label)
    definition = _DEFINITION.match(text)
    body = text[definition.end() :] if definition else text
    words = body.split()
    if not words or words[0] not in _OPCODES or (len(words) == 1 and not definition):
        return None
    opcode = words[1] if words[0] == "tail" and len(words) > 1 else words[0]
    if opcode in ("icmp", "fcmp"):
        predicate = next((word for word in words[1:] if word in _PREDICATES), "")
        opcode = f"{opcode}.{predicate}" if predicate else opcode
    operands = _operands(opcode, body)
    if opcode == "store":
        operands = operands[::-1]
    return Instruction(definition.group(1) if definition else "", opcode, tuple(operands))


_PREDICATES = frozenset(
    "eq ne slt sle sgt sge ult ule ugt uge oeq one olt ole ogt oge ueq une ord uno".split()
)


def _operands(opcode: str, body: str) -> list[str]:
    """Return the operands of an instruction; the address of a store before its value."""
    if opcode == "phi":
        return [_last(pair) for pair in re.findall(r"\[([^\],]*),", body)]
    if opcode in ("call", "invoke"):
        body = body.partition("(")[2].rpartition(")")[0]
    else:
        body = body.partition(" ")[2]
    body = body.split(", !")[0]
    pieces = _pieces(body.split(" to ")[0])
    if opcode in ("load", "getelementptr", "alloca"):
        pieces = pieces[1:]
    pieces = [piece for piece in pieces if not piece.startswith(("label ", "align ", "metadata "))]
    found = [_last(piece) for piece in pieces]
    return [word for word in found if word and word not in ("void", "unreachable")]


def _pieces(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += letter
    return [piece.strip() for piece in found]


def _last(piece: str) -> str:
    words = piece.split()
    word = words[-1] if words else ""
    return _WORDS.get(word, word)


def has_instructions(graph: DotGraph) -> bool:
    """Whether some node has an instruction as its label, and no opcode."""
    return any(
        "opcode" not in node.attributes
        and (found := instruction(node.attributes.get("label", ""))) is not None
        and (found.name or found.operands)
        for node in graph.nodes.values()
    )


def from_instructions(graph: DotGraph) -> DotGraph:
    """Return the same graph in the dialect of CGRA-ME. Raises `InputError` with the line."""
    found = DotGraph(graph.name, remarks=[*graph.remarks])
    parsed: dict[str, Instruction] = {}
    called: dict[str, str] = {}  # what labels of other nodes call a node
    target = {edge.target for edge in graph.edges}
    for name, node in graph.nodes.items():
        label = node.attributes.get("label", "")
        own = None if "opcode" in node.attributes else instruction(label)
        attributes = dict(node.attributes)
        if own is not None and any(_DEFINITION.match(line) for line in _lines(label)[1:]):
            what = f"the label of '{name}' has several instructions, as in graphs of basic blocks"
            raise InputError(f"{what}; draw the dataflow, a node per instruction", _line(node))
        if own is not None:
            parsed[name] = own
            called[name] = own.name
            attributes["opcode"] = own.opcode
        elif "opcode" not in attributes and name not in target:
            called[name] = _leaf(plain(label), attributes)
        found.nodes[name] = DotNode(attributes, node.place)
    places = {name: list(own.operands) for name, own in parsed.items()}
    for edge in graph.edges:
        attributes = dict(edge.attributes)
        word = called.get(edge.source, "")
        waiting = places.get(edge.target, [])
        if word and word in waiting and "operand" not in attributes:
            place = waiting.index(word)
            attributes["operand"] = str(place)
            waiting[place] = ""
        found.edges.append(DotEdge(edge.source, edge.target, attributes, edge.place, edge.port))
    add_repeated(found, called, places)
    _add_constants(found, places)
    return found


def add_repeated(graph: DotGraph, called: dict[str, str], places: dict[str, list[str]]) -> None:
    """Add the missing edge of an instruction that reads a value twice and has one edge drawn.

    `called` has the name of each node within instructions, `places` the operands without an edge so
    far.
    """
    drawn = {(edge.target, called.get(edge.source, "")): edge for edge in graph.edges}
    for name, words in places.items():
        for place, word in enumerate(words):
            edge = drawn.get((name, word)) if word else None
            if edge is not None:
                attributes = {**edge.attributes, "operand": str(place)}
                graph.edges.append(DotEdge(edge.source, name, attributes, edge.place, edge.port))
                words[place] = ""


def _line(node: DotNode) -> str:
    return node.place


def _leaf(text: str, attributes: dict[str, str]) -> str:
    """Make a node a constant or an input if its label says so; return its name in other labels."""
    if number := _CONSTANT.fullmatch(text) or _NUMBER.fullmatch(text):
        word = text.split()[-1]
        attributes |= {"opcode": "const", "value": word}
        return word if number else ""
    if argument := _ARGUMENT.fullmatch(text):
        attributes["opcode"] = "livein"
        return argument.group(1) or argument.group(2)
    return ""


def _add_constants(graph: DotGraph, places: dict[str, list[str]]) -> None:
    """Add the numbers that instructions read, and note the operands without an edge."""
    missing: dict[str, None] = {}
    for name, words in places.items():
        where = graph.nodes[name].place
        for place, word in enumerate(words):
            if _NUMBER.fullmatch(word):
                constant = f"{name}.{place}"
                if constant in graph.nodes:
                    raise InputError(f"node '{constant}' has the name of a constant", where)
                graph.nodes[constant] = DotNode({"opcode": "const", "value": word}, where)
                graph.edges.append(DotEdge(constant, name, {"operand": str(place)}, where))
            elif word:
                missing[word] = None
    if missing:
        what = f"operands without an edge are left out: {listed(missing)}"
        first = next(graph.nodes[n].place for n, w in places.items() if set(w) & set(missing))
        graph.remarks.append((first, f"{what}; draw a node and an edge to keep them"))
