"""Notes on attributes of DOT graphs that other tools read and this reader does not."""

from __future__ import annotations

import re
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
"""Names of attributes are told apart by their case, in Graphviz, too: `Distance` is not read."""

_LABELS = frozenset(("label", "xlabel", "headlabel", "taillabel"))
_PLACED = re.compile(
    r"(?:(?:d|dist|distance|iter|iteration|lag|delay|back|operand|op|in|input|arg|port)\s*[=:#]?\s*)?"
    r"[-+(\[<{]*\d+[)\]>}]*|left|right|lhs|rhs|addr|address|data",
    re.ASCII | re.IGNORECASE,
)
"""In a label beside an edge: an operand, or a distance."""


def unread_of_node(name: str) -> bool:
    """Return whether a note must name an unread attribute of nodes."""
    return name not in _READ_NODES and name.lower() not in _DRAWN_NODES


def unread_of_edge(name: str, value: object) -> bool:
    """Return whether a note must name an unread attribute of edges.

    A label may name an operand or a distance, and an arrow may be drawn the other way round.
    """
    if name in _LABELS:
        return _PLACED.fullmatch(str(value).strip()) is not None
    if name == "dir":
        return str(value).lower() in ("back", "both")
    return name not in _READ_EDGES and name.lower() not in _DRAWN_EDGES


def tell_unread(nodes: Iterable[DotNode], edges: Iterable[DotEdge], where: str) -> None:
    """Name the places of operands, and the attributes, that are not read."""
    places: dict[str, int] = {}
    of_edges: dict[str, int] = {}
    of_nodes: dict[str, int] = {}
    for node in nodes:
        for name in node.attributes:
            if unread_of_node(name):
                of_nodes.setdefault(name, node.line)
    for edge in edges:
        for word in (written(edge), port_of(edge)):
            if word.lower() not in NOWHERE and number_of(word) is None:
                places.setdefault(word, edge.line)
        for name, value in edge.attributes.items():
            if unread_of_edge(name, value):
                of_edges.setdefault(name, edge.line)
    for found, what in (
        (places, "not read as places of operands, which stay in the order of the file"),
        (of_edges, "attributes of edges that are not read (operand=0, distance=1 are)"),
        (of_nodes, "attributes of nodes that are not read"),
    ):
        if found:
            note(f"{what}: {listed(found)}", f"{where}: line {next(iter(found.values()))}")
