"""What "smallest" means: one kind after the other, or a weighted cost."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from models.data.features import Feature, Parts


@dataclass(frozen=True)
class Objective:
    """Fewest of the first of `kinds`, then of the second, …; or, with `weights`, the least cost.

    Weights are by kind, or `kind:name` for one component, path or operator; none is negative.
    """

    kinds: tuple[str, ...]
    weights: Mapping[str, Fraction] | None = None

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

    `fixed` are the features that cannot be removed, which count as well.
    """

    objective: Objective
    weights: dict[Feature, int]
    units: dict[str, int]
    fixed: tuple[Feature, ...]

    def of(self, features: Collection[Feature]) -> int:
        """The sum of the weights of some removable features."""
        return sum(self.weights[feature] for feature in features)

    def stages(self) -> Iterator[dict[Feature, int]]:
        """Yield the weights with those of all kinds but the first, but the first two, … as 0."""
        kinds = self.objective.kinds
        first = len(kinds) if self.objective.weights is not None else 1
        for count in range(first, len(kinds) + 1):
            yield {f: w if f.kind in kinds[:count] else 0 for f, w in self.weights.items()}

    def counts(self, features: Collection[Feature]) -> dict[str, int]:
        """How many of each kind an array has that consists of `features` and what is fixed."""
        every = [*features, *self.fixed]
        return {kind: sum(f.kind == kind for f in every) for kind in self.objective.kinds}

    def price(self, features: Collection[Feature]) -> Fraction | None:
        """The weighted cost, fixed features included; None where kinds are counted in turn."""
        if self.objective.weights is None:
            return None
        return sum((self.objective.cost(f) for f in (*features, *self.fixed)), Fraction(0))

    def lower(self, bound: int) -> dict[str, float]:
        """A bound on the sum, as the fewest of each kind in turn, or as a cost."""
        if self.objective.weights is not None:
            least = Fraction(bound, self.units["cost"]) + (self.price(()) or 0)
            return {"cost": int(least) if least.denominator == 1 else float(least)}
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
