"""All orders of all sums: every partial result as a value, with every pair that makes it.

A partial result is identified by its operator and its terms, so that sums share those that
they have in common: one value for each multiset of terms, or for each sequence of them if
the operator does not commute. If a sum of the DFG has just these terms, and no pin names it,
its root is that value; of several such sums, the root of the first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import product

from models.data.dfg import Dfg
from solvers.verification.directory import require_extent
from solvers.verification.fused import Bases, Slot
from solvers.verification.sums import Sum, Terms, pinned

Key = tuple[str, Terms]
MOST_WAYS = 300_000


class Orders:
    """The values and operations of all orders of the sums of a DFG.

    `bases` are the ways of all values in sums with more than one order, `values` the value for each
    operator and terms, `known` its names in the DFG, and `partial` the partial results of each sum.
    """

    def __init__(self, dfg: Dfg, sums: list[Sum]) -> None:
        self._dfg = dfg
        self.bases: Bases = {}
        self.values: dict[Key, str] = {}
        self.known: dict[str, str] = {}
        self.partial: dict[str, set[str]] = {}
        require_extent("orders of sums", sum(map(self._pairs, sums)), MOST_WAYS)
        self._taken = {*dfg.values, *dfg.constant_by_name}
        reordered = [one for one in sums if one.reorders]
        roots = {one.root for one in sums}
        operators = {one.operator for one in reordered}
        for one in sums:
            if one.operator in operators and one.root not in pinned(dfg):
                self.values.setdefault(self.key(one.operator, one.terms), one.root)
        for one in reordered:
            for name, terms in one.inner.items():
                self.known[name] = self.values.setdefault(self.key(one.operator, terms), name)
        for one in reordered:
            self.partial[one.root] = {self._value(key) for key in self._parts(one)}
            for key in self._parts(one):
                name = self.values[key]
                if name not in roots and name not in self.bases:
                    self.bases[name] = self._splits(key)
            self.bases[one.root] = self._splits(self.key(one.operator, one.terms))

    def _pairs(self, one: Sum) -> int:
        """Return at least half the number of pairs of parts that fit into a sum together."""
        if not self._commutes(one.operator):
            return math.comb(len(one.terms) + 1, 3)
        return math.prod(math.comb(n + 2, 2) for n in Counter(one.terms).values()) // 2

    def key(self, operator: str, terms: Terms) -> Key:
        """Return the identity of a partial result."""
        return operator, tuple(sorted(terms)) if self._commutes(operator) else terms

    def _commutes(self, operator: str) -> bool:
        return self._dfg.operator_by_name[operator].commutative

    def _value(self, key: Key) -> str:
        if key not in self.values:
            operator, terms = key
            shown = (f"{value}@{distance}" if distance else value for value, distance in terms)
            name = f"{operator} of {' '.join(shown)}"
            while name in self._taken:
                name += "'"
            self._taken.add(name)
            self.values[key] = name
        return self.values[key]

    def _parts(self, one: Sum) -> Iterator[Key]:
        """The keys of all partial results of two terms or more, the whole excepted."""
        n = len(one.terms)
        if self._commutes(one.operator):
            for part in _within(Counter(one.terms)):
                if 1 < len(part) < n:
                    yield self.key(one.operator, part)
        else:
            for start, end in product(range(n), range(n + 1)):
                if 1 < end - start < n:
                    yield one.operator, one.terms[start:end]

    def _splits(self, key: Key) -> list[tuple[str, tuple[Slot, ...]]]:
        operator, terms = key
        pairs: list[tuple[Terms, Terms]]
        if self._commutes(operator):
            whole = Counter(terms)
            parts = (part for part in _within(whole) if 0 < len(part) < len(terms))
            rest = ((part, tuple(sorted((whole - Counter(part)).elements()))) for part in parts)
            pairs = [(left, right) for left, right in rest if left <= right]
        else:
            pairs = [(terms[:at], terms[at:]) for at in range(1, len(terms))]
        return [(operator, (self._slot(operator, a), self._slot(operator, b))) for a, b in pairs]

    def _slot(self, operator: str, terms: Terms) -> Slot:
        return terms if len(terms) == 1 else ((self.values[operator, terms], 0),)


def _within(whole: Counter[tuple[str, int]]) -> Iterator[Terms]:
    """All multisets within `whole`, sorted; the empty one and `whole` included."""
    terms = sorted(whole)
    for counts in product(*(range(whole[term] + 1) for term in terms)):
        yield tuple(term for term, n in zip(terms, counts, strict=True) for _ in range(n))
