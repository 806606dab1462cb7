"""Checking that no cheaper choice of features hits all cores: a branch tree, with prices at leaves.

A choice has one feature of every core, and for each need (f, S) one of S if it has f. So with
x(f) = 1 for what it has, the sum of x over a core is at least 1, and that over S at least x(f).
At a leaf some features are decided, and rows have prices, integers of at least 0. Let r(f) be the
weight of f, less the prices of the cores and the sets S that it is in, plus those of its own needs.
Whatever the choice weighs is at least the sum of the prices of cores, and of r over what is chosen,
and of what is negative of r over what is open: weak duality of linear programming.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from solvers.verification.directory import RejectedError
from solvers.verification.parts import Feature

Need = tuple[Feature, frozenset[Feature]]


class Row(NamedTuple):
    """A core, or a need of `feature`: of `some`, the choice has one."""

    some: frozenset[Feature]
    feature: Feature | None = None


def rows(cores: Collection[frozenset[Feature]], needs: Sequence[Need]) -> list[Row]:
    """Return the rows in the order of their numbers: cores, sorted, and needs."""
    return [*(Row(core) for core in sorted(cores, key=sorted)), *(Row(s, f) for f, s in needs)]


def check_tree(
    weights: dict[Feature, int], known: list[Row], cost: int, lines: Iterable[tuple[int, str]]
) -> int:
    """Return the number of leaves; `RejectedError` unless the tree shows that nothing that meets
    the rows `known` weighs less than `cost`.
    """
    names, leaves = sorted(weights), 0
    value: dict[Feature, bool] = {}
    path: list[tuple[Feature, bool]] = []
    done = False
    for number, line in lines:
        word, *texts = line.split()
        numbers = [int(t) for t in texts if t.isascii() and t.isdigit() and len(t) <= 100]
        if done or len(numbers) < len(texts):
            raise RejectedError(f"line {number}: after the end, or not a number")
        try:
            if word == "replace" and not path and not leaves:
                known.append(_replaced([known[n] for n in numbers]))
            elif word == "branch" and names[numbers[0]] not in value and numbers[1] < 2:
                path.append((names[numbers[0]], bool(numbers[1])))
                value[path[-1][0]] = bool(numbers[1])
            elif word == "leaf":
                prices = [(p, known[n]) for p, n in zip(numbers[::2], numbers[1::2], strict=True)]
                least = _least(weights, value, prices)
                if least < cost:
                    raise RejectedError(f"line {number}: a choice may weigh {least}, not {cost}")
                leaves += 1
                while path and value[path[-1][0]] != path[-1][1]:
                    del value[path.pop()[0]]
                done = not path
                if path:
                    value[path[-1][0]] = not path[-1][1]
            else:
                raise RejectedError(f"line {number}: '{word[:20]}' cannot be here")
        except (IndexError, ValueError):
            raise RejectedError(f"line {number}: no such feature or row") from None
    if not done:
        raise RejectedError("it ends before the last leaf")
    return leaves


def _replaced(found: list[Row]) -> Row:
    """A core in which what is needed takes the place of features; what hits the one, the other."""
    some = found[0].some
    for need in found[1:]:
        some = some - {need.feature} | need.some
    if found[0].feature is not None or any(row.feature not in found[0].some for row in found[1:]):
        raise ValueError
    return Row(some)


def _least(
    weights: dict[Feature, int], value: dict[Feature, bool], prices: list[tuple[int, Row]]
) -> int:
    """What any choice weighs at least whose features have these values, by the prices of rows."""
    rest: Counter[Feature] = Counter()
    least = 0
    for price, row in prices:
        for feature in row.some:
            rest[feature] -= price
        if row.feature is None:
            least += price
        else:
            rest[row.feature] += price
    least += sum(min(0, weights[f] + more) for f, more in rest.items() if f not in value)
    return least + sum(weights[f] + rest[f] for f, chosen in value.items() if chosen)
