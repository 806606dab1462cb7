"""Names of attributes of DOT and networkx graphs that tools read and the readers here do not."""

from __future__ import annotations

import re

_DRAWN_EDGES = frozenset(
    "arrowhead arrowsize arrowtail class color colorscheme comment constraint decorate dir "
    "edgehref edgetarget edgetooltip edgeurl fillcolor fontcolor fontname fontsize head_lp "
    "headclip headhref headlabel headport headtarget headtooltip headurl href id key label "
    "labelangle labeldistance labelfloat labelfontcolor labelfontname labelfontsize labelhref "
    "labeltarget labeltooltip labelurl layer len lhead lp ltail minlen name nojustify "
    "penwidth pos samehead sametail showboxes style tail_lp tailclip tailhref taillabel "
    "tailport tailtarget tailtooltip tailurl target tooltip url weight xlabel xlp".split()
)
"""The attributes of edges that Graphviz itself defines."""

_DRAWN_NODES = frozenset(
    "area class color colorscheme comment distortion fillcolor fixedsize fontcolor fontname "
    "fontsize gradientangle group height href id image imagepos imagescale label labelloc "
    "layer margin nojustify ordering orientation penwidth peripheries pin pos rank rects "
    "regular root samplepoints shape shapefile showboxes sides skew sortv style target texlbl "
    "tooltip url vertices width xlabel xlp z".split()
)
"""The attributes of nodes that Graphviz itself defines."""

_READ_EDGES = frozenset(("operand", "port", "distance", "order"))
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
