"""DFGs in the DOT dialect of GenMap: translated to the dialect of CGRA-ME, and written.

Attributes of the dialect, and rules for facts that it leaves open:

- `type=` is `input`, `output`, `const` or `op`, which has an `opcode=`. Older files write
  `input=True`, `output=True`, `const=True` and `op=ADD` instead.
- The number of a constant is `value=`, or an attribute named after its type such as `int=16`, else
  its name. Hexadecimal numbers begin with `0x`.
- `operand=` is 0 or 1, `left` or `right` in older files. Edges without it take the free places.
- Opcodes get small letters; MULT, SL, SR, SRA and EQL are `mul`, `shl`, `lshr`, `ashr` and `eq`.
  SEL and CAT have no meaning here: SEL selects an operand by a bit beside the first one.
- A graph has no cycles. `distance=`, which GenMap does not have, makes an edge loop-carried.

In GenMap only operations take a PE: constants are immediate, and an output makes its operand a
result, unless the inputs and outputs are wanted as operations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from interchange.graphs.dot_text import DotEdge, DotGraph, DotNode
from interchange.graphs.dot_tokens import quoted
from interchange.graphs.expressible import (
    require_sources_apart,
    require_told_by_name,
    require_without,
)
from models.data.dfg import Dfg
from models.errors import InputError, NotSupportedError
from models.formats.results import dead_ends
from models.notes import noted
from models.semantics.opcodes import opcodes_of

KINDS = ("input", "output", "const", "op")
NAMES = {"mult": "mul", "sl": "shl", "sr": "lshr", "sra": "ashr", "eql": "eq"}
"""Names of opcodes in this dialect only."""
PLACES = {"left": "0", "right": "1"}
MOST_OPERANDS = 2
_TYPE = re.compile(r"u?(int|float)(8|16|32|64)?|u?byte|u?short|u?intc|half|single|double")


def is_genmap(graph: DotGraph) -> bool:
    """Whether some node has the marks of the dialect: a `type`, or a kind without a label."""
    return any(_kind(node) for node in graph.nodes.values())


def from_genmap(graph: DotGraph, outputs: bool = False) -> DotGraph:
    """Return the same graph in the dialect of CGRA-ME.

    `outputs` keeps output nodes as operations. Raises `InputError` with the line.
    """
    found = DotGraph(graph.name, remarks=[*graph.remarks])
    kinds: dict[str, str] = {}
    for name, node in graph.nodes.items():
        kinds[name] = _kind(node)
        if not kinds[name]:
            what = f"node '{name}' needs a type: {', '.join(KINDS)}"
            raise InputError(what, node.place)
        if kinds[name] != "output" or outputs:
            found.nodes[name] = DotNode(_attributes(kinds[name], name, node), node.place)
    read: dict[str, DotEdge] = {}
    for edge in graph.edges:
        _require_ends(edge, kinds)
        if kinds[edge.target] == "output":
            if read.setdefault(edge.target, edge) is not edge:
                first = read[edge.target].place
                what = f"output '{edge.target}' already has a source, in {first}"
                raise InputError(what, edge.place)
            if not outputs:
                source = found.nodes[edge.source].attributes
                if source.get("result") == "true":
                    what = f"'{edge.source}' goes to several outputs, which are one result"
                    found.remarks.append((edge.place, what))
                source["result"] = "true"
                continue
        attributes = dict(edge.attributes)
        place = attributes.get("operand", "")
        attributes["operand"] = PLACES.get(place.lower(), place)
        found.edges.append(DotEdge(edge.source, edge.target, attributes, edge.place))
    for name, kind in kinds.items():
        if kind == "output" and name not in read:
            raise InputError(f"output '{name}' has no source", graph.nodes[name].place)
    return found


def dfg_to_genmap(dfg: Dfg) -> str:
    """Return a DFG in the dialect of GenMap, with an output per result.

    Loop-carried operands are written as `distance=`, which GenMap refuses. Laws of operators are
    those of their opcodes: others are noted. Raises `NotSupportedError` for properties that the
    dialect lacks: more than two operands, other effects, order edges, priorities, patterns, initial
    numbers, latencies, and values that would be read as an input, a constant or another result.
    """
    members = ("order", "priorities", "patterns", "initial")
    require_without(dfg, members, "cannot be written for GenMap")
    for operator in dfg.operators:
        if operator.latency != 1 or operator.arity > MOST_OPERANDS:
            much = f"{operator.arity} operands and latency {operator.latency}"
            what = f"operator '{operator.name}' with {much} cannot be written for GenMap"
            raise NotSupportedError(what)
    opcodes = opcodes_of(dfg)
    words = _words(opcodes.values())
    read_as = {name: opcode.lower() for name, opcode in opcodes.items()}
    require_sources_apart(dfg, read_as, "cannot be written for GenMap", mixed=False)
    require_told_by_name(dfg, read_as, "cannot be written for GenMap")
    _require_results(dfg)
    lines = [f"digraph {quoted(dfg.name)} {{"]
    lines += [f"{quoted(name)} [type=input];" for name in dfg.inputs]
    for name, opcode in opcodes.items():
        lines.append(f"{quoted(name)} [type=op,opcode={quoted(words[opcode])}];")
    for constant in dfg.constants:
        kind = "int" if isinstance(constant.value, int) else "float"
        value = quoted(str(constant.value))
        lines.append(f"{quoted(constant.name)} [type=const,datatype={kind},value={value}];")
    taken = {*dfg.values, *dfg.constant_by_name}
    ends: list[str] = []
    for result in dfg.results:
        port = f"OUTPUT_{result}"
        while port in taken:
            port += "_"
        taken.add(port)
        lines.append(f"{quoted(port)} [type=output];")
        ends.append(f"{quoted(result)} -> {quoted(port)};")
    for operation in dfg.operations:
        for slot, operand in enumerate(operation.operands):
            far = f",distance={operand.distance}" if operand.distance else ""
            arrow = f"{quoted(operand.value)} -> {quoted(operation.name)}"
            lines.append(f"{arrow} [operand={slot}{far}];")
    return "\n".join([*lines, *ends, "}"]) + "\n"


def _require_results(dfg: Dfg) -> None:
    """Raise where a reader would take other values for results."""
    with noted():  # what the reader will say
        found = dead_ends(
            {operation.name: operation.operands for operation in dfg.operations},
            [o.name for o in dfg.operations if dfg.has_effect(o.name)],
            dict.fromkeys(dfg.results, True),
            False,
            "",
        )
    for name in found:
        if name not in dfg.results:
            what = f"'{name}', which would be read as a result, cannot be written for GenMap"
            raise NotSupportedError(what)


def _words(opcodes: Iterable[str]) -> dict[str, str]:
    """Return the written opcodes; raise if two of them would be read as one."""
    names = {known: word for word, known in NAMES.items()}
    words = {opcode: names.get(opcode, opcode).upper() for opcode in opcodes}
    first: dict[str, str] = {}
    for opcode, word in words.items():
        if first.setdefault(word, opcode) != opcode:
            what = f"operators '{first[word]}' and '{opcode}' are both {word} for GenMap"
            raise NotSupportedError(what)
    return words


def _kind(node: DotNode) -> str:
    """Return the kind of a node, or an empty one without the dialect's marks."""
    if "type" in node.attributes:
        kind = node.attributes["type"]
        return kind if kind in KINDS else ""
    if "opcode" in node.attributes or "label" in node.attributes:
        return ""
    marks = [kind for kind in KINDS if kind in node.attributes]
    return marks[0] if len(marks) == 1 else ""


def _attributes(kind: str, name: str, node: DotNode) -> dict[str, str]:
    if kind == "op":
        word = node.attributes.get("opcode", node.attributes.get("op", "")).lower()
        if not word:
            raise InputError(f"operation '{name}' needs an opcode", node.place)
        return {"opcode": NAMES.get(word, word)}
    if kind == "const":
        return {"opcode": "const", "value": _value(name, node)}
    return {"opcode": kind}


def _value(name: str, node: DotNode) -> str:
    typed = [key for key in node.attributes if _TYPE.fullmatch(key)]
    text = node.attributes.get("value", node.attributes.get(typed[0]) if typed else name) or ""
    if re.fullmatch(r"-?0[xX][0-9a-fA-F]{1,32}", text):
        return str(int(text, 16))
    return text


def _require_ends(edge: DotEdge, kinds: dict[str, str]) -> None:
    """Raise `InputError` unless both ends are declared, and allowed in their places."""
    for end in (edge.source, edge.target):
        if end not in kinds:
            raise InputError(f"node '{end}' is never declared; write a line for it", edge.place)
    if kinds[edge.source] == "output":
        raise InputError(f"output '{edge.source}' cannot be read", edge.place)
    if kinds[edge.target] in ("input", "const"):
        what = f"{kinds[edge.target]} '{edge.target}' has no operands"
        raise InputError(what, edge.place)
