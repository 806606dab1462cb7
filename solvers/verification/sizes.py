"""A relaxation of the orders of a sum: of a partial result only its number of terms matters.

In every order, a partial result of s terms is made of two with a and b terms, a + b = s, and every
term may be any other one. So replacing each by "any partial result of s terms" turns any mapping
into one of these ways: their needs are necessary in all orders. Of long sums only powers of two are
distinguished. A partial result may be the root of another sum, which is more than a partial result
if it is a result of the DFG: it may go where those cannot. Such roots are alternatives.
"""

from __future__ import annotations

from collections import Counter

from models.data.dfg import Dfg
from solvers.verification.fused import Bases, Slot
from solvers.verification.sums import Sum, pinned

EXACT = 32


def add_sizes(dfg: Dfg, bases: Bases, one: Sum, others: list[Sum]) -> set[str]:
    """Add the ways of `one` and of its partial results by size to `bases`; return the latter."""
    sizes = _sizes(len(one.terms))
    commutes = dfg.operator_by_name[one.operator].commutative
    slots: list[Slot] = [tuple(sorted(set(one.terms)))]
    names: list[str] = []
    fixed, taken = pinned(dfg), {*dfg.values, *dfg.constant_by_name, *bases}
    equal = [other for other in others if other.root not in fixed and _within(other, one)]
    for low, high in sizes[1:-1]:
        name = f"{low}-{high} terms of {one.root}"
        while name in taken:
            name += "'"
        names.append(name)
        roots = (other.root for other in equal if low <= len(other.terms) <= high)
        slots.append(tuple((value, 0) for value in (name, *roots)))
    for name, (low, high) in zip((*names, one.root), sizes[1:], strict=True):
        bases[name] = [
            (one.operator, (slots[a], slots[b]))
            for a in range(len(slots))
            for b in range(a + 1 if commutes else len(slots))
            if sizes[a][0] + sizes[b][0] <= high and sizes[a][1] + sizes[b][1] >= low
        ]
    return set(names)


def _sizes(n: int) -> list[tuple[int, int]]:
    """Ranges of sizes: a single term, those told apart, and the whole."""
    if n <= EXACT:
        return [(size, size) for size in range(1, n + 1)]
    ends = [2**k for k in range((n - 2).bit_length())]
    return [(1, 1), *((end + 1, min(2 * end, n - 1)) for end in ends), (n, n)]


def _within(other: Sum, one: Sum) -> bool:
    """Whether the terms of `other` are some of those of `one`, but not all."""
    some = len(other.terms) < len(one.terms) and other.operator == one.operator
    return some and not Counter(other.terms) - Counter(one.terms)
