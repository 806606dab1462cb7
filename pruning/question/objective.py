"""What "smallest" means: one kind after the other, a weighted cost, or transistors."""

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
        """Whether there is one sum, rather than a number of each kind in turn."""
        return self.weights is not None or self.prices is not None

    @property
    def unit(self) -> str:
        """What the one sum is called."""
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
    """Whole numbers for the features of one array: what is smaller has the smaller sum.

    `fixed` are the features that cannot be removed, which count as well. `pieces` cost what they
    cost beyond the weights, and `always` what no removal saves.
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
        """The sum of the weights of some removable features, or of other weights of a stage."""
        own = self.weights if weights is None else weights
        there = frozenset(features)
        return sum(own[feature] for feature in there) + sum(p.of(there) for p in self.pieces)

    def stages(self) -> Iterator[dict[Feature, int]]:
        """Yield the weights with those of all kinds but the first, but the first two, … as 0."""
        kinds = self.objective.kinds
        first = len(kinds) if self.objective.priced else 1
        for count in range(first, len(kinds) + 1):
            yield {f: w if f.kind in kinds[:count] else 0 for f, w in self.weights.items()}

    def counts(self, features: Collection[Feature]) -> dict[str, int]:
        """How many of each kind an array has that consists of `features` and what is fixed."""
        every = [*features, *self.fixed]
        return {kind: sum(f.kind == kind for f in every) for kind in self.objective.kinds}

    def price(self, features: Collection[Feature]) -> Fraction | None:
        """The weighted cost, fixed features included; None where kinds are counted in turn."""
        if self.objective.prices is not None:
            return Fraction(self.of(features) + self.always)
        if self.objective.weights is None:
            return None
        return sum((self.objective.cost(f) for f in (*features, *self.fixed)), Fraction(0))

    def lower(self, bound: int) -> dict[str, float]:
        """A bound on the sum, as the fewest of each kind in turn, or as a cost."""
        if self.objective.priced:
            least = Fraction(bound, self.units["cost"]) + (self.price(()) or 0)
            return {self.objective.unit: int(least) if least.denominator == 1 else float(least)}
        found: dict[str, float] = {}
        for kind in self.objective.kinds:
            fewest, bound = divmod(bound, self.units[kind])
            found[kind] = fewest + sum(f.kind == kind for f in self.fixed)
        return found


def scale(objective: Objective, parts: Parts, everything: Parts) -> Scale:
    """Return the whole numbers that express `objective` on the features of `parts`.

    `everything` are the parts with nothing kept, from which what is fixed is counted.
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
