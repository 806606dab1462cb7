"""The operand place of each edge of a DOT graph.

Tools write `operand=1`, `operand=RHS`, `operand=right`, `port=1` or a port of the target (`b:in1`),
ExPRESS the number of the edge, `name=3`. Edges without a place take the free ones in the order of
the file. Gaps close: an edge into operand 1 alone makes an operation of arity 1, since the dialects
leave operands out.
"""

from __future__ import annotations

import re

from interchange.graphs.dot_text import DotEdge
from models.errors import InputError

WORDS = {"left": 0, "lhs": 0, "right": 1, "rhs": 1, "addr": 0, "address": 0, "data": 1}
"""Accesses have the address before the data."""

NOWHERE = ("", "any2input", "unary", "any")
"""Words of CGRA-ME for no particular place."""

_COMPASS = frozenset("n ne e se s sw w nw c _".split())


def in_operand_order(edges: list[DotEdge]) -> list[DotEdge]:
    """Return the edges into one node by operand. Raises `InputError` if two have one place."""
    placed: dict[int, DotEdge] = {}
    waiting: list[DotEdge] = []
    for edge in edges:
        place = place_of(edge)
        if place is None:
            waiting.append(edge)
        elif placed.setdefault(place, edge) is not edge:
            first = placed[place].place
            what = f"operand {place} of '{edge.target}' is already taken in {first}"
            raise InputError(what, edge.place)
    free = (place for place in range(len(edges)) if place not in placed)
    for edge, slot in zip(waiting, list(free), strict=False):
        placed[slot] = edge
    return [placed[place] for place in sorted(placed)]


def unplaced(edges: list[DotEdge]) -> bool:
    """Return whether the order in the file decides the operands of these edges into one node."""
    loose = {edge.source for edge in edges if place_of(edge) is None}
    return len(loose) > 1


def place_of(edge: DotEdge) -> int | None:
    """Return the operand that an edge states, or None."""
    for word in (written(edge), port_of(edge)):
        place = number_of(word)
        if place is not None:
            return place
    name = edge.attributes.get("name", "")
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else None


def written(edge: DotEdge) -> str:
    """Return the text that states the place of an operand, or an empty one."""
    return edge.attributes.get("operand", edge.attributes.get("port", ""))


def port_of(edge: DotEdge) -> str:
    """Return the port of the target; compass points only place an edge in a drawing."""
    return "" if edge.port.lower() in _COMPASS else edge.port


def number_of(word: str) -> int | None:
    """Return the number at the end of a place such as in1, or None."""
    known = WORDS.get(word.lower())
    if known is not None:
        return known
    match = re.fullmatch(r"[A-Za-z_]{0,20}?(\d{1,9})", word, re.ASCII)
    return int(match.group(1)) if match and word.lower() not in NOWHERE else None
