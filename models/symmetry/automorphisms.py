"""All symmetries of a problem, as generators of their group, found by BLISS through igraph.

They are the automorphisms of a coloured directed graph. Values, components and paths are vertices;
every property that a symmetry has to preserve is a colour of a vertex or an arc. An arc that needs
a colour is drawn through a coloured vertex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any

import msgspec

from models.data.architecture import Architecture, Component, InitialContents
from models.data.computation import Cluster
from models.data.dfg import Dfg, Number, Operand
from models.data.problem import Problem
from models.errors import InputError, NotSupportedError
from models.igraph_import import graph_base
from models.symmetry.symmetry import Symmetry

# The meaning of an arc beyond the kinds of its two ends; () if they determine it.
Label = tuple[str | int, ...]


class ColouredGraph:
    """Vertices with colours, and at most one arc, itself with labels, between each two."""

    def __init__(self) -> None:
        self.colours: list[Hashable] = []
        self._links: dict[tuple[int, int], list[Label]] = {}

    def vertex(self, *colour: Hashable) -> int:
        """Add a vertex and return its number."""
        self.colours.append(colour)
        return len(self.colours) - 1

    def link(self, start: int, end: int, label: Label = ()) -> None:
        """Add a labelled link; several between the same two vertices are one with all labels."""
        self._links.setdefault((start, end), []).append(label)

    def plain(self) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the colours as numbers, and the arcs; neither loops nor multiple arcs.

        A link that has other labels than a single `()` becomes a vertex of its own colour.
        """
        colours = list(self.colours)
        arcs: list[tuple[int, int]] = []
        for (start, end), labels in self._links.items():
            if labels == [()] and start != end:
                arcs.append((start, end))
                continue
            between = len(colours)
            colours.append(("link", *sorted(labels)))
            arcs += ((start, between), (between, end))
        numbers: dict[Hashable, int] = {}
        return [numbers.setdefault(colour, len(numbers)) for colour in colours], arcs

    def isolated(self) -> Iterator[int]:
        """The vertices without any link."""
        linked = {vertex for ends in self._links for vertex in ends}
        return (vertex for vertex in range(len(self.colours)) if vertex not in linked)


class JointGraph(msgspec.Struct, frozen=True):
    """A graph whose first vertices are, in this order, the values, components and paths."""

    graph: ColouredGraph
    values: tuple[str, ...]
    components: tuple[str, ...]
    paths: tuple[str, ...]


def joint_graph(
    problem: Problem,
    clusters: tuple[Cluster, ...] = (),
    fixed_values: Collection[str] = (),
    fixed_components: Collection[str] = (),
) -> JointGraph:
    """Return the graph of DFG and architecture; fixed names get a colour of their own.

    Inner operations of clusters are no vertices: a root is linked to the leaves, in order
    only if the operator does not commute. Raises `InputError` when something outside a cluster
    refers to an inner operation of it.
    """
    dfg, arch = problem.dfg, problem.arch
    hidden = {name: cluster.root for cluster in clusters for name in cluster.inner}
    values = tuple(value for value in dfg.values if value not in hidden)
    _require_hidden(dfg, hidden, clusters)
    graph = ColouredGraph()
    roots = {cluster.root: cluster for cluster in clusters}
    before = {item.value: tuple(map(_exact, item.numbers)) for item in dfg.initial}
    value_at = {
        value: graph.vertex(
            *_value_colour(dfg, value, roots.get(value)),
            before.get(value),
            value if value in fixed_values else None,
        )
        for value in values
    }
    component_at = {
        part.name: graph.vertex(
            *_component_colour(part),
            part.name == arch.external,
            part.name if part.name in fixed_components else None,
        )
        for part in arch.components
    }
    for path in arch.paths:
        rest = msgspec.structs.replace(path, name="", sources=(), targets=())
        at = graph.vertex("path", rest)
        for source in path.sources:
            graph.link(component_at[source], at)
        for target in path.targets:
            graph.link(at, component_at[target])
    _link_limits(graph, arch, component_at)
    _link_operations(graph, dfg, value_at, roots)
    _link_contents(graph, problem, value_at, component_at)
    return JointGraph(graph, values, tuple(component_at), tuple(arch.path_by_name))


def _require_hidden(dfg: Dfg, hidden: dict[str, str], clusters: tuple[Cluster, ...]) -> None:
    ends = [(edge.before, edge.after) for edge in dfg.order]
    ends += [(priority.first, priority.then) for priority in dfg.priorities]
    seen = {*dfg.results, *(name for pair in ends for name in pair)}
    for operation in dfg.operations:
        own = hidden.get(operation.name, operation.name)
        for operand in operation.operands:
            if hidden.get(operand.value) != own or operand.distance > 0:
                seen.add(operand.value)
    seen.update(leaf.value for cluster in clusters for leaf in cluster.leaves)
    for name, root in hidden.items():
        if name in seen:
            raise InputError(f"'{name}' is inside the cluster of '{root}', but needed outside too")


def _exact(number: Number | str) -> tuple[str, str]:
    """A key for a number: 1 and 1.0 differ, all NaN are one."""
    return type(number).__name__, repr(number)


def _operands(dfg: Dfg, value: str, cluster: Cluster | None) -> list[tuple[int, Operand]]:
    """The operands of an operation or cluster; the position is 0 where the order is free."""
    operation = dfg.operation_by_name[value]
    read = operation.operands if cluster is None else cluster.leaves
    ordered = not dfg.operator_by_name[operation.operator].commutative
    return [(place + 1 if ordered else 0, operand) for place, operand in enumerate(read)]


def _value_colour(dfg: Dfg, value: str, cluster: Cluster | None) -> tuple[Hashable, ...]:
    common = ("value", value in dfg.results, value in dfg.invariants)
    if value not in dfg.operation_by_name:
        return common
    constants = [
        (place, operand.distance, _exact(dfg.constant_by_name[operand.value]))
        for place, operand in _operands(dfg, value, cluster)
        if operand.value in dfg.constant_by_name
    ]
    operator = dfg.operation_by_name[value].operator
    return (*common, operator, cluster is not None, tuple(sorted(constants)))


def _component_colour(component: Component) -> tuple[Hashable, ...]:
    rest = msgspec.structs.replace(
        component, name="", ops=None, initial=InitialContents(), position=None
    )
    ops = None if component.ops is None else frozenset(component.latency_of.items())
    return ("component", rest, ops, component.initial == "all")


def _link_limits(graph: ColouredGraph, arch: Architecture, component_at: dict[str, int]) -> None:
    """Link a vertex per shared limit to its components; equal ones are one vertex."""
    limits = Counter((x.at_most, frozenset(x.ops), frozenset(x.components)) for x in arch.shared)
    for (at_most, ops, components), times in limits.items():
        limit = graph.vertex("shared", at_most, ops, times)
        for name in components:
            graph.link(limit, component_at[name])


def _link_operations(
    graph: ColouredGraph, dfg: Dfg, value_at: dict[str, int], roots: dict[str, Cluster]
) -> None:
    """Link every value to the operations that read it, come after it, or rank behind it."""
    for name in dfg.operation_by_name:
        if name in value_at:
            for place, operand in _operands(dfg, name, roots.get(name)):
                if operand.value not in dfg.constant_by_name:
                    plain = place == 0 and operand.distance == 0
                    label: Label = () if plain else ("operand", place, operand.distance)
                    graph.link(value_at[operand.value], value_at[name], label)
    for edge in dfg.order:
        graph.link(value_at[edge.before], value_at[edge.after], ("order", edge.distance))
    for priority in dfg.priorities:
        graph.link(value_at[priority.first], value_at[priority.then], ("prior", priority.sign))


def _link_contents(
    graph: ColouredGraph, problem: Problem, value_at: dict[str, int], component_at: dict[str, int]
) -> None:
    """Link components to the inputs they hold for certain, and through a vertex per choice."""
    for component in problem.arch.components:
        if not isinstance(component.initial, InitialContents):
            continue
        at = component_at[component.name]
        for value in component.initial.values:
            graph.link(at, value_at[value])
        # Equal choices are one vertex, or swapping them would count as a symmetry.
        choices = Counter((c.at_most, frozenset(c.of)) for c in component.initial.choices)
        for (at_most, of), times in choices.items():
            choice = graph.vertex("choice", at_most, times)
            graph.link(at, choice)
            for value in of:
                graph.link(choice, value_at[value])


def symmetries(
    problem: Problem,
    clusters: tuple[Cluster, ...] = (),
    fixed_values: Collection[str] = (),
    fixed_components: Collection[str] = (),
) -> list[Symmetry]:
    """Return generators of the joint automorphisms of DFG and architecture; none is trivial.

    With fixed names, only of those that leave these names in place (a pointwise stabilizer).
    `clusters` are those of the transformed computation, whose inner operations have no identity; ()
    without a transformation. Raises `NotSupportedError` without igraph, `InputError` when something
    outside a cluster refers to an inner operation of it.
    """
    joint = joint_graph(problem, clusters, fixed_values, fixed_components)
    return [symmetry_of(joint, images) for images in generators(joint)]


def architecture_symmetries(problem: Problem, clusters: tuple[Cluster, ...] = ()) -> list[Symmetry]:
    """Return generators of the symmetries that fix every value.

    They rename components and paths only, and respect initial contents value by value. Raises the
    errors of `symmetries`.
    """
    return symmetries(problem, clusters, fixed_values=frozenset(problem.dfg.values))


def generators(joint: JointGraph) -> list[Sequence[int]]:
    """Return generators of the automorphisms of a joint graph: image of vertex i at place i.

    Vertices after the paths follow from the others; every generator moves one of those. Raises
    `NotSupportedError` without igraph.
    """
    graph, colours = _igraph(joint)
    # Splitting small cells first is twice as fast on thousands of interchangeable values.
    found: list[Sequence[int]] = graph.automorphism_group(color=colours, sh="fs")
    return found


def symmetry_of(joint: JointGraph, images: Sequence[int]) -> Symmetry:
    """Return a permutation of the vertices of a joint graph with its names."""
    parts: list[dict[str, str]] = []
    first = 0
    for names in (joint.values, joint.components, joint.paths):
        own = images[first : first + len(names)]
        parts.append({name: names[image - first] for name, image in zip(names, own, strict=True)})
        first += len(names)
    return Symmetry(*parts)


def _igraph(joint: JointGraph) -> tuple[Any, list[int]]:
    """Return an igraph and its colours."""
    try:
        made = graph_base()
    except ImportError:
        raise NotSupportedError("symmetries need the package igraph: pip install igraph") from None
    colours, arcs = joint.graph.plain()
    return made(n=len(colours), edges=arcs, directed=True), colours
