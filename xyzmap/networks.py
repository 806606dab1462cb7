"""Graphs and arrays as networkx graphs, and arrays back.

A node of a dataflow graph is a value, with `opcode` (the operator) where it is computed, `value`
where it is a constant, and `result=True` where it is a result. An edge goes from a value to an
operation that reads it, with `operand`, its position, and `distance`, in iterations; an edge with
`order=True` orders two operations only. These are the names of CGRA-ME's DOT files; `networks_dfg`
reads them. Data without a place at nodes and edges, such as the table of operators, is kept in
`graph.graph`.

A node of an array is a component, with its fields; an edge leads from a source to a target of a
path, with `path`, its name, and its `width`, `latency` and `hops`. Edges of one path share it.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import msgspec

from archs.void_limits import require_limiting
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.errors import InputError, NotSupportedError
from xyzmap.networks_shared import named, validated

if TYPE_CHECKING:
    import networkx

EXTRAS = ("operators", "priorities", "patterns", "initial", "lines", "before", "rewrites")
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


def architecture_from_networkx(graph: networkx.Graph[Any], name: str | None = None) -> Architecture:
    """Return the array of a directed graph; edges with the same `path` are one path.

    Attributes are the fields of `Component` and `Path`, all with their defaults; an edge without
    `path` is a path of its own. Raises `InputError`.
    """
    where = name or graph.name or "array"
    if not graph.is_directed():
        raise InputError("paths of an array are directed: use networkx.DiGraph", where)
    components = tuple(
        validated(Component, f"{where}: node '{node}'", name=named(node), **data)
        for node, data in graph.nodes(data=True)
    )
    ends: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {}
    for source, target, data in graph.edges(data=True):
        about = {key: value for key, value in data.items() if key != "path"}
        own = str(data.get("path") or _free(f"{named(source)}->{named(target)}", ends))
        sources, targets, first = ends.setdefault(own, ([], [], about))
        if about != first:
            raise InputError(f"edges of path '{own}' differ", where)
        sources.append(named(source))
        targets.append(named(target))
    paths = tuple(
        validated(
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
    arch = validated(Architecture, where, name=where, components=components, paths=paths, **limits)
    try:
        require_limiting(arch)
    except InputError as error:
        raise error.inside(where) from None
    return arch


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name for one of several parallel edges."""
    others = (f"{name}.{number}" for number in count(2))
    return next(each for each in chain([name], others) if each not in taken)
