"""Orders of the operations of an iteration in which few values wait."""

from __future__ import annotations

import random
from graphlib import TopologicalSorter

from models.space_time.index import Index


def preceding(index: Index) -> dict[int, list[int]]:
    """For each operation that has to be executed, the others that have to come before it."""
    found: dict[int, set[int]] = {i: set() for i in index.needed}
    for i in found:
        found[i] = {d for d, distance in index.operands[i] if not distance and d in found}
    for order in index.orders:
        if not order.distance and order.after in found and order.before in found:
            found[order.after].add(order.before)
    return {i: sorted(before) for i, before in found.items()}


def needs(before: dict[int, list[int]]) -> dict[int, int]:
    """Return how many values are alive while each is computed, as if no other were read twice."""
    alive: dict[int, int] = {}
    for i in TopologicalSorter(before).static_order():
        counts = sorted((alive[b] for b in before[i]), reverse=True)
        alive[i] = max((count + n for n, count in enumerate(counts)), default=1)
    return alive


def depth_first(before: dict[int, list[int]], chance: random.Random) -> list[int]:
    """Return an order by depth-first traversals from final operations; few values are alive.

    The final operation with the fewest missing predecessors comes first, after its predecessors; of
    these, the one that needs most live values comes first.

    For trees that order needs the fewest registers (Sethi and Ullman, "The Generation of Optimal
    Code for Arithmetic Expressions", 1970).
    """
    alive = needs(before)
    read = {b for own in before.values() for b in own}
    last = [i for i in before if i not in read]
    order: dict[int, None] = {}
    while last:
        lacking = {i: _lacking(before, order, i) for i in last}
        chosen = min(last, key=lambda i: (lacking[i], chance.random()))
        last.remove(chosen)
        _visit(before, alive, order, chosen, chance)
    return list(order)


def _lacking(before: dict[int, list[int]], order: dict[int, None], root: int) -> int:
    seen, waiting = set[int](), [root]
    while waiting:
        i = waiting.pop()
        if i not in seen and i not in order:
            seen.add(i)
            waiting += before[i]
    return len(seen)


def _visit(
    before: dict[int, list[int]],
    alive: dict[int, int],
    order: dict[int, None],
    root: int,
    chance: random.Random,
) -> None:
    waiting = [(root, False)]
    while waiting:
        i, complete = waiting.pop()
        if complete:
            order[i] = None
        elif i not in order:
            waiting.append((i, True))
            for b in sorted(before[i], key=lambda b: (alive[b], chance.random())):
                waiting.append((b, False))
