"""Multi-node operations: places where a pattern of the DFG fits, and the operations it executes.

A pattern computes a value if its expression fits an operation of that value and the operations of
its operands. Operands of a commutative operator may be swapped. An operation in the middle is
executed with the first one, in the same iteration; its value may also be computed separately, for
others. The time of its execution must not matter: no priority and no order edge names it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import permutations, product
from math import factorial
from typing import Any

from models.data.dfg import Dfg
from solvers.verification.directory import require_extent
from solvers.verification.sums import Read, pinned

Slot = tuple[Read, ...]
"""An operand: the alternatives that it may be, usually just one."""

Bases = dict[str, list[tuple[str, tuple[Slot, ...]]]]
"""For each value the ways (operator, operands) in which one operation computes it."""

Match = tuple[str, tuple[Slot, ...], tuple[str, ...]]
MOST_MATCHES = 200_000
FREE = "_"


def canonical(dfg: Dfg, operator: str, operands: tuple[Slot, ...]) -> Hashable:
    """Return the same for two sets of operands exactly if they differ by commuting at most.

    `operator` may be the name of a pattern. None if it is unknown, or takes other operands.
    """
    words: tuple[str, ...] = ()
    if operator in dfg.pattern_by_name:
        words = dfg.pattern_by_name[operator].expression
    elif operator in dfg.operator_by_name:
        words = (operator, *FREE * dfg.operator_by_name[operator].arity)
    if not words or words.count(FREE) != len(operands):
        return None
    left = list(operands)
    done: list[Any] = []
    for word in reversed(words):
        if word == FREE:
            done.append(("", left.pop()))
            continue
        row = dfg.operator_by_name[word]
        parts = [done.pop() for _ in range(row.arity)]
        done.append((word, *(sorted(parts) if row.commutative else parts)))
    return operator, done[0]


class Fused:
    """Finds all matches of the patterns of a DFG on the operations `bases`."""

    def __init__(self, dfg: Dfg, bases: Bases) -> None:
        self._dfg, self._bases = dfg, bases
        self._fixed = pinned(dfg)
        self._trees = [(p.name, self._tree(p.expression)) for p in dfg.patterns]
        self._count = 0

    def matches(self, value: str) -> list[Match]:
        """Return (pattern, operands, executed values, `value` first) of every match.

        Matches that differ only by commuting are listed once. Executed values may be repeated.
        """
        found: dict[Hashable, Match] = {}
        for name, tree in self._trees:
            for slots, executes in self._laid(tree, value):
                key = (canonical(self._dfg, name, slots), tuple(sorted(executes)))
                found.setdefault(key, (name, slots, executes))
        return list(found.values())

    def _tree(self, expression: tuple[str, ...]) -> Any:
        done: list[Any] = []
        for word in reversed(expression):
            arity = 0 if word == FREE else self._dfg.operator_by_name[word].arity
            children = [done.pop() for _ in range(arity)]
            done.append(FREE if word == FREE else (word, *children))
        return done[0]

    def _laid(self, tree: Any, value: str) -> Iterator[tuple[tuple[Slot, ...], tuple[str, ...]]]:
        """The operands and executed values of a tree whose first operation computes `value`."""
        word, *children = tree
        for operator, operands in self._bases.get(value, ()):
            if operator != word:
                continue
            swaps = {operands}
            if self._dfg.operator_by_name[word].commutative:
                require_extent("orders of operands", factorial(len(operands)), MOST_MATCHES)
                swaps = set(permutations(operands))
            for order in sorted(swaps):
                parts = [self._part(*pair) for pair in zip(children, order, strict=True)]
                for chosen in product(*parts):
                    self._count += 1
                    require_extent("multi-node operations", self._count, MOST_MATCHES)
                    slots = tuple(slot for found, _ in chosen for slot in found)
                    yield slots, (value, *(name for _, names in chosen for name in names))

    def _part(self, tree: Any, slot: Slot) -> list[tuple[tuple[Slot, ...], tuple[str, ...]]]:
        if tree == FREE:
            return [((slot,), ())]
        inside = [v for v, distance in slot if not distance and v not in self._fixed]
        return [found for value in inside for found in self._laid(tree, value)]
