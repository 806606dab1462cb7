"""The objective: kinds in lexicographic order, a weighted cost, or transistors."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from hardware.model.machine import machine_of
from pruning.features import Feature, Parts
from pruning.gates import Piece, pieces
from pruning.prices import Prices
from pruning.question.folded import folded


@dataclass(frozen=True)
class Objective:
    """Fewest of the first of `kinds`, then of the second, …; or, with `weights`, the least cost.

    Weights are by kind, or `kind:name` for one component, path or operator; none is negative. With
    `prices`, the fewest transistors.
    """

    kinds: tuple[str, ...]
    weights: Mapping[str, Fraction] | None = None
    prices: Prices | None = None

    @property
    def priced(self) -> bool:
        """Whether the objective is one sum rather than lexicographic counts."""
        return self.weights is not None or self.prices is not None

    @property
    def unit(self) -> str:
        """The name of the sum."""
        return "cost" if self.prices is None else "transistors"

    def cost(self, feature: Feature) -> Fraction:
        """The weight of one feature in a weighted cost."""
        assert self.weights is not None
        keys = [f"{feature.kind}:{feature.name}", feature.kind]
        if feature.kind == "operators":
            keys.insert(0, f"operators:{feature.unit}")
        return next((self.weights[key] for key in keys if key in self.weights), Fraction(0))


@dataclass(frozen=True)
class Scale:
    """Integer weights of the features of one array: a smaller array has a smaller sum.

    `fixed` are the features that cannot be removed, which count as well. `pieces` add their prices
    to the weights; `always` is the constant part of the price.
    """

    objective: Objective
    weights: dict[Feature, int]
    units: dict[str, int]
    fixed: tuple[Feature, ...]
    pieces: tuple[Piece, ...] = ()
    always: int = 0

    def of(
        self, features: Collection[Feature], weights: Mapping[Feature, int] | None = None
    ) -> int:
        """Return the sum of the weights of removable features, or of given stage weights."""
        own = self.weights if weights is None else weights
        there = frozenset(features)
        return sum(own[feature] for feature in there) + sum(p.of(there) for p in self.pieces)

    def stages(self) -> Iterator[dict[Feature, int]]:
        """Yield the weights of each lexicographic stage; stage n keeps only the first n kinds."""
        kinds = self.objective.kinds
        first = len(kinds) if self.objective.priced else 1
        for count in range(first, len(kinds) + 1):
            yield {f: w if f.kind in kinds[:count] else 0 for f, w in self.weights.items()}

    def counts(self, features: Collection[Feature]) -> dict[str, int]:
        """Return the number of features per kind of an array of `features` and the fixed ones."""
        every = [*features, *self.fixed]
        return {kind: sum(f.kind == kind for f in every) for kind in self.objective.kinds}

    def price(self, features: Collection[Feature]) -> Fraction | None:
        """Return the weighted cost with fixed features; None for a lexicographic objective."""
        if self.objective.prices is not None:
            return Fraction(self.of(features) + self.always)
        if self.objective.weights is None:
            return None
        return sum((self.objective.cost(f) for f in (*features, *self.fixed)), Fraction(0))

    def lower(self, bound: int) -> dict[str, float]:
        """Convert a bound on the sum into least counts per kind, or into a cost."""
        if self.objective.priced:
            least = Fraction(bound, self.units["cost"]) + (self.price(()) or 0)
            return {self.objective.unit: int(least) if least.denominator == 1 else float(least)}
        found: dict[str, float] = {}
        for kind in self.objective.kinds:
            fewest, bound = divmod(bound, self.units[kind])
            found[kind] = fewest + sum(f.kind == kind for f in self.fixed)
        return found


def scale(objective: Objective, parts: Parts, everything: Parts) -> Scale:
    """Return the integer weights that express `objective` on the features of `parts`.

    `everything` are the parts without kept features; its surplus over `parts` is fixed.
    """
    removable = set(parts.features)
    fixed = tuple(f for f in everything.features if f not in removable)
    if objective.prices is not None:
        every = pieces(machine_of(parts.whole, int(objective.prices.word[1:])), objective.prices)
        weights, left, always = folded(parts, every)
        return Scale(objective, weights, {"cost": 1}, fixed, left, always)
    if objective.weights is None:
        units, unit = {}, 1
        for kind in reversed(objective.kinds):
            units[kind] = unit
            unit *= 1 + sum(f.kind == kind for f in parts.features)
        return Scale(objective, {f: units[f.kind] for f in parts.features}, units, fixed)
    costs = {f: objective.cost(f) for f in parts.features}
    common = math.lcm(*(cost.denominator for cost in costs.values())) if costs else 1
    weights = {f: int(cost * common) for f, cost in costs.items()}
    return Scale(objective, weights, {"cost": common}, fixed)
