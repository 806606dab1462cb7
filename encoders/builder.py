"""A template under construction: numbers auxiliary variables and records their meanings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from encoders.template import Template

MOST_CLAUSES = 2_000_000
"""Limit on the clauses of a group; encodings with a clause per subset grow exponentially."""


class Builder:
    """Collects the clauses and the auxiliaries of one template."""

    def __init__(self, n: int, bound: int, weights: tuple[int, ...] = ()) -> None:
        """Starts with the group's literals 1..n, each with its weight, or all with 1."""
        self.n = n
        self.bound = bound
        self.weights = weights
        self._clauses: list[tuple[int, ...]] = []
        self._definitions: list[tuple[tuple[int, ...], int]] = []

    def add(self, *clause: int) -> None:
        """Adds one clause; raises `ValueError` where there would be too many."""
        if len(self._clauses) == MOST_CLAUSES:
            raise ValueError(
                f"at most {self.bound} of {self.n} takes more than {MOST_CLAUSES:,} clauses"
                " in this encoding"
            )
        self._clauses.append(clause)

    def new(self, below: Iterable[int], threshold: int) -> int:
        """A fresh auxiliary: at least `threshold` of the group's literals below are true."""
        subset = {literal for node in below for literal in self._under(node)}
        self._definitions.append((tuple(sorted(subset)), threshold))
        return self.n + len(self._definitions)

    def forbid(self, literals: Sequence[int], bound: int) -> None:
        """At most `bound` of the literals, a clause per subset of one more. Raises as `add`."""
        for chosen in combinations(literals, bound + 1):
            self.add(*(-literal for literal in chosen))

    def build(self) -> Template:
        """The finished template."""
        return Template(
            n=self.n,
            bound=self.bound,
            aux=len(self._definitions),
            clauses=tuple(self._clauses),
            definitions=tuple(self._definitions),
            weights=self.weights,
        )

    def _under(self, node: int) -> tuple[int, ...]:
        return (node,) if node <= self.n else self._definitions[node - self.n - 1][0]
