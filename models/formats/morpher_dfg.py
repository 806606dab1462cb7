"""DFGs in the XML of the Morpher tool chain, as its generator writes it: not well-formed.

What the format leaves open is decided here:

- An edge stands in the `Outputs` of its source and in the `Inputs` of its target. Its `type` is
  a port of the target: `P` the predicate, `I1` and `I2` the operands, `I3` both. An edge without
  a type takes a free one. `PS` edges carry no value: they are order edges.
- `nextiter="1"` is distance 1. What accumulators start from is not in the file.
- `CONST` is part of the instruction: an immediate operand, on port I2 unless an edge has it.
  The -1 of OLOAD and OSTORE is an address that has not been given, and no operand.
- Operands are ordered P, I1, I2; gaps close. An opcode with a predicate is an operator of its
  own: `add.if`, or `add.unless` where `NPB="1"` negates it. Several arities are as in DOT.
- Two nodes of one idx, which the generator can make, are distinguished by their edges.

Schedules, blocks and arrays (ASAP, ALAP, BB, MutexBB, BasePointerName, GEPOffset) are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.errors import InputError, NotSupportedError
from models.semantics.opcodes import operator_of

# Of each type of edge: the operands that it brings, by the ports each can take.
PORTS = {"P": ["P"], "I1": ["1"], "I2": ["2"], "I3": ["1", "2"], "PS": [], "": ["12"]}
EFFECT = re.compile(r"o?(load|store)[bh]?|loadcl|br|jumpl")
SOURCE = re.compile(r"o?load[bh]?")
# Opcodes that have another name here; CMP tests for equality.
NAMES = {"ls": "shl", "ars": "ashr", "cmp": "eq", "clt": "lt", "cgt": "gt", "movc": "mov"}
# Of each element: what it stands in, and its attributes.
_GRAMMAR = {
    "MutexBB": [""],
    "BB1": ["MutexBB", "name"],
    "BB2": ["BB1", "name"],
    "DFG": ["", "count"],
    "Node": ["DFG", "idx", "ASAP", "ALAP", "BB", "CONST"],
    "Inputs": ["Node"],
    "Input": ["Inputs", "idx"],
    "Outputs": ["Node"],
    "Output": ["Outputs", "idx", "nextiter", "NPB", "type"],
    "RecParents": ["Node"],
    "RecParent": ["RecParents", "idx"],
    "OP": ["Node"],
    "BasePointerName": ["Node", "size"],
    "GEPOffset": ["Node"],
}
_WITH_TEXT = ("OP", "BasePointerName", "GEPOffset")
# An <Output may end where the next tag begins: the generator forgets its end, and its type.
_TAG = re.compile(r'<(/?)([A-Za-z]\w*)((?:[^<>"]|"[^<>"]*")*+)(>|(?=<))')
_ATTRIBUTE = re.compile(r'\s*([A-Za-z]\w*)\s*=\s*"([^"]*)"')


class _Tag(NamedTuple):
    name: str
    attributes: dict[str, str]
    text: str
    line: int

    def number(self, name: str, allowed: str = r"\d{1,9}") -> int:
        text = self.attributes.get(name)
        if text is None:
            raise InputError(f"<{self.name}> needs the attribute {name}", f"line {self.line}")
        if not re.fullmatch(allowed, text, re.ASCII):
            raise InputError(f'{name}="{text[:40]}" is no number for it', f"line {self.line}")
        return int(text)


class _Output(NamedTuple):
    target: int
    distance: int
    type: str
    negated: bool
    line: int


@dataclass
class _Node:
    idx: int
    name: str
    line: int
    constant: int | None
    opcode: str = ""
    inputs: dict[int, int] = field(default_factory=dict)  # idx: line
    outputs: list[_Output] = field(default_factory=list)
    ports: dict[str, Operand] = field(default_factory=dict)
    suffix: str = ""

    @property
    def operator(self) -> str:
        return self.opcode + self.suffix

    def take(self, ports: str, operand: Operand, line: int) -> None:
        """Put an operand on the first of these ports that is free."""
        free = [port for port in ports if port not in self.ports]
        if not free:
            which = (
                "its predicate"
                if ports == "P"
                else " and ".join(f"I{port}" for port in sorted(ports))
            )
            raise InputError(f"node {self.idx}: {which} already taken", f"line {line}")
        self.ports[free[0]] = operand

    @property
    def operands(self) -> tuple[Operand, ...]:
        return tuple(self.ports[port] for port in "P12" if port in self.ports)


_Edge = tuple[_Node, _Output, _Node]


def dfg_from_morpher(
    text: str, where: str, name: str = "dfg", immediate: bool = False, inputs: bool = False
) -> Dfg:
    """Return the DFG in a Morpher XML text.

    `immediate` makes constant moves (MOVC) immediate operands instead of operations, `inputs`
    makes loads that read no other node inputs of the DFG; nodes with order edges stay
    operations. Raises `InputError`: file, line, what is wrong, and `NotSupportedError` for
    vocabulary that has no place in a DFG.
    """
    try:
        nodes = _nodes(text)
        edges = _edges(nodes)
        _connect(nodes, edges)
        return _build(nodes, edges, name, immediate, inputs)
    except InputError as error:
        raise error.inside(where) from None


def _tags(text: str) -> Iterator[_Tag]:
    """Yield the opening tags, each with the text behind it, all as the grammar has them."""
    opened: list[tuple[str, int]] = []
    position, line = 0, 1
    while (start := text.find("<", position)) >= 0 or text[position:].strip():
        between = text[position:start] if start >= 0 else text[position:]
        inside = opened[-1][0] if opened else ""
        if between.strip() and not (inside in _WITH_TEXT and start >= 0):
            line += between[: len(between) - len(between.lstrip())].count("\n")
            raise InputError(f"unexpected text {between.strip()[:40]!r}", f"line {line}")
        line += between.count("\n")
        match = _TAG.match(text, start)
        if match is None:
            what = f"expected a tag, found {text[start : start + 40]!r}"
            raise InputError(what, f"line {line}")
        closing, name, body, end = match.groups()
        position = match.end()
        if closing:
            if name != inside or body.strip() or not end:
                raise InputError(f"'{match.group()[:40]}' closes nothing", f"line {line}")
            opened.pop()
        else:
            if not end and name != "Output":
                raise InputError(f"<{name[:40]} does not end with '>'", f"line {line}")
            attributes = _attributes(name, inside, body.removesuffix("/"), line)
            yield _Tag(name, attributes, text[position : text.find("<", position)].strip(), line)
            if end and not body.endswith("/"):
                opened.append((name, line))
        line += match.group().count("\n")
    if opened:
        raise InputError(f"<{opened[-1][0]}> is never closed", f"line {opened[-1][1]}")


def _attributes(name: str, inside: str, body: str, line: int) -> dict[str, str]:
    if name not in _GRAMMAR or _GRAMMAR[name][0] != inside:
        place = f"in <{inside}>" if inside else "at the top"
        raise InputError(f"<{name[:40]}> does not belong {place}", f"line {line}")
    found: dict[str, str] = {}
    position = 0
    while match := _ATTRIBUTE.match(body, position):
        key, value = match.groups()
        if key in found:
            raise InputError(f"<{name}> has {key[:40]} twice", f"line {line}")
        if key not in _GRAMMAR[name][1:]:
            raise NotSupportedError(f"attribute {key[:40]} of <{name}>", f"line {line}")
        found[key] = value
        position = match.end()
    if rest := body[position:].strip():
        raise InputError(f"no attribute of <{name}>: '{rest[:40]}'", f"line {line}")
    return found


def _nodes(text: str) -> list[_Node]:
    """Return the nodes, named by their idx; a second node 5 is `5.2`."""
    nodes: list[_Node] = []
    graph: _Tag | None = None
    twins: dict[int, int] = {}
    for tag in _tags(text):
        if tag.name == "DFG":
            if graph is not None:
                raise InputError("a second <DFG>", f"line {tag.line}")
            graph = tag
        elif tag.name == "Node":
            idx = tag.number("idx")
            twins[idx] = twins.get(idx, 0) + 1
            name = str(idx) if twins[idx] == 1 else f"{idx}.{twins[idx]}"
            constant = tag.number("CONST", r"-?\d{1,18}") if "CONST" in tag.attributes else None
            nodes.append(_Node(idx, name, tag.line, constant))
        elif tag.name == "OP":
            word = tag.text.lower()
            if nodes[-1].opcode or not re.fullmatch(r"[a-z]\w*", word, re.ASCII):
                raise InputError(f"node {nodes[-1].idx} needs one <OP> word", f"line {tag.line}")
            nodes[-1].opcode = NAMES.get(word, word)
        elif tag.name == "Input":
            nodes[-1].inputs.setdefault(tag.number("idx"), tag.line)
        elif tag.name == "Output":
            nodes[-1].outputs.append(_output(tag))
        elif tag.name == "RecParent":
            what = f"<RecParent> of node {nodes[-1].idx}: a recurrence without a distance"
            raise NotSupportedError(what, f"line {tag.line}")
    if graph is None:
        raise InputError("no <DFG>, so no DFG of Morpher")
    if (count := graph.number("count")) != len(nodes):
        raise InputError(f"count={count}, but there are {len(nodes)} nodes", f"line {graph.line}")
    for node in nodes:
        if not node.opcode:
            raise InputError(f"node {node.idx} needs an <OP>", f"line {node.line}")
        if twins[node.idx] > 1 and not (node.inputs or node.outputs):
            raise _alike(node)
    return nodes


def _output(tag: _Tag) -> _Output:
    type_ = tag.attributes.get("type", "")
    if type_ not in PORTS:
        known = ", ".join(filter(None, PORTS))
        raise NotSupportedError(f"edge type '{type_[:40]}'; known: {known}", f"line {tag.line}")
    negated = "NPB" in tag.attributes and tag.number("NPB", "[01]") == 1
    if negated and type_ != "P":
        raise InputError('NPB="1" negates a predicate: it needs type="P"', f"line {tag.line}")
    return _Output(tag.number("idx"), tag.number("nextiter", "[01]"), type_, negated, tag.line)


def _alike(node: _Node) -> InputError:
    what = f"duplicate idx {node.idx}: the edges do not tell which node is meant"
    return InputError(what, f"line {node.line}")


def _edges(nodes: list[_Node]) -> list[_Edge]:
    """Return the edges; raise unless each is named by one source and one target."""
    known = {node.idx for node in nodes}
    readers: dict[tuple[int, int], list[_Node]] = {}
    for node in nodes:
        for idx in node.inputs:
            readers.setdefault((idx, node.idx), []).append(node)
    edges: list[_Edge] = []
    sources: dict[tuple[str, int], _Node] = {}
    for node in nodes:
        for output in node.outputs:
            targets = readers.get((node.idx, output.target), [])
            if not targets:
                missing = f" has no input from node {node.idx}" * (output.target in known)
                what = f"node {output.target}{missing or ' does not exist'}"
                raise InputError(what, f"line {output.line}")
            if len(targets) > 1:
                raise _alike(targets[1])
            if sources.setdefault((targets[0].name, node.idx), node) is not node:
                raise _alike(node)
            edges.append((node, output, targets[0]))
    for node in nodes:
        for idx, line in node.inputs.items():
            if (node.name, idx) not in sources:
                missing = f" has no output to node {node.idx}" * (idx in known)
                raise InputError(f"node {idx}{missing or ' does not exist'}", f"line {line}")
    return edges


def _connect(nodes: list[_Node], edges: list[_Edge]) -> None:
    """Put the operands on the ports: those with a type first, the constants last."""
    for source, output, target in sorted(edges, key=lambda edge: not edge[1].type):
        for ports in PORTS[output.type]:
            target.take(ports, Operand(source.name, output.distance), output.line)
        if output.type == "P":
            target.suffix = ".unless" if output.negated else ".if"
    for node in nodes:
        if node.constant == -1 and node.opcode in ("oload", "ostore"):
            node.constant = None
        if node.constant is not None:
            node.take("21", Operand(f"{node.name}.const"), node.line)


def _build(nodes: list[_Node], edges: list[_Edge], name: str, immediate: bool, inputs: bool) -> Dfg:
    order = [edge for edge in edges if edge[1].type == "PS"]
    bound = {target.name for _, _, target in edges} | {source.name for source, _, _ in order}
    leaves = [node for node in nodes if node.name not in bound]
    moved = {n.name for n in leaves if immediate and n.opcode == "mov" and n.constant is not None}
    given = {n.name for n in leaves if inputs and SOURCE.fullmatch(n.opcode)}
    kept = [node for node in nodes if node.name not in moved | given]
    operators = _operators(kept)
    read = {n.name for n, output, other in edges if output.type != "PS" and n is not other}
    return Dfg(
        name=name,
        operators=tuple(dict.fromkeys(operators.values())),
        inputs=tuple(node.name for node in nodes if node.name in given),
        operations=tuple(Operation(n.name, operators[n.name].name, n.operands) for n in kept),
        results=tuple(n.name for n in kept if n.name not in read and not operators[n.name].effect),
        constants=tuple(
            Constant(n.name if n.name in moved else f"{n.name}.const", n.constant)
            for n in nodes
            if n.constant is not None and n.name not in given
        ),
        order=tuple(OrderEdge(n.name, other.name, to.distance) for n, to, other in order),
    )


def _operators(nodes: list[_Node]) -> dict[str, Operator]:
    """Return the operator of each node; the largest arity of an opcode has its plain name."""
    largest: dict[str, int] = {}
    for node in nodes:
        largest[node.operator] = max(largest.get(node.operator, 0), len(node.operands))
    made: dict[str, Operator] = {}
    for node in nodes:
        word, arity = node.operator, len(node.operands)
        base = operator_of(word, arity, word if arity == largest[word] else f"{word}/{arity}")
        effect = EFFECT.fullmatch(node.opcode) is not None
        made[node.name] = Operator(
            base.name, arity, base.commutative, base.associative, effect=effect
        )
    return made
