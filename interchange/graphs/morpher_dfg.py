"""DFGs in the XML of the Morpher tool chain, as its generator writes it: not well-formed.

Rules for facts that the format leaves open:

- An edge stands in the `Outputs` of its source and in the `Inputs` of its target. Its `type` is a
  port of the target: `P` the predicate, `I1` and `I2` the operands, `I3` both. An edge without a
  type takes a free one. `PS` edges carry no value: they are order edges.
- Several edges into one port are parts of a merged value, such as those of two CMERGEs of which one
  has a value. All become operands; the operator is called `add/3` and has no laws.
- `nextiter="1"` is distance 1. Where it is missing, the distance is 1 for a target whose ASAP is
  not after that of the source. First values of accumulators are not in the file.
- `RecParent` names an operation of the next iteration, at the earliest, that this one precedes: an
  order edge of distance 1. Morpher's mapper lets both begin a cycle closer to each other.
- `CONST` is part of the instruction: an immediate operand, on port I2 or I1 unless edges have both.
  The -1 of OLOAD and OSTORE is an address that has not been given, and no operand.
- Operands are ordered P, I1, I2, and those of stores P, I2, I1: the address first; gaps close. An
  opcode with a predicate is an operator of its own: `add.if`, or `add.unless` where `NPB="1"`
  negates it. Several arities are as in DOT.
- Nodes of one idx, which the generator can make, are told apart by their edges: one edge to or from
  them is that of each, and as many edges as nodes go one to each, in order.

Schedules, blocks and arrays (ALAP, BB, MutexBB, BasePointerName, GEPOffset) are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from interchange.graphs.morpher_xml import Tag, tags
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.errors import InputError, NotSupportedError
from models.formats.carried import listed
from models.formats.results import dead_ends
from models.notes import note
from models.semantics.opcodes import operator_of

# Of each type of edge: the operands that it brings, by the ports each can take.
PORTS = {"P": ["P"], "I1": ["1"], "I2": ["2"], "I3": ["1", "2"], "PS": [], "": ["12"]}
EFFECT = re.compile(r"o?(load|store)[bh]?|loadcl|br|jumpl")
SOURCE = re.compile(r"o?load[bh]?")
STORE = re.compile(r"o?store[bh]?")
# Opcodes that have another name here; CMP tests for equality.
NAMES = {"ls": "shl", "ars": "ashr", "cmp": "eq", "clt": "lt", "cgt": "gt", "movc": "mov"}
"""Names of opcodes in this dialect only."""


class _Output(NamedTuple):
    target: int
    distance: int | None
    type: str
    negated: bool
    line: int


@dataclass
class _Node:
    idx: int
    name: str
    line: int
    constant: int | None
    asap: int | None = None
    opcode: str = ""
    inputs: dict[int, int] = field(default_factory=dict)  # idx: line
    outputs: list[_Output] = field(default_factory=list)
    before: list[tuple[int, int]] = field(default_factory=list)  # of RecParents: idx, line
    ports: dict[str, list[Operand]] = field(default_factory=dict)
    suffix: str = ""

    @property
    def operator(self) -> str:
        return self.opcode + self.suffix

    def take(self, ports: str, operand: Operand) -> None:
        """Put an operand on the first of the ports that have the fewest."""
        port = min(ports, key=lambda port: len(self.ports.get(port, [])))
        self.ports.setdefault(port, []).append(operand)

    @property
    def operands(self) -> tuple[Operand, ...]:
        ports = "P213" if STORE.fullmatch(self.opcode) else "P123"
        return tuple(operand for port in ports for operand in self.ports.get(port, []))

    @property
    def merges(self) -> bool:
        """Whether several edges lead into one port."""
        return any(len(operands) > 1 for operands in self.ports.values())


class _Edge(NamedTuple):
    source: _Node
    output: _Output
    target: _Node

    @property
    def distance(self) -> int:
        """In iterations; if missing, by the earliest starts of both."""
        source, target = self.source, self.target
        if self.output.distance is not None:
            return self.output.distance
        if source.asap is None or target.asap is None:
            what = "<Output> needs the attribute nextiter, or its nodes ASAP"
            raise InputError(what, f"line {self.output.line}")
        return int(target.asap <= source.asap)


def dfg_from_morpher(
    text: str, where: str, name: str = "dfg", immediate: bool = False, inputs: bool = False
) -> Dfg:
    """Return the DFG in a Morpher XML text.

    `immediate` makes constant moves (MOVC) immediate operands instead of operations, `inputs` makes
    loads that read no other node inputs of the DFG; nodes with order edges stay operations. Raises
    `InputError`: file, line, fault, and `NotSupportedError` for vocabulary that has no place in a
    DFG.
    """
    try:
        nodes = _nodes(text)
        edges = _edges(nodes)
        _connect(nodes, edges)
        for what in (*_guesses(edges), *_signs(nodes)):
            note(what, where)
        return _build(nodes, edges, where, name, immediate, inputs)
    except InputError as error:
        raise error.inside(where) from None


def _nodes(text: str) -> list[_Node]:
    """Return the nodes, named by their idx; a second node 5 is `5.2`."""
    nodes: list[_Node] = []
    graph: Tag | None = None
    twins: dict[int, int] = {}
    for tag in tags(text):
        if tag.name == "DFG":
            if graph is not None:
                raise InputError("a second <DFG>", f"line {tag.line}")
            graph = tag
        elif tag.name == "Node":
            idx = tag.number("idx")
            twins[idx] = twins.get(idx, 0) + 1
            name = str(idx) if twins[idx] == 1 else f"{idx}.{twins[idx]}"
            constant = tag.number("CONST", r"-?\d{1,18}") if "CONST" in tag.attributes else None
            asap = tag.number("ASAP") if "ASAP" in tag.attributes else None
            nodes.append(_Node(idx, name, tag.line, constant, asap))
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
            nodes[-1].before.append((tag.number("idx"), tag.line))
    if graph is None:
        raise InputError("no <DFG>, so no DFG of Morpher")
    if (count := graph.number("count")) != len(nodes):
        raise InputError(f"count={count}, but there are {len(nodes)} nodes", f"line {graph.line}")
    for node in nodes:
        if not node.opcode:
            raise InputError(f"node {node.idx} needs an <OP>", f"line {node.line}")
    return nodes


def _output(tag: Tag) -> _Output:
    type_ = tag.attributes.get("type", "")
    if type_ not in PORTS:
        known = ", ".join(filter(None, PORTS))
        raise NotSupportedError(f"edge type '{type_[:40]}'; known: {known}", f"line {tag.line}")
    negated = "NPB" in tag.attributes and tag.number("NPB", "[01]") == 1
    if negated and type_ != "P":
        raise InputError('NPB="1" negates a predicate: it needs type="P"', f"line {tag.line}")
    distance = tag.number("nextiter", "[01]") if "nextiter" in tag.attributes else None
    return _Output(tag.number("idx"), distance, type_, negated, tag.line)


def _edges(nodes: list[_Node]) -> list[_Edge]:
    """Return the edges, each of which stands at both ends."""
    known = {node.idx for node in nodes}
    sources: dict[tuple[int, int], list[_Node]] = {}
    targets: dict[tuple[int, int], list[_Node]] = {}
    for node in nodes:
        for target in dict.fromkeys(output.target for output in node.outputs):
            sources.setdefault((node.idx, target), []).append(node)
        for idx in node.inputs:
            targets.setdefault((idx, node.idx), []).append(node)
    for node in nodes:
        for idx, line in node.inputs.items():
            if (idx, node.idx) not in sources:
                missing = f" has no output to node {node.idx}" * (idx in known)
                raise InputError(f"node {idx}{missing or ' does not exist'}", f"line {line}")
    edges: list[_Edge] = []
    for node in nodes:
        taken: dict[int, int] = {}
        for output in node.outputs:
            key = node.idx, output.target
            if key not in targets:
                missing = f" has no input from node {node.idx}" * (output.target in known)
                what = f"node {output.target}{missing or ' does not exist'}"
                raise InputError(what, f"line {output.line}")
            number = taken[output.target] = taken.get(output.target, -1) + 1
            meant = _meant(node, number, sources[key], targets[key])
            edges += [_Edge(node, output, target) for target in meant]
    return edges


def _guesses(edges: list[_Edge]) -> Iterator[str]:
    """Yield descriptions of facts that edges leave open, and the assumption made for each."""
    guessed = [edge for edge in edges if edge.output.distance is None]
    if guessed:
        carried = [f"{x.source.name} -> {x.target.name}" for x in guessed if x.distance]
        what = f"no nextiter in {_lines(guessed)}: by ASAP, of distance 1 are"
        others = len(guessed) - len(carried)
        yield f"{what} {listed(carried) or 'none'}, of distance 0 the other {others}"
    free = [edge for edge in edges if not edge.output.type]
    if free:
        yield f"no type in {_lines(free)}: these operands take the ports that are free"


SIGNED = frozenset("lt le gt ge clte cgte div".split())
"""Opcodes that have a sign here, and none in Morpher's simulator of HyCUBE."""


def _signs(nodes: list[_Node]) -> Iterator[str]:
    """Say which operations another simulator computes otherwise."""
    if signed := [node.name for node in nodes if node.opcode in SIGNED]:
        what = f"comparisons and divisions have the sign of the words: {listed(signed)}"
        yield f"{what}; Morpher's simulator computes them without one, as rtl --unsigned does"


def _lines(edges: list[_Edge]) -> str:
    numbers = sorted({edge.output.line for edge in edges})
    return f"line{'s' * (len(numbers) > 1)} {listed(map(str, numbers))}"


def _meant(node: _Node, number: int, sources: list[_Node], targets: list[_Node]) -> list[_Node]:
    """Return the target, among nodes of one idx, of edge `number` of a node to them."""
    if len(targets) == 1:
        return targets
    if len(sources) == len(targets):
        return [targets[sources.index(node)]]
    count = sum(output.target == targets[0].idx for output in node.outputs)
    if len(sources) == 1 and count in (1, len(targets)):
        return targets if count == 1 else [targets[number]]
    which = f"{len(sources)} nodes {node.idx}, {len(targets)} nodes {targets[0].idx}"
    what = f"duplicate idx: {which}, and their edges do not tell which are meant"
    raise InputError(what, f"line {node.line}")


def _connect(nodes: list[_Node], edges: list[_Edge]) -> None:
    """Put the operands on the ports: those with a type first, the constants last."""
    for edge in sorted(edges, key=lambda edge: not edge.output.type):
        for ports in PORTS[edge.output.type]:
            edge.target.take(ports, Operand(edge.source.name, edge.distance))
        if edge.output.type == "P":
            suffix = ".unless" if edge.output.negated else ".if"
            edge.target.suffix = edge.target.suffix.replace(suffix, "") + suffix
    for node in nodes:
        if node.constant == -1 and node.opcode in ("oload", "ostore"):
            node.constant = None
        if node.constant is not None:
            free = [port for port in "21" if port not in node.ports]
            node.take(free[0] if free else "3", Operand(f"{node.name}.const"))


def _order(nodes: list[_Node], edges: list[_Edge]) -> list[OrderEdge]:
    """Return the order edges: edges without a value, and recurrences through memory."""
    named: dict[int, list[_Node]] = {}
    for node in nodes:
        named.setdefault(node.idx, []).append(node)
    found = [
        OrderEdge(edge.source.name, edge.target.name, edge.distance)
        for edge in edges
        if edge.output.type == "PS"
    ]
    for node in nodes:
        for idx, line in node.before:
            if idx not in named:
                raise InputError(f"node {idx} does not exist", f"line {line}")
            found += [OrderEdge(node.name, other.name, 1) for other in named[idx]]
    return list(dict.fromkeys(found))


def _build(
    nodes: list[_Node], edges: list[_Edge], where: str, name: str, immediate: bool, inputs: bool
) -> Dfg:
    order = _order(nodes, edges)
    bound = {edge.target.name for edge in edges}
    bound |= {end for each in order for end in (each.before, each.after)}
    leaves = [node for node in nodes if node.name not in bound]
    moved = {n.name for n in leaves if immediate and n.opcode == "mov" and n.constant is not None}
    given = {n.name for n in leaves if inputs and SOURCE.fullmatch(n.opcode)}
    kept = [node for node in nodes if node.name not in moved | given]
    operators = _operators(kept)
    effects = {name for name, operator in operators.items() if operator.effect}
    results = dead_ends({n.name: n.operands for n in kept}, effects, {}, True, where, "")
    return Dfg(
        name=name,
        operators=tuple(dict.fromkeys(operators.values())),
        inputs=tuple(node.name for node in nodes if node.name in given),
        operations=tuple(Operation(n.name, operators[n.name].name, n.operands) for n in kept),
        results=tuple(results),
        constants=tuple(
            Constant(n.name if n.name in moved else f"{n.name}.const", n.constant)
            for n in nodes
            if n.constant is not None and n.name not in given
        ),
        order=tuple(order),
    )


def _operators(nodes: list[_Node]) -> dict[str, Operator]:
    """Return the operator of each node; the largest arity of an opcode has its plain name.

    Operators that merge operands have no laws, and their arity in the name.
    """
    largest: dict[str, int] = {}
    for node in nodes:
        if not node.merges:
            largest[node.operator] = max(largest.get(node.operator, 0), len(node.operands))
    names = {
        node.name: node.operator
        if not node.merges and len(node.operands) == largest[node.operator]
        else f"{node.operator}/{len(node.operands)}"
        for node in nodes
    }
    merging = {names[node.name] for node in nodes if node.merges}
    made: dict[str, Operator] = {}
    for node in nodes:
        name, arity = names[node.name], len(node.operands)
        laws = Operator("", arity) if name in merging else operator_of(node.operator, arity)
        effect = EFFECT.fullmatch(node.opcode) is not None
        made[node.name] = Operator(name, arity, laws.commutative, laws.associative, effect=effect)
    return made
