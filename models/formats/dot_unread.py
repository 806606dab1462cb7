"""Attributes of DOT graphs that mean something to their tools, and nothing here: they are named."""

from __future__ import annotations

from collections.abc import Iterable

from models.formats.carried import listed
from models.formats.dot_places import NOWHERE, number_of, port_of, written
from models.formats.dot_text import DotEdge, DotNode
from models.notes import note

_DRAWN_EDGES = frozenset(
    "arrowhead arrowsize arrowtail class color colorscheme comment constraint decorate dir "
    "edgehref edgetarget edgetooltip edgeurl fillcolor fontcolor fontname fontsize head_lp "
    "headclip headhref headlabel headport headtarget headtooltip headurl href id key label "
    "labelangle labeldistance labelfloat labelfontcolor labelfontname labelfontsize labelhref "
    "labeltarget labeltooltip labelurl layer len lhead lp ltail minlen name nojustify "
    "penwidth pos samehead sametail showboxes style tail_lp tailclip tailhref taillabel "
    "tailport tailtarget tailtooltip tailurl target tooltip url weight xlabel xlp".split()
)
"""What Graphviz itself knows of edges."""

_DRAWN_NODES = frozenset(
    "area class color colorscheme comment distortion fillcolor fixedsize fontcolor fontname "
    "fontsize gradientangle group height href id image imagepos imagescale label labelloc "
    "layer margin nojustify ordering orientation penwidth peripheries pin pos rank rects "
    "regular root samplepoints shape shapefile showboxes sides skew sortv style target texlbl "
    "tooltip url vertices width xlabel xlp z".split()
)
"""What Graphviz itself knows of nodes."""

_READ_EDGES = frozenset(("operand", "port", "distance"))
_READ_NODES = frozenset(("opcode", "op_code", "op", "value", "const_value", "result"))


def tell_unread(nodes: Iterable[DotNode], edges: Iterable[DotEdge], where: str) -> None:
    """Name the places of operands, and the attributes, that are not read."""
    places: dict[str, int] = {}
    of_edges: dict[str, int] = {}
    of_nodes: dict[str, int] = {}
    for node in nodes:
        for name in node.attributes:
            if name.lower() not in _DRAWN_NODES | _READ_NODES:
                of_nodes.setdefault(name, node.line)
    for edge in edges:
        for word in (written(edge), port_of(edge)):
            if word.lower() not in NOWHERE and number_of(word) is None:
                places.setdefault(word, edge.line)
        for name, value in edge.attributes.items():
            # A number beside an edge may be an operand as well as a distance.
            numbers = name.lower() == "label" and value.isdigit()
            if numbers or name.lower() not in _DRAWN_EDGES | _READ_EDGES:
                of_edges.setdefault(name, edge.line)
    for found, what in (
        (places, "not read as places of operands, which stay in the order of the file"),
        (of_edges, "attributes of edges that are not read (operand=0, distance=1 are)"),
        (of_nodes, "attributes of nodes that are not read"),
    ):
        if found:
            note(f"{what}: {listed(found)}", f"{where}: line {next(iter(found.values()))}")
