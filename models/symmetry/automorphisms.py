"""All symmetries of a problem, as generators of their group, found by BLISS through igraph."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from models.data.computation import Cluster
from models.data.problem import Problem
from models.errors import NotSupportedError
from models.process.packages import import_igraph
from models.symmetry.graph import JointGraph, joint_graph
from models.symmetry.symmetry import Symmetry


def symmetries(
    problem: Problem,
    clusters: tuple[Cluster, ...] = (),
    fixed_values: Collection[str] = (),
    fixed_components: Collection[str] = (),
) -> list[Symmetry]:
    """Return generators of the joint automorphisms of DFG and architecture; none is trivial.

    With fixed names, only of those that leave these names in place (a pointwise stabilizer).
    `clusters` are those of the transformed computation, whose inner operations have no
    identity; () when the DFG is mapped as it is. Raises `NotSupportedError` without igraph,
    `InputError` when something outside a cluster refers to an inner operation of it.
    """
    joint = joint_graph(problem, clusters, fixed_values, fixed_components)
    return [symmetry_of(joint, images) for images in generators(joint)]


def architecture_symmetries(problem: Problem, clusters: tuple[Cluster, ...] = ()) -> list[Symmetry]:
    """Return generators of the symmetries under which every value stays what it is.

    They rename components and paths only, and respect initial contents value by value.
    """
    return symmetries(problem, clusters, fixed_values=frozenset(problem.dfg.values))


def symmetry_count(problem: Problem, clusters: tuple[Cluster, ...] = ()) -> int:
    """Return how many symmetries there are, the identity included."""
    graph, colours = _igraph(joint_graph(problem, clusters))
    return int(graph.count_automorphisms(color=colours))


def generators(joint: JointGraph) -> list[Sequence[int]]:
    """Return generators of the automorphisms of a joint graph: image of vertex i at place i.

    Vertices after the paths follow from the others; every generator moves one of those.
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
        igraph = import_igraph()
    except ImportError:
        raise NotSupportedError("symmetries need the package igraph: pip install igraph") from None
    colours, arcs = joint.graph.plain()
    return igraph.Graph(n=len(colours), edges=arcs, directed=True), colours
