"""DFGs in Graphviz DOT: the dialects of CGRA-ME and ExPRESS read, the former written.

Graphs of GenMap and SAT-MapIt are recognised, and translated to the dialect of CGRA-ME before.
What the dialects leave open is decided here:

- The opcode is the attribute `opcode`, else `label`.
- Operands are ordered by `operand=`, in ExPRESS by the number in the edge's `name=`; edges
  without a number take the free places in file order. Gaps close: an edge into operand 1
  alone makes an operation of arity 1, since the dialects leave operands out.
- An opcode found with several arities becomes several operators: the largest arity keeps the
  name, the others are called `add/1`.
- An edge that closes a cycle has distance 1. Cycles are closed by a depth-first search in file
  order, from the nodes without operands first, then from the others: the edge that leads back to
  a node that the search has entered and not left. `distance=1` or more overrides.
- A constant that is an operation reads the number in `value=`, where there is one, as an
  immediate operand.
- Results are the values that no other operation reads and that have no effect. An attribute
  `result=true` or `result=false` overrides.
"""

from __future__ import annotations

import math

from models.data.dfg import Constant, Dfg, Number, Operand, Operation
from models.errors import InputError, NotSupportedError, is_word
from models.formats.dot_text import DotEdge, DotGraph, quoted, read_dot
from models.formats.expressible import require_without
from models.formats.genmap_dfg import from_genmap, is_genmap
from models.formats.satmapit_dot import from_satmapit_dot, is_satmapit_dot
from models.semantics.opcodes import CONSTANTS, SOURCES, opcodes_of, operator_of, operators_of

KEEP = "operations"
CONSTANT_CHOICES = (KEEP, "immediate")
SOURCE_CHOICES = (KEEP, "inputs")


def dfg_from_dot(
    text: str,
    where: str,
    name: str = "",
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG in a DOT text of any dialect.

    `name` replaces the graph's own name, which is often wrong. `constants="immediate"` makes
    constants immediate operands (of the number in `value=`, else 0) instead of operations.
    `sources="inputs"` makes loads and inputs without operands inputs of the DFG. By default both
    are as in the tool of the dialect: operations in those of CGRA-ME and ExPRESS only. Raises
    `InputError`: file, line, what is wrong.
    """
    for option, choice, choices in (
        ("constants", constants, CONSTANT_CHOICES),
        ("sources", sources, SOURCE_CHOICES),
    ):
        if choice not in (*choices, None):
            raise InputError(f"unknown {option} '{choice}'; allowed: {', '.join(choices)}")
    try:
        graph = read_dot(text)
        own, closes_cycles = (KEEP, KEEP), False
        if is_genmap(graph):
            own = ("immediate", "inputs")
            graph = from_genmap(graph, outputs=sources == KEEP)
        elif is_satmapit_dot(graph):
            own = ("immediate", "inputs")
            graph = from_satmapit_dot(graph)
        else:
            closes_cycles = True
        opcodes = _opcodes(graph)
        incoming = _incoming(graph)
        distance = _distances(graph, incoming, closes_cycles)
        leaves = {node for node in opcodes if not incoming[node]}
        immediate, inputs = set[str](), set[str]()
        if (constants or own[0]) == "immediate":
            immediate = _constants(graph, leaves, opcodes)
        if (sources or own[1]) == "inputs":
            inputs = {node for node in leaves if opcodes[node].lower() in SOURCES}
        name = name or graph.name or "dfg"
        return _build(graph, name, opcodes, incoming, distance, immediate, inputs)
    except InputError as error:
        # A JSON path, of what the DFG itself refuses, is no place in a DOT text.
        inside = error if not error.where.startswith("$") else type(error)(error.what)
        raise inside.inside(where) from None


def dfg_to_dot(dfg: Dfg) -> str:
    """Return a DFG in the CGRA-ME dialect.

    Inputs become nodes of opcode `input`, immediate constants nodes of opcode `const` with
    `value=`; `distance=` and `result=` are added only where the reader would take another
    value. Properties of operators are not part of the dialect. Raises `NotSupportedError` on
    other things that it lacks: order edges, priorities, patterns, initial numbers, latencies.
    """
    members = ("order", "priorities", "patterns", "initial", "rules")
    require_without(dfg, members, "cannot be written as DOT")
    for operator in dfg.operators:
        if operator.latency != 1:
            what = f"operator '{operator.name}' with latency {operator.latency}"
            raise NotSupportedError(f"{what} cannot be written as DOT")
    opcodes = opcodes_of(dfg)
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


def _opcodes(graph: DotGraph) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, node in graph.nodes.items():
        where = f"line {node.line}"
        opcode = node.attributes.get("opcode", node.attributes.get("label", ""))
        if not is_word(opcode):
            what = f"node '{name}' needs an opcode (or label) that is one word"
            raise InputError(f"{what}: write {name} [opcode=add]", where)
        if not is_word(name):
            raise InputError(f"node name {name!r} must be a word without spaces", where)
        found[name] = opcode
    if found and all(opcode.isdigit() for opcode in found.values()):
        name = next(iter(found))
        what = "all labels are numbers, as in CCF's drawings, where other files have the opcodes"
        raise InputError(f"{what}: write {name} [opcode=add]", f"line {graph.nodes[name].line}")
    return found


def _incoming(graph: DotGraph) -> dict[str, list[DotEdge]]:
    """Return the edges into each node, in operand order."""
    incoming: dict[str, list[DotEdge]] = {name: [] for name in graph.nodes}
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in incoming:
                raise InputError(
                    f"node '{end}' is never declared; write {end} [opcode=add]", f"line {edge.line}"
                )
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


def _constants(graph: DotGraph, leaves: set[str], opcodes: dict[str, str]) -> set[str]:
    """Return the constants but those that are results: only an operation can be one."""
    found = {node for node in leaves if opcodes[node].lower() in CONSTANTS}
    return {x for x in found if graph.nodes[x].attributes.get("result", "").lower() != "true"}


def _build(
    graph: DotGraph,
    name: str,
    opcodes: dict[str, str],
    incoming: dict[str, list[DotEdge]],
    distance: dict[int, int],
    immediate: set[str],
    inputs: set[str],
) -> Dfg:
    operations = [node for node in opcodes if node not in immediate and node not in inputs]
    operands = {
        node: tuple(Operand(edge.source, distance[id(edge)]) for edge in incoming[node])
        for node in operations
    }
    numbers = {node: node for node in opcodes if node in immediate}
    for node in operations:
        is_constant = not operands[node] and opcodes[node].lower() in CONSTANTS
        if is_constant and "value" in graph.nodes[node].attributes:
            numbers[node] = f"{node}.const"
            operands[node] = (Operand(numbers[node]),)
    operators = operators_of({node: (opcodes[node], len(operands[node])) for node in operations})
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
        operations=tuple(Operation(x, operators[x].name, operands[x]) for x in operations),
        results=tuple(results),
        constants=tuple(Constant(name, _number(graph, node)) for node, name in numbers.items()),
    )


def _distances(
    graph: DotGraph, incoming: dict[str, list[DotEdge]], closes_cycles: bool
) -> dict[int, int]:
    """Return the distance of each edge, by identity: written, or 1 if it closes a cycle."""
    distance = {id(edge): _written_distance(edge) for edge in graph.edges}
    if not closes_cycles:
        return distance
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
