"""The features of an array, one unit at a time, so that some can be removed.

A feature is a component, a path, the n-th register of a component, the n-th value that a path
carries, and so on. Where a feature is absent, so are those that need it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from models.data.architecture import Architecture, Component, Path
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import stored_in_passing

KINDS = {
    "elements": "processing elements",
    "memories": "components that issue nothing",
    "paths": "paths",
    "registers": "values that processing elements hold",
    "words": "values that memories hold",
    "units": "operations that start per cycle, over all elements",
    "widths": "values per cycle, over all paths",
    "operators": "pairs of an element and an operator that it supports",
}
"""Kinds of features, with a description of the counted unit."""

LEVELS = {"registers": "capacity", "words": "capacity", "units": "issue", "widths": "width"}
"""Kinds that are counted per component or path, with the field that holds their number."""

MOST = 20_000
"""Features of one array; more are refused rather than waited for."""


OF_PATHS = ("paths", "widths")
"""Kinds of features that paths have; a path and a component may have the same name."""

Part = TypeVar("Part", Component, Path)


class Feature(NamedTuple):
    """One unit of `kind` at the component or path `name`.

    `unit` is n for the n-th one of the kinds in `LEVELS`, the name of an operator, or "".
    """

    kind: str
    name: str
    unit: int | str = ""

    def __str__(self) -> str:
        """The feature in words, for progress."""
        if self.kind in LEVELS:
            return f"{self.name}: {self.kind} {self.unit}"
        return f"{self.name}: {self.unit}" if self.kind == "operators" else self.name


class Need(NamedTuple):
    """A dependence: if `feature` is present, at least one feature of `some` is."""

    feature: Feature
    some: frozenset[Feature]


@dataclass(frozen=True)
class Parts:
    """The features of `kinds` of an array that several problems share.

    The external component and the parts named in `keep` have no features: they cannot be removed. A
    path is kept only together with its ends.
    """

    problems: tuple[Problem, ...]
    kinds: tuple[str, ...]
    keep: frozenset[str] = frozenset()

    @cached_property
    def kept(self) -> frozenset[str]:
        """The names in `keep`, and the ends of its paths."""
        paths = [path for path in self.problems[0].arch.paths if path.name in self.keep]
        return self.keep.union(*((*path.sources, *path.targets) for path in paths))

    @cached_property
    def whole(self) -> Architecture:
        """The array with a number in place of "unlimited", wherever units are counted.

        The numbers are so large that no mapping is lost. Raises `InputError` where contexts
        make that depend on the number of cycles, as several iterations meet there.
        """
        arch = self.problems[0].arch
        components = tuple(self._limited(part) for part in arch.components)
        paths = tuple(self._limited(part) for part in arch.paths)
        return msgspec.structs.replace(arch, components=components, paths=paths)

    def _limited(self, part: Part) -> Part:
        for kind in self.kinds:
            field = LEVELS.get(kind)
            if field is None or not self._has(kind, part):
                continue
            if getattr(part, field) is None:
                if any(problem.contexts for problem in self.problems):
                    what = f"no limit of {kind}: with contexts, only limited ones can be made fewer"
                    raise InputError(f"'{part.name}' has {what}")
                most = max(self._values(problem, part) for problem in self.problems)
                part = msgspec.structs.replace(part, **{field: max(most, 1)})
        return part

    @staticmethod
    def _values(problem: Problem, part: Component | Path) -> int:
        values = problem.dfg.values
        if isinstance(part, Path):
            return len(values)
        return sum(problem.may_hold(value, part.name) for value in values)

    def _has(self, kind: str, part: Component | Path) -> bool:
        """Whether a component or path has units of `kind`; the external component has none."""
        if part.name == self.problems[0].arch.external:
            return False
        if isinstance(part, Path):
            return kind in OF_PATHS
        if part.issue:
            return kind in ("elements", "registers", "units", "operators")
        return kind in ("memories", "words")

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Every feature, by kind in the order of `kinds`, then in the order of the array.

        Raises `InputError` for more than `MOST` of them.
        """
        found: list[Feature] = []
        everything: list[Component | Path] = [*self.whole.components, *self.whole.paths]
        for kind in self.kinds:
            for part in everything:
                if part.name not in self.kept and self._has(kind, part):
                    found += islice(self._units(kind, part), MOST + 1)
                    if len(found) > MOST:
                        raise InputError(f"more than {MOST} {kind}: limit them in the array")
        return tuple(found)

    def _units(self, kind: str, part: Component | Path) -> Iterator[Feature]:
        if kind in LEVELS:
            for n in range(1, getattr(part, LEVELS[kind]) + 1):
                yield Feature(kind, part.name, n)
        elif kind == "operators":
            assert isinstance(part, Component)
            for operator in sorted(self._operators):
                if part.supports(operator):
                    yield Feature(kind, part.name, operator)
        else:
            yield Feature(kind, part.name)

    @cached_property
    def _operators(self) -> set[str]:
        """The operators and multi-node operations of all problems."""
        found: set[str] = set()
        for problem in self.problems:
            found |= {operator.name for operator in problem.dfg.operators}
            found |= {pattern.name for pattern in problem.dfg.patterns}
        return found

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """A path needs a source and a target; a unit needs the one before it, and its place."""
        every = set(self.features)
        place = {f.name: f for f in self.features if f.kind in ("elements", "memories")}
        paths = {f.name: f for f in self.features if f.kind == "paths"}
        found = []
        for feature in self.features:
            if feature.kind == "paths":
                path = self.whole.path_by_name[feature.name]
                for ends in (path.sources, path.targets):
                    if all(end in place for end in ends):
                        found.append(Need(feature, frozenset(place[end] for end in ends)))
            elif feature.kind in LEVELS or feature.kind == "operators":
                homes = paths if feature.kind in OF_PATHS else place
                before = [homes[feature.name]] if feature.name in homes else []
                if isinstance(feature.unit, int) and feature.unit > 1:
                    before = [feature._replace(unit=feature.unit - 1)]
                found += [Need(feature, frozenset([f])) for f in before if f in every]
        return tuple(found)

    def closed(self, off: Iterable[Feature]) -> frozenset[Feature]:
        """Return `off`, and all features that cannot be there without them."""
        gone = set(off)
        before = -1
        while len(gone) > before:
            before = len(gone)
            gone |= {need.feature for need in self.needs if need.some <= gone}
        return frozenset(gone)

    def supported(self, on: Iterable[Feature]) -> frozenset[Feature]:
        """Return `on`, and all features that any of them may need."""
        there = set(on)
        before = -1
        while len(there) > before:
            before = len(there)
            for need in self.needs:
                if need.feature in there:
                    there |= need.some
        return frozenset(there)

    def without(self, off: Iterable[Feature]) -> Architecture:
        """Return the array without some features, and without paths that lose an end.

        It has the name of the whole array, followed by `pruned`.
        """
        gone = self.closed(off)
        arch = self.whole
        removed = {f.name for f in gone if f.kind in ("elements", "memories")}
        closed = {f.name for f in gone if f.kind == "paths"}
        components = [
            self._reduced(part, gone) for part in arch.components if part.name not in removed
        ]
        here = {part.name for part in components}
        paths = []
        for path in arch.paths:
            sources = tuple(name for name in path.sources if name in here)
            targets = tuple(name for name in path.targets if name in here)
            left = self._reduced(path, gone)
            if path.name not in closed and sources and targets and left.width != 0:
                paths.append(msgspec.structs.replace(left, sources=sources, targets=targets))
        shared = [limit.among(here) for limit in arch.shared]
        return msgspec.structs.replace(
            arch,
            name=f"{arch.name} pruned",
            components=tuple(components),
            paths=tuple(paths),
            shared=tuple(limit for limit in shared if limit is not None),
        )

    def _reduced(self, part: Part, gone: Collection[Feature]) -> Part:
        of_path = isinstance(part, Path)
        own = [f for f in gone if f.name == part.name and (f.kind in OF_PATHS) == of_path]
        for kind, field in LEVELS.items():
            levels = [f.unit for f in own if f.kind == kind and isinstance(f.unit, int)]
            if levels:
                part = msgspec.structs.replace(part, **{field: min(levels) - 1})
        lost = {f.unit for f in own if f.kind == "operators"}
        if lost and isinstance(part, Component):
            listed = sorted(self._operators) if part.ops is None else part.ops
            left = tuple(o for o in listed if (o if isinstance(o, str) else o.name) not in lost)
            part = msgspec.structs.replace(part, ops=left)
        return part

    def uses(self, number: int, mapping: Mapping) -> frozenset[Feature]:
        """Return the features that a mapping of problem `number` uses, and those that they need."""
        used = set(self._uses(self.problems[number], mapping))
        # A unit that is used has all units before it.
        tops: dict[tuple[str, str], int] = {}
        for feature in used:
            if isinstance(feature.unit, int):
                key = feature.kind, feature.name
                tops[key] = max(feature.unit, tops.get(key, 0))
        for (kind, name), top in tops.items():
            used |= {Feature(kind, name, n) for n in range(1, top)}
        every = set(self.features)
        # Other needs of a used feature, such as an end of a path, are used with it.
        return frozenset(used & every)

    def _uses(self, problem: Problem, mapping: Mapping) -> Iterator[Feature]:
        period = mapping.contexts or 0
        counts: dict[tuple[str, str, int], set[tuple[str, int]]] = {}

        def count(field: str, name: str, what: str, cycle: int) -> None:
            slot = cycle % period if period else cycle
            counts.setdefault((field, name, slot), set()).add((what, cycle))

        arch = self.whole
        made = {o.name: o.operator for o in (*problem.dfg.operations, *mapping.intermediates)}
        for held in mapping.holds:
            yield from self._place(held.component)
            count("capacity", held.component, held.value, held.cycle)
        for sent in mapping.transfers:
            yield Feature("paths", sent.path)
            path = arch.path_by_name[sent.path]
            for name in (*path.sources, *path.targets):
                yield from self._place(name)
            count("width", sent.path, sent.value, sent.cycle)
        for issue in mapping.issues:
            yield from self._place(issue.component)
            count("issue", issue.component, f"operation {issue.operation}", issue.cycle)
            performed = issue.performs.operator if issue.performs else made[issue.operation]
            yield Feature("operators", issue.component, performed)
        for held in stored_in_passing(msgspec.structs.replace(problem, arch=arch), mapping):
            count("issue", held.component, f"value {held.value}", held.cycle)
        for (field, name, _), what in counts.items():
            for kind, its in LEVELS.items():
                if its == field:
                    yield Feature(kind, name, len(what))

    @staticmethod
    def _place(name: str) -> Iterator[Feature]:
        yield Feature("elements", name)
        yield Feature("memories", name)
