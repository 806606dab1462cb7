"""DFGs in the files of SAT-MapIt, read and written: `NAME_nodes`, `NAME_edges`, and others.

A line of each, its columns separated by blanks:

- `NAME_nodes`: id, opcode, operands A and B, predicate, number of the opcode. -1: no operand.
- `NAME_edges`: source, target, distance, latency. Edges that no operand column names carry no
  value: they are order edges. The latency is that of the source's operator.
- `NAME_constants`: id, the node that reads it, value, operand (ignored, except where both columns
  of a node name the last of its two constants, as the generator writes them).
- `NAME_livein_edges`, `NAME_liveout_edges`: source, target, distance, latency; ids of values from
  outside the loop, and values that are used after it. The files of nodes repeat the ids.

Only the first two are needed. Without any of those that define constants and live-in values, all
operands that are no nodes are live-in values; with one, such an operand must be defined. Results
are the live-out values and unread values; without a file of live-out edges, values unread in their
own iteration. In SAT-MapIt only nodes take a PE: constants are immediate and live-in values inputs,
unless they are wanted as operations.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from msgspec.structs import replace

from interchange.graphs.expressible import require_told_by_name, require_without
from interchange.graphs.satmapit_files import Edge, Graph, Node, Pair, file_name, read_graph
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.errors import InputError, NotSupportedError
from models.notes import note
from models.semantics.opcodes import opcodes_of, operators_of
from models.semantics.vocabulary import as_word


def load_satmapit(pair: Pair, immediate: bool = True, inputs: bool = True) -> Dfg:
    """Return the DFG in the files of a pair, named after them.

    `immediate` makes constants immediate operands instead of operations, `inputs` makes live-in
    values inputs of the DFG. Raises `InputError`: file, line, fault.
    """
    graph = read_graph(pair)
    _connect(graph)
    try:
        return _build(graph, immediate, inputs)
    except NotSupportedError:
        raise
    except InputError as error:
        raise InputError(error.what, pair.path("edges")) from None


def _connect(graph: Graph) -> None:
    """Give every node its operands; the remaining edges are order edges."""
    between: dict[tuple[int, int], list[Edge]] = {}
    for edge in graph.edges:
        between.setdefault((edge.source, edge.target), []).append(edge)
    used: dict[tuple[int, int], int] = {}
    for node in graph.nodes.values():
        for id_ in _columns(graph, node):
            pair = (id_, node.id)
            distance = 0
            if id_ in graph.nodes:
                if pair not in between:
                    name = file_name(graph.pair, "edges")
                    what = f"node {node.id} reads node {id_}, but '{name}' has no such edge"
                    raise InputError(what, f"{graph.pair.path('nodes')}: line {node.line}")
                # One edge is enough for a node that reads a value twice.
                turn = min(used.get(pair, 0), len(between[pair]) - 1)
                used[pair] = turn + 1
                distance = between[pair][turn].distance
            elif id_ not in graph.constants and not graph.may_be_livein(id_):
                what = f"operand {id_} of node {node.id} is no node, constant or live-in value"
                raise InputError(what, f"{graph.pair.path('nodes')}: line {node.line}")
            node.operands.append(Operand(str(id_), distance))
        for _, id_ in graph.readers.get(node.id, ()):
            if str(id_) not in [operand.value for operand in node.operands]:
                what = f"constant {id_} is for node {node.id}, which does not name it"
                note(what, graph.pair.path("constants"))
    for pair, edges in between.items():
        graph.order += edges[used.get(pair, 0) :]
        distances = [edge.distance for edge in edges]
        if pair in used and len(set(distances)) > 1:
            what = f"node {pair[1]} reads node {pair[0]} over edges of distances"
            taken = "the first ones are taken as its operands, in the order of its columns"
            where = f"{graph.pair.path('edges')}: line {edges[1].line}"
            note(f"{what} {', '.join(map(str, distances))}: {taken}", where)


def _columns(graph: Graph, node: Node) -> list[int]:
    a, b, predicate = node.columns
    lines = graph.readers.get(node.id, [])
    own = dict(lines)
    if a == b and a in graph.constants and len(lines) == 2 and set(own) == {0, 1}:
        a, b = own[0], own[1]
    return [id_ for id_ in (a, b, predicate) if id_ >= 0]


def _build(graph: Graph, immediate: bool, inputs: bool) -> Dfg:
    named = {o.value: None for node in graph.nodes.values() for o in node.operands}
    constants = [id_ for id_ in graph.constants if str(id_) in named]
    known = {str(id_) for id_ in (*graph.nodes, *constants)}
    livein = [name for name in named if name not in known]
    opcodes = {str(n.id): (n.opcode, len(n.operands)) for n in graph.nodes.values()}
    operands = {str(node.id): tuple(node.operands) for node in graph.nodes.values()}
    numbers = {str(id_): graph.constants[id_] for id_ in constants}
    if not immediate:
        for name in numbers:
            opcodes[name] = ("const", 1)
            operands[name] = (Operand(f"{name}.const"),)
        numbers = {f"{name}.const": value for name, value in numbers.items()}
    if not inputs:
        opcodes |= dict.fromkeys(livein, ("livein", 0))
        operands |= dict.fromkeys(livein, ())
    operators = _with_latencies(graph, operators_of(opcodes))
    return Dfg(
        name=os.path.basename(graph.pair.base),
        operators=tuple({operator.name: operator for operator in operators.values()}.values()),
        inputs=tuple(livein) if inputs else (),
        operations=tuple(Operation(x, operators[x].name, operands[x]) for x in opcodes),
        results=_results(graph, operators),
        constants=tuple(Constant(name, value) for name, value in numbers.items()),
        order=tuple(OrderEdge(str(e.source), str(e.target), e.distance) for e in graph.order),
    )


def _results(graph: Graph, operators: dict[str, Operator]) -> tuple[str, ...]:
    """Return the live-out and the unread values, in the order of the nodes."""
    wanted = {str(id_) for id_ in graph.liveout or ()}
    read: set[str] = set()
    for node in graph.nodes.values():
        for operand in node.operands:
            # The next iteration always reads the value of a loop: that alone needs no result
            # where the live-out values are known.
            if operand.distance == 0 or graph.liveout is not None:
                read |= {operand.value} - {str(node.id)}
    for name in map(str, graph.nodes):
        if name not in read and not operators[name].effect:
            wanted.add(name)
    return tuple(name for name in map(str, graph.nodes) if name in wanted)


def _with_latencies(graph: Graph, operators: dict[str, Operator]) -> dict[str, Operator]:
    """Return the operators with the latencies that the edges give them."""
    latency: dict[str, int] = {}
    for edge in graph.edges:
        name = operators[str(edge.source)].name
        if latency.setdefault(name, edge.latency) != edge.latency:
            what = f"operator '{name}' has two latencies, {latency[name]} and {edge.latency}"
            where = f"{graph.pair.path('edges')}: line {edge.line}"
            raise NotSupportedError(what, where)
    return {
        node: replace(operator, latency=latency.get(operator.name, 1))
        for node, operator in operators.items()
    }


# The numbers that SAT-MapIt has for its opcodes.
NUMBERS = {
    "add": 1, "sub": 2, "mul": 3, "shl": 9, "lshr": 10, "ashr": 10, "and": 11, "or": 12, "xor": 13,
    "bsfa": 17, "fadd": 20, "fsub": 21, "fmul": 22, "fdiv": 23, "beq": 24, "bne": 25, "blt": 26,
    "bge": 27, "load": 29, "store": 32, "phi": 40, "ble": 41, "bgt": 42, "bzfa": 43,
}  # fmt: skip
NO_OPERAND = -1
CANNOT = "cannot be written for SAT-MapIt"
MOST_OPERANDS = 3
LONGEST = 10**20
"""Limit of constants; larger ones are not read."""


def dfg_to_satmapit(dfg: Dfg) -> dict[str, str]:
    """Return the texts of `NAME_nodes`, `NAME_edges` and so on, by the suffix after `NAME_`.

    Names that are not all different numbers become numbers. The third operand is the predicate.
    Laws of operators are those of their opcodes: others are noted. Raises `NotSupportedError` for
    properties that the format lacks: more than three operands, numbers that are no integers of 20
    digits, loop-carried inputs, results that are inputs, unread values that are no results, other
    effects, latencies of operations without edges, priorities, patterns and initial numbers.
    """
    require_without(dfg, ("priorities", "patterns", "initial"), CANNOT)
    if not dfg.operations:
        raise _cannot("a graph without operations")
    ids = ids_of((*(o.name for o in dfg.operations), *dfg.inputs, *dfg.constant_by_name))
    opcodes = {name: as_word(opcode) for name, opcode in opcodes_of(dfg).items()}
    nodes, edges, constants, livein = [], [], dict[str, None](), dict[str, None]()
    for operation in dfg.operations:
        opcode = opcodes[operation.name]
        if len(operation.operands) > MOST_OPERANDS:
            raise _cannot(f"operator '{opcode}' of {len(operation.operands)} operands")
        if not re.fullmatch(r"[A-Za-z]\w*", opcode, re.ASCII):
            raise _cannot(f"operator '{opcode}', which is no word,")
        columns = [NO_OPERAND] * MOST_OPERANDS
        target = ids[operation.name]
        for place, (value, distance) in enumerate(
            (operand.value, operand.distance) for operand in operation.operands
        ):
            columns[place] = ids[value]
            if value in dfg.operation_by_name:
                edges.append(f"{ids[value]} {target} {distance} {dfg.latency(value)}")
                continue
            if distance:
                raise _cannot(f"'{value}' of an earlier iteration, which is no operation,")
            if value in dfg.inputs:
                livein[f"{ids[value]} {target} 0 1"] = None
                continue
            number = dfg.constant_by_name[value]
            if not isinstance(number, int) or abs(number) >= LONGEST:
                raise _cannot(f"constant '{value}' with the number {number}")
            constants[f"{ids[value]} {target} {number} {min(place, 1)}"] = None
        written = " ".join(map(str, columns))
        nodes.append(f"{target} {opcode} {written} {NUMBERS.get(opcode, NO_OPERAND)}")
    for order in dfg.order:
        latency = dfg.latency(order.before)
        edges.append(f"{ids[order.before]} {ids[order.after]} {order.distance} {latency}")
    liveout, free = [], max(ids.values()) + 1
    for position, result in enumerate(dfg.results):
        if result not in dfg.operation_by_name:
            raise _cannot(f"result '{result}', which is an input,")
        liveout.append(f"{ids[result]} {free + position} 0 1")
    _require_readable(dfg, opcodes)
    return {
        "nodes": _lines(nodes),
        "edges": _lines(edges),
        "constants": _lines(constants),
        "liveinnodes": _lines(str(ids[name]) for name in dfg.inputs),
        "livein_edges": _lines(livein),
        "liveoutnodes": _lines(str(free + position) for position in range(len(liveout))),
        "liveout_edges": _lines(liveout),
    }


def _require_readable(dfg: Dfg, opcodes: dict[str, str]) -> None:
    """Raise where a reader would take other results, or operators of other latencies."""
    read = {x.value for o in dfg.operations for x in o.operands if x.value != o.name}
    for operation in dfg.operations:
        wanted = operation.name in dfg.results or dfg.has_effect(operation.name)
        if operation.name not in read and not wanted:
            raise _cannot(f"'{operation.name}', which nothing reads and which is no result,")
    operators = require_told_by_name(dfg, opcodes, CANNOT)
    left = {x.value for o in dfg.operations for x in o.operands} | {e.before for e in dfg.order}
    latency: dict[str, int] = {}
    shown = {operators[name].name for name in operators if name in left}
    for name, operator in operators.items():
        own = dfg.latency(name)
        if latency.setdefault(operator.name, own) != own:
            both = f"{latency[operator.name]} and {own}"
            raise _cannot(f"opcode '{opcodes[name]}' with two latencies, {both},")
        if own != 1 and operator.name not in shown:
            what = f"latency {own} of operator '{dfg.operation_by_name[name].operator}'"
            raise _cannot(f"{what}, whose values no edge leaves,")


def _cannot(what: str, where: str = "") -> NotSupportedError:
    return NotSupportedError(f"{what} {CANNOT}", where)


def ids_of(names: tuple[str, ...]) -> dict[str, int]:
    """Return a number for each name: itself, where all are numbers."""
    if all(re.fullmatch(r"0|[1-9]\d{0,7}", name, re.ASCII) for name in names):
        return {name: int(name) for name in names}
    return {name: number for number, name in enumerate(names)}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
