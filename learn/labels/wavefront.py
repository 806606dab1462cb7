"""Random DFGs for spatial arrays, such as systolic ones, grown on the array itself.

With one context every unit executes one operation for good and every link carries one value, so
that hardly any random graph fits. Therefore values are sent through the array as a wavefront: each
unit gets the values chosen by its predecessors, may compute something of them, perhaps with a
constant of its own, and sends on. The operations that reach a store are the graph; it has the
chains of multiplications and additions, from loads on the one side to stores on the other, for
which such arrays are made.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from learn.labels.draft import Draft
from models.data.architecture import Architecture, Component, Path

TRIES = 40
"""The number of drafts for one of the wanted size; the nearest is taken."""

INPUT, OUTPUT = 0.1, 0.15
"""The shares of inputs and outputs among loads and stores, where the same unit executes both."""

NO_ADDRESS = 0.15
"""The share of stores with an address that was outside the graph."""


class Pipeline:
    """An array without circles: its components in the order of its links.

    Addresses of loads are constants here, so other links into units that load do not count.
    """

    def __init__(self, arch: Architecture, operators: Mapping[str, str]) -> None:
        kinds = {
            component.ops: frozenset(k for k in operators if component.supports(operators[k]))
            for component in arch.components
            if component.issue
        }
        self.does: dict[str, frozenset[str]] = {
            component.name: kinds[component.ops] if component.issue else frozenset()
            for component in arch.components
        }
        self.into: dict[str, list[Path]] = {component.name: [] for component in arch.components}
        for path in arch.paths:
            if self._counts(path):
                for target in path.targets:
                    self.into[target].append(path)
        self.stages = self._stages(arch)

    def _counts(self, path: Path) -> bool:
        loading = any("load" in self.does[target] for target in path.targets)
        return not loading or all("const" in self.does[source] for source in path.sources)

    def _stages(self, arch: Architecture) -> list[Component]:
        """All components, or only the first ones where the others form a cycle."""
        before = {
            name: {source for path in paths for source in path.sources}
            for name, paths in self.into.items()
        }
        found: list[Component] = []
        while ready := [name for name, sources in before.items() if not sources & before.keys()]:
            found += [arch.component_by_name[name] for name in ready]
            for name in ready:
                del before[name]
        return found


def pipeline(arch: Architecture, operators: Mapping[str, str]) -> Pipeline | None:
    """Return an array of one context with loads, stores, constants and links without circles."""
    if arch.max_contexts != 1 or not {"load", "store", "const"} <= operators.keys():
        return None
    found = Pipeline(arch, operators)
    return found if len(found.stages) == len(arch.components) else None


def wavefront(array: Pipeline, chance: random.Random, size: int) -> tuple[Draft, set[int]]:
    """Return a random draft and the operations of it that reach a store (empty if no value is
    stored).

    They are one connected part in which every value reaches a store, of about `size`.
    """
    best: tuple[Draft, set[int]] = Draft(), set()
    for _ in range(TRIES):
        draft = _Wave(array, chance).run()
        stores = [n for n, kind in enumerate(draft.kinds) if kind in ("store", "output")]
        kept: set[int] = set()
        for part in draft.parts(set().union(*(draft.above(n) for n in stores))):
            kept = max(kept, part, key=len)
        if abs(len(kept) - size) < abs(len(best[1]) - size):
            best = draft, kept
    return best


class _Wave:
    """One wave through an array: the values of every component, and of every path."""

    def __init__(self, array: Pipeline, chance: random.Random) -> None:
        self.array, self.chance = array, chance
        self.draft = Draft()
        self.loading = chance.uniform(0.4, 1.0)
        self.computing = chance.uniform(0.3, 1.0)
        self.numbers = chance.uniform(0.1, 0.5)
        self.present: dict[str, list[int]] = {}
        self.carried: dict[str, list[int]] = {}
        self.constants: dict[str, int] = {}

    def run(self) -> Draft:
        """Send the wave, and return all computed values, stored or not."""
        for component in self.array.stages:
            kinds, arrived = self.array.does[component.name], self.arrivals(component)
            self.present[component.name] = arrived
            if "load" in kinds:
                self.present[component.name] = self.load(component)
            elif "store" in kinds:
                self.store(component, arrived)
            elif arrived and self.chance.random() < self.computing:
                arrived[:0] = self.compute(component, arrived)
        return self.draft

    def arrivals(self, component: Component) -> list[int]:
        """Return the arrivals over the paths; the values of a path are chosen at its first use."""
        found: dict[int, None] = {}
        for path in self.array.into[component.name]:
            if path.name not in self.carried:
                there = list(dict.fromkeys(v for s in path.sources for v in self.present[s]))
                self.carried[path.name] = self.chosen(there, path.width)
            found.update(dict.fromkeys(self.carried[path.name]))
        return self.chosen(list(found), component.capacity)

    def chosen(self, values: list[int], most: int | None) -> list[int]:
        """Return at most `most` of the values; those already read are dropped more often."""
        left = list(values)
        while most is not None and len(left) > most:
            weights = [1 if self.draft.reads[value] == 0 else 4 for value in left]
            left.remove(self.chance.choices(left, weights)[0])
        return left

    def constant(self, component: Component) -> list[int]:
        """The constant of a unit beside a component, made when it is first needed."""
        units = [
            source
            for path in self.array.into[component.name]
            for source in path.sources
            if "const" in self.array.does[source]
        ]
        if not units:
            return []
        unit = self.chance.choice(units)
        if unit not in self.constants:
            self.constants[unit] = self.draft.add("const")
        return [self.constants[unit]]

    def load(self, component: Component) -> list[int]:
        """Return a value that a unit loads from a constant address, or none."""
        if self.chance.random() >= self.loading:
            return []
        if "input" in self.array.does[component.name] and self.chance.random() < INPUT:
            return [self.draft.add("input")]
        return [self.draft.add("load", *self.constant(component))]

    def compute(self, component: Component, arrived: list[int]) -> list[int]:
        """Return the result of an operation on the arrivals, or on one of them and a constant."""
        kinds = [kind for kind in ("add", "sub", "mul") if kind in self.array.does[component.name]]
        if not kinds:
            return []
        operands = self.chosen(arrived, 2)
        if len(operands) < 2 or self.chance.random() < self.numbers:
            operands = [*self.chosen(operands, 1), *self.constant(component)]
        if len(operands) < 2:
            return []
        # Products are summed, and loaded values are multiplied.
        read = {self.draft.kinds[value] for value in operands}
        likes = {"mul": 9 if "load" in read else 3, "add": 9 if "mul" in read else 3, "sub": 1}
        kind = self.chance.choices(kinds, [likes[kind] for kind in kinds])[0]
        return [self.draft.add(kind, *operands)]

    def store(self, component: Component, arrived: list[int]) -> None:
        """Store one of the values that arrived, at a constant address."""
        for value in self.chosen(arrived, 1):
            if "output" in self.array.does[component.name] and self.chance.random() < OUTPUT:
                self.draft.add("output", value)
            elif self.chance.random() < NO_ADDRESS:
                self.draft.add("store", value)
            else:
                self.draft.add("store", value, *self.constant(component))
