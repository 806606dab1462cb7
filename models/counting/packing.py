"""Bounds by limits of a user: what an iteration issues weighs too much for the groups of a sum.

Each operation that every mapping executes weighs at least as much as where it weighs least. With T
contexts, an iteration uses T groups of a limit per context. Two weights above half the bound never
share a group, and what is heavier than the bound without a weight of `cut` leaves no room for those
of at least `cut`: Martello and Toth, "Lower bounds and reduction procedures for the bin packing
problem", 1990.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from models.constraints.meaning import chosen
from models.data.certificate import Packing
from models.data.constraints import Minimize, Sum, tile_of
from models.data.problem import Problem
from models.space_time.index import Index

Weights = dict[str, int]


def packings(index: Index, contexts: int | None) -> Iterator[Packing]:
    """Yield the limits that no mapping with so many contexts keeps, with any number of cycles."""
    problem = index.problem
    executed = [index.values[i] for i in sorted(index.executed)]
    for one in problem.constraints:
        if not isinstance(one, Sum) or one.most is None or one.per == "cycle":
            continue
        if any(term.weight < 0 for term in one.of):
            continue
        least = least_weights(problem, one, executed)
        if one.per == "operation":
            names = [name for name, weight in least.items() if weight > one.most]
            parts: list[tuple[list[str], int | None]] = [(names[:1], 1)] if names else []
        elif one.per == "context":
            parts = [(list(least), None)]
        else:
            parts = [(list(least), _groups(problem, one, list(least)))]
        for names, groups in parts:
            weights = tuple(least[name] for name in names)
            found = Packing(contexts, one.name, tuple(names), weights, one.most, groups)
            found = max(_cuts(found), key=lambda packing: _rank(packing.least))
            room = contexts if groups is None else groups
            if names and (found.least is None or (room is not None and found.least > room)):
                yield found


def least_value(problem: Problem, objective: Minimize, most: int) -> int:
    """Return a lower bound, up to `most`, on an objective of positive weights, by counting."""
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        tighter = replace(problem, constraints=(objective.at_most(middle),))
        refuted = next(packings(Index(tighter), problem.contexts), None)
        low, high = (low, middle) if refuted is None else (middle + 1, high)
    return low


def _rank(least: int | None) -> float:
    return float("inf") if least is None else least


def _cuts(packing: Packing) -> Iterator[Packing]:
    yield packing
    for cut in sorted({w for w in packing.weights if 2 * w <= packing.bound}):
        yield replace(packing, cut=cut)
    yield replace(packing, cut=packing.bound // 2)


def least_weights(problem: Problem, one: Sum, operations: list[str]) -> Weights:
    """Return the least weight of an issue of each operation, for those that weigh anything."""
    terms = [term for term in one.of if term.kind == "Z" and term.used is None]
    # In another context it may weigh nothing.
    terms = [term for term in terms if term.facts.context is None]
    places = [(term.weight, chosen(problem, term.facts)) for term in terms]
    found: Weights = {}
    for name in operations:
        weights = [
            sum(w for w, own in places if name in own.names and part.name in own.places)
            for part in problem.arch.components
            if problem.latency(name, part.name) is not None
        ]
        if weights and min(weights) > 0:
            found[name] = min(weights)
    return found


def _groups(problem: Problem, one: Sum, names: list[str]) -> int:
    """The number of groups that issues of these operations can be in."""
    if one.per is None:
        return 1
    key = tile_of if one.per == "tile" else str
    parts = [part.name for part in problem.arch.components]
    able = (p for p in parts if any(problem.latency(name, p) is not None for name in names))
    return len({key(part) for part in able})


def packing_line(found: Packing) -> str:
    """Return a packing as the reason of a bound."""
    count, whole = len(found.operations), sum(found.weights)
    names = ", ".join(found.operations[:4]) + (", …" if count > 4 else "")
    weigh = f"{count} operation{'s'[: count > 1]} ({names}) weigh{'s'[count > 1 :]} {whole}"
    each = f"constraint '{found.constraint}' allows {found.bound}"
    if found.least is None:
        heaviest = max(range(count), key=lambda n: found.weights[n])
        name, weight = found.operations[heaviest], found.weights[heaviest]
        return f"operation '{name}' alone weighs {weight}, but {each}"
    if found.groups is not None:
        there = "in all" if found.groups == 1 else f"in each of {found.groups} groups"
        return f"{weigh}, but {each} {there}"
    return f"{weigh}, but {each} in a context, so they need {found.least} contexts"
