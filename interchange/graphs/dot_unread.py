"""Notes on the parts of a DOT graph that the reader ignores."""

from __future__ import annotations

from collections.abc import Iterable

from interchange.graphs.dot_places import NOWHERE, number_of, port_of, written
from interchange.graphs.dot_text import DotEdge, DotNode
from models.formats.carried import listed
from models.formats.unread import unread_of_edge, unread_of_node
from models.notes import note


def tell_unread(nodes: Iterable[DotNode], edges: Iterable[DotEdge], where: str) -> None:
    """Note the places of operands, and the attributes, that are not read."""
    places: dict[str, str] = {}
    of_edges: dict[str, str] = {}
    of_nodes: dict[str, str] = {}
    for node in nodes:
        for name in node.attributes:
            if unread_of_node(name):
                of_nodes.setdefault(name, node.place)
    for edge in edges:
        for word in (written(edge), port_of(edge)):
            if word.lower() not in NOWHERE and number_of(word) is None:
                places.setdefault(word, edge.place)
        for name, value in edge.attributes.items():
            if unread_of_edge(name, value):
                of_edges.setdefault(name, edge.place)
    for found, what in (
        (places, "not read as places of operands, which stay in the order of the file"),
        (of_edges, "attributes of edges that are not read (operand=0, distance=1 are)"),
        (of_nodes, "attributes of nodes that are not read"),
    ):
        if found:
            note(f"{what}: {listed(found)}", f"{where}: {next(iter(found.values()))}")
