"""The patterns of multi-node operations as trees, with the orders in which they can be laid."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from models.data.dfg import Dfg, Pattern

FREE = "_"


class Node(NamedTuple):
    """A node of a pattern; equal subtrees are one node.

    `operator` is `FREE` for a free operand. `children` are nodes by number. `layouts` lists the
    ways to lay the children on the operands of an operation, `layout[n]` being the operand of
    child n: all ways that differ for a commutative operator, one for any other.
    """

    operator: str
    children: tuple[int, ...]
    layouts: tuple[tuple[int, ...], ...]


def parse(dfg: Dfg, pattern: Pattern) -> list[Node]:
    """Return the nodes of `pattern`, each after its children, the root last."""
    numbers: dict[tuple[str, tuple[int, ...]], int] = {}
    nodes: list[Node] = []
    done: list[int] = []
    for word in reversed(pattern.expression):
        arity = 0 if word == FREE else dfg.operator_by_name[word].arity
        children = tuple(done.pop() for _ in range(arity))
        if (word, children) not in numbers:
            numbers[word, children] = len(nodes)
            commutative = word != FREE and dfg.operator_by_name[word].commutative
            nodes.append(Node(word, children, _layouts(children, commutative)))
        done.append(numbers[word, children])
    return nodes


def _layouts(children: tuple[int, ...], commutative: bool) -> tuple[tuple[int, ...], ...]:
    slots = range(len(children))
    if not commutative:
        return (tuple(slots),)
    found: list[dict[int, int]] = [{}]
    for child in dict.fromkeys(children):
        # Equal children are laid from left to right: to swap them changes nothing.
        places = [place for place in slots if children[place] == child]
        found = [
            {**laid, **dict(zip(places, chosen, strict=True))}
            for laid in found
            for chosen in combinations(sorted({*slots} - {*laid.values()}), len(places))
        ]
    return tuple(tuple(laid[place] for place in slots) for laid in found)
