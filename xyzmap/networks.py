"""Graphs and arrays as networkx graphs, and back.

A node of a dataflow graph is a value, with `opcode` (the operator) where it is computed, `value`
where it is a constant, and `result=True` where it is a result. An edge goes from a value to an
operation that reads it, with `operand`, its position, and `distance`, in iterations; an edge with
`order=True` orders two operations only. These are the names of CGRA-ME's DOT files. What has no
place at nodes and edges, such as the table of operators, is kept in `graph.graph`.

A node of an array is a component, with its fields; an edge leads from a source to a target of a
path, with `path`, its name, and its `width`, `latency` and `hops`. Edges of one path share it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Constant, Dfg, Operand, Operation, OrderEdge
from models.errors import InputError, NotSupportedError
from models.semantics.opcodes import operators_of

if TYPE_CHECKING:
    import networkx

Struct = TypeVar("Struct", bound=msgspec.Struct)

EXTRAS = ("operators", "priorities", "patterns", "initial", "rules", "lines")
"""Members of a `Dfg` that belong to the graph as a whole."""

LIMITS = ("external", "max_hops", "max_routes", "max_contexts", "shared")
"""Members of an `Architecture` that belong to the array as a whole."""


def to_networkx(of: Dfg | Architecture) -> networkx.MultiDiGraph[str]:
    """Return a graph or an array for networkx; the functions below read it back.

    Raises `NotSupportedError` where networkx is not installed.
    """
    try:
        from networkx import MultiDiGraph
    except ImportError:
        raise NotSupportedError("networkx is not installed: pip install networkx") from None
    made: networkx.MultiDiGraph[str] = MultiDiGraph(name=of.name)
    if isinstance(of, Dfg):
        _add_dfg(made, of)
    else:
        _add_array(made, of)
    return made


def _add_dfg(made: Any, dfg: Dfg) -> None:
    made.graph |= {name: getattr(dfg, name) for name in EXTRAS if getattr(dfg, name)}
    made.graph["results"] = dfg.results
    for value in dfg.inputs:
        made.add_node(value)
    for constant in dfg.constants:
        made.add_node(constant.name, value=constant.value)
    for operation in dfg.operations:
        made.add_node(operation.name, opcode=operation.operator)
    for value in dfg.results:
        made.nodes[value]["result"] = True
    for operation in dfg.operations:
        for position, read in enumerate(operation.operands):
            made.add_edge(read.value, operation.name, operand=position, distance=read.distance)
    for edge in dfg.order:
        made.add_edge(edge.before, edge.after, order=True, distance=edge.distance)


def _add_array(made: Any, arch: Architecture) -> None:
    made.graph |= {
        name: getattr(arch, name) for name in LIMITS if getattr(arch, name) not in (None, ())
    }
    made.graph["paths"] = tuple(path.name for path in arch.paths)
    for component in arch.components:
        made.add_node(component.name, **_fields(component, "name"))
    for path in arch.paths:
        for source in path.sources:
            for target in path.targets:
                about = _fields(path, "name", "sources", "targets")
                made.add_edge(source, target, path=path.name, **about)


def _fields(struct: msgspec.Struct, *without: str) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__ if name not in without}


def dfg_from_networkx(graph: networkx.Graph[Any], name: str | None = None) -> Dfg:
    """Return the dataflow graph of a directed graph, with or without parallel edges.

    Nodes need an `opcode` or a `value`; others without predecessors are inputs. Edges without
    `operand` take the places that are free, in their order. Where no node has `result`, the values
    that no other node reads are results. Operators that the graph does not list are told by their
    opcodes, as in DOT files. Raises `InputError`.
    """
    where = name or graph.name or "graph"
    if not graph.is_directed():
        raise InputError("a dataflow graph is directed: use networkx.DiGraph", where)
    nodes = {_named(node): data for node, data in graph.nodes(data=True)}
    reads, order = _edges(graph, where)
    inputs, constants = [], []
    found: dict[str, tuple[str, int]] = {}
    for node, data in nodes.items():
        if "opcode" in data:
            found[node] = str(data["opcode"]), len(reads.get(node, ()))
        elif "value" in data:
            constants.append(Constant(node, data["value"]))
        elif node in reads:
            raise InputError(f"node '{node}' reads values and has no 'opcode'", where)
        else:
            inputs.append(node)
    listed = graph.graph.get("operators")
    operators = operators_of(found) if listed is None else {}
    operations = tuple(
        Operation(node, operators[node].name if operators else opcode, reads.get(node, ()))
        for node, (opcode, _) in found.items()
    )
    extras = {each: tuple(graph.graph[each]) for each in EXTRAS if each in graph.graph}
    extras.setdefault("operators", tuple({o.name: o for o in operators.values()}.values()))
    return _validated(
        Dfg,
        where,
        name=where,
        inputs=tuple(inputs),
        operations=operations,
        results=_results(graph, nodes, reads, found),
        constants=tuple(constants),
        order=order,
        **extras,
    )


def _results(
    graph: Any,
    nodes: dict[str, Any],
    reads: dict[str, tuple[Operand, ...]],
    values: Iterable[str],
) -> tuple[str, ...]:
    """Return the values that are marked, else those that no other node reads."""
    marked = [node for node, data in nodes.items() if data.get("result")]
    if marked or "results" in graph.graph:
        place = {own: n for n, own in enumerate(graph.graph.get("results", ()))}
        return tuple(sorted(marked, key=lambda node: place.get(node, len(place))))
    read = {each.value for node, own in reads.items() for each in own if each.value != node}
    return tuple(node for node in values if node not in read)


def _named(node: Any) -> str:
    """Return the name of a node: tuples, such as coordinates, are joined."""
    return "_".join(map(str, node)) if isinstance(node, tuple) else str(node)


def _edges(graph: Any, where: str) -> tuple[dict[str, tuple[Operand, ...]], tuple[OrderEdge, ...]]:
    """Return the operands of each node that has some, and the edges that only order."""
    placed: dict[str, dict[int, Operand]] = {}
    free: dict[str, list[Operand]] = {}
    order = []
    for source, target, data in graph.edges(data=True):
        distance, position = data.get("distance", 0), data.get("operand")
        if data.get("order"):
            order.append(OrderEdge(_named(source), _named(target), distance))
        elif position is None:
            free.setdefault(_named(target), []).append(Operand(_named(source), distance))
        elif position in placed.setdefault(_named(target), {}):
            raise InputError(f"node '{target}' has two operands {position}", where)
        else:
            placed[_named(target)][position] = Operand(_named(source), distance)
    reads = {}
    for node in {**placed, **free}:
        own, more = placed.get(node, {}), iter(free.get(node, []))
        count = len(own) + len(free.get(node, []))
        if any(not isinstance(k, int) or not 0 <= k < count for k in own):
            raise InputError(f"node '{node}': 'operand' must be 0 to {count - 1}, each once", where)
        reads[node] = tuple(own[k] if k in own else next(more) for k in range(count))
    return reads, tuple(order)


def architecture_from_networkx(graph: networkx.Graph[Any], name: str | None = None) -> Architecture:
    """Return the array of a directed graph; edges with the same `path` are one path.

    Attributes are the fields of `Component` and `Path`, all with their defaults; an edge without
    `path` is a path of its own. Raises `InputError`.
    """
    where = name or graph.name or "array"
    components = tuple(
        _validated(Component, f"{where}: node '{node}'", name=_named(node), **data)
        for node, data in graph.nodes(data=True)
    )
    ends: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {}
    for source, target, data in graph.edges(data=True):
        about = {key: value for key, value in data.items() if key != "path"}
        own = str(data.get("path") or f"{_named(source)}->{_named(target)}")
        sources, targets, first = ends.setdefault(own, ([], [], about))
        if about != first:
            raise InputError(f"edges of path '{own}' differ", where)
        sources.append(_named(source))
        targets.append(_named(target))
    paths = tuple(
        _validated(
            Path,
            f"{where}: path '{own}'",
            name=own,
            sources=tuple(dict.fromkeys(sources)),
            targets=tuple(dict.fromkeys(targets)),
            **about,
        )
        for own, (sources, targets, about) in ends.items()
    )
    place = {own: n for n, own in enumerate(graph.graph.get("paths", ()))}
    paths = tuple(sorted(paths, key=lambda path: place.get(path.name, len(place))))
    limits = {each: graph.graph[each] for each in LIMITS if each in graph.graph}
    return _validated(Architecture, where, name=where, components=components, paths=paths, **limits)


def _validated(kind: type[Struct], where: str, **members: Any) -> Struct:
    """Return a struct of these members. Raises `InputError` with `where` in front."""
    try:
        plain = msgspec.to_builtins(members, str_keys=True)
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, InputError):
            raise error.__cause__.inside(where) from None
        raise InputError(str(error).replace("`", "'"), where) from None
