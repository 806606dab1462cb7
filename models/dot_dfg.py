"""DFGs in Graphviz DOT: the CGRA-ME and ExPRESS dialects read, the former written.

What the dialects leave open is decided here:

- The opcode is the attribute `opcode`, else `label`.
- Operands are ordered by `operand=`, in ExPRESS by the number in the edge's `name=`; edges
  without a number take the free places in file order. Gaps close: an edge into operand 1
  alone makes an operation of arity 1, since the dialects leave operands out.
- An opcode found with several arities becomes several operators: the largest arity keeps the
  name, the others are called `add/1`.
- An edge that closes a cycle has distance 1. Cycles are closed by a depth-first search in file
  order, from the nodes without operands first, then from the others. `distance=` overrides.
- Results are the values that no other operation reads and that have no effect. An attribute
  `result=true` or `result=false` overrides.
"""

from __future__ import annotations

import math

from models.dfg import Constant, Dfg, Number, Operand, Operation, Operator
from models.dot_text import DotEdge, DotGraph, quoted, read_dot
from models.errors import InputError, NotSupportedError
from models.opcodes import CONSTANTS, SOURCES, operator_of

KEEP = "operations"
CONSTANT_CHOICES = (KEEP, "immediate")
SOURCE_CHOICES = (KEEP, "inputs")


def dfg_from_dot(
    text: str, where: str, name: str = "", constants: str = KEEP, sources: str = KEEP
) -> Dfg:
    """Return the DFG in a DOT text of either dialect.

    `name` replaces the graph's own name, which is often wrong. `constants="immediate"` makes
    constants immediate operands (of the number in `value=`, else 0) instead of operations.
    `sources="inputs"` makes loads and inputs without operands inputs of the DFG. Raises
    `InputError`: file, line, what is wrong.
    """
    for option, choice, choices in (
        ("constants", constants, CONSTANT_CHOICES),
        ("sources", sources, SOURCE_CHOICES),
    ):
        if choice not in choices:
            raise InputError(f"unknown {option} '{choice}'; allowed: {', '.join(choices)}")
    try:
        graph = read_dot(text)
        opcodes = _opcodes(graph)
        incoming = _incoming(graph)
        leaves = {node for node in opcodes if not incoming[node]}
        immediate = _chosen(leaves, opcodes, CONSTANTS) if constants == "immediate" else set()
        inputs = _chosen(leaves, opcodes, SOURCES) if sources == "inputs" else set()
        return _build(graph, name or graph.name or "dfg", opcodes, incoming, immediate, inputs)
    except InputError as error:
        raise error.inside(where) from None


def dfg_to_dot(dfg: Dfg) -> str:
    """Return a DFG in the CGRA-ME dialect.

    Inputs become nodes of opcode `input`, immediate constants nodes of opcode `const` with
    `value=`; `distance=` and `result=` are added only where the reader would take another
    value. Properties of operators are not part of the dialect. Raises `NotSupportedError` on
    other things that it lacks: order edges, priorities, patterns, initial numbers, latencies.
    """
    for field in ("order", "priorities", "patterns", "initial", "rules"):
        if getattr(dfg, field):
            raise NotSupportedError(f"'{field}' cannot be written as DOT", f"$.{field}")
    for operator in dfg.operators:
        if operator.latency != 1:
            what = f"operator '{operator.name}' with latency {operator.latency}"
            raise NotSupportedError(f"{what} cannot be written as DOT")
    opcodes = _written_opcodes(dfg)
    lines = [f"digraph {quoted(dfg.name)} {{"]
    lines += [f"{quoted(name)}[opcode=input{_mark(dfg, name, False)}];" for name in dfg.inputs]
    for constant in dfg.constants:
        lines.append(f"{quoted(constant.name)}[opcode=const,value={quoted(str(constant.value))}];")
    for operation in dfg.operations:
        effect = operator_of(opcodes[operation.name], 0).effect
        others = any(reader != operation.name for reader, _ in dfg.consumers[operation.name])
        mark = _mark(dfg, operation.name, not effect and not others)
        lines.append(f"{quoted(operation.name)}[opcode={quoted(opcodes[operation.name])}{mark}];")
    for operation in dfg.operations:
        for slot, operand in enumerate(operation.operands):
            far = f",distance={operand.distance}" if operand.distance else ""
            ends = f"{quoted(operand.value)}->{quoted(operation.name)}"
            lines.append(f"{ends}[operand={slot}{far}];")
    return "\n".join([*lines, "}"]) + "\n"


def _mark(dfg: Dfg, name: str, expected: bool) -> str:
    is_result = name in dfg.results
    return "" if is_result == expected else f",result={str(is_result).lower()}"


def _written_opcodes(dfg: Dfg) -> dict[str, str]:
    """Return the opcode of every operation; `add/1` is `add` again if reading restores it."""
    used = {o.operator: dfg.operator_by_name[o.operator].arity for o in dfg.operations}
    plain = dict.fromkeys(used, "")
    for name, arity in used.items():
        base = name.removesuffix(f"/{arity}")
        plain[name] = base if used.get(base, -1) > arity else name
    return {operation.name: plain[operation.operator] for operation in dfg.operations}


def _opcodes(graph: DotGraph) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, node in graph.nodes.items():
        where = f"line {node.line}"
        opcode = node.attributes.get("opcode", node.attributes.get("label", ""))
        if not opcode or opcode.split() != [opcode]:
            raise InputError(f"node '{name}' needs an opcode (or label) that is one word", where)
        if name.split() != [name]:
            raise InputError(f"node name {name!r} must be a word without spaces", where)
        found[name] = opcode
    return found


def _incoming(graph: DotGraph) -> dict[str, list[DotEdge]]:
    """Return the edges into each node, in operand order."""
    incoming: dict[str, list[DotEdge]] = {name: [] for name in graph.nodes}
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in incoming:
                raise InputError(f"node '{end}' is never declared", f"line {edge.line}")
        incoming[edge.target].append(edge)
    return {name: _in_operand_order(edges) for name, edges in incoming.items()}


def _in_operand_order(edges: list[DotEdge]) -> list[DotEdge]:
    placed: dict[int, DotEdge] = {}
    waiting: list[DotEdge] = []
    for edge in edges:
        # CGRA-ME also writes words such as any2input for "no particular place".
        place = edge.attributes.get("operand", edge.attributes.get("name", ""))
        if not (place.isascii() and place.isdigit() and len(place) < 10):
            waiting.append(edge)
        elif placed.setdefault(int(place), edge) is not edge:
            first = placed[int(place)].line
            what = f"operand {int(place)} of '{edge.target}' is already taken in line {first}"
            raise InputError(what, f"line {edge.line}")
    free = (place for place in range(len(edges)) if place not in placed)
    for edge, slot in zip(waiting, list(free), strict=False):
        placed[slot] = edge
    return [placed[place] for place in sorted(placed)]


def _chosen(leaves: set[str], opcodes: dict[str, str], wanted: frozenset[str]) -> set[str]:
    return {node for node in leaves if opcodes[node].lower() in wanted}


def _build(
    graph: DotGraph,
    name: str,
    opcodes: dict[str, str],
    incoming: dict[str, list[DotEdge]],
    immediate: set[str],
    inputs: set[str],
) -> Dfg:
    operations = [node for node in opcodes if node not in immediate and node not in inputs]
    operators = _operators({node: (opcodes[node], len(incoming[node])) for node in operations})
    distance = _distances(graph, incoming)
    read_by_others = {edge.source for edge in graph.edges if edge.source != edge.target}
    results: list[str] = []
    for node in opcodes:
        dead_end = node in operators and node not in read_by_others and not operators[node].effect
        mark = graph.nodes[node].attributes.get("result", str(dead_end)).lower()
        if mark == "true" and node not in immediate:
            results.append(node)
    return Dfg(
        name=name,
        operators=tuple({operator.name: operator for operator in operators.values()}.values()),
        inputs=tuple(node for node in opcodes if node in inputs),
        operations=tuple(
            Operation(
                node,
                operators[node].name,
                tuple(Operand(edge.source, distance[id(edge)]) for edge in incoming[node]),
            )
            for node in operations
        ),
        results=tuple(results),
        constants=tuple(
            Constant(node, _number(graph, node)) for node in opcodes if node in immediate
        ),
    )


def _operators(found: dict[str, tuple[str, int]]) -> dict[str, Operator]:
    """Return the operator of each operation, given its opcode and number of operands."""
    largest: dict[str, int] = {}
    for opcode, arity in found.values():
        largest[opcode] = max(arity, largest.get(opcode, 0))
    made: dict[tuple[str, int], Operator] = {}
    for opcode, arity in found.values():
        name = opcode if arity == largest[opcode] else f"{opcode}/{arity}"
        made[opcode, arity] = operator_of(opcode, arity, name)
        if name != opcode and name in largest:
            raise InputError(f"opcode '{name}' is also the name of '{opcode}' with arity {arity}")
    return {node: made[key] for node, key in found.items()}


def _distances(graph: DotGraph, incoming: dict[str, list[DotEdge]]) -> dict[int, int]:
    """Return the distance of each edge, by identity: written, or 1 if it closes a cycle."""
    distance = {id(edge): _written_distance(edge) for edge in graph.edges}
    outgoing: dict[str, list[DotEdge]] = {name: [] for name in graph.nodes}
    for edge in graph.edges:
        if not distance[id(edge)]:
            outgoing[edge.source].append(edge)
    roots = [name for name in incoming if not incoming[name]]
    roots += [name for name in incoming if incoming[name]]
    unseen, open_nodes = set(incoming), set[str]()
    for root in roots:
        stack = [(root, iter(outgoing[root]))] if root in unseen else []
        unseen.discard(root)
        open_nodes.add(root)
        while stack:
            node, edges = stack[-1]
            for edge in edges:
                if edge.target in open_nodes:
                    distance[id(edge)] = 1
                elif edge.target in unseen:
                    unseen.discard(edge.target)
                    open_nodes.add(edge.target)
                    stack.append((edge.target, iter(outgoing[edge.target])))
                    break
            else:
                open_nodes.discard(node)
                stack.pop()
        open_nodes.discard(root)
    return distance


def _written_distance(edge: DotEdge) -> int:
    text = edge.attributes.get("distance", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"distance '{text}' must be an integer >= 0", f"line {edge.line}")
    return int(text)


def _number(graph: DotGraph, node: str) -> Number:
    text = graph.nodes[node].attributes.get("value", "0")
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if math.isfinite(number):
            return number
    what = f"value '{text[:40]}' of '{node}' is no finite number"
    raise InputError(what, f"line {graph.nodes[node].line}")
