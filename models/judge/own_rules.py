"""The judge of constraints of a user's own: evaluates the data on the items of a mapping.

It shares the data and the matching of names with the clauses, and nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from models.data.architecture import Architecture, opcode_of
from models.data.constraints import (
    Constraint,
    Holds,
    Implies,
    Issues,
    Minimize,
    Pair,
    Selection,
    Sum,
    Time,
    Transfers,
    contexts_of,
    names_match,
    tile_of,
)
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.semantics.opcodes import kind_of

Key = tuple[object, ...]


class Fact(NamedTuple):
    """Z, X or Y: a name, a component or path, and a cycle."""

    kind: str
    name: str
    place: str
    cycle: int


class Broken(NamedTuple):
    """A constraint that a mapping breaks, and how."""

    name: str
    what: str

    def __str__(self) -> str:
        return f"constraint '{self.name}': {self.what}"


def own_rules_broken(problem: Problem, mapping: Mapping) -> list[Broken]:
    """Return each constraint of a problem that a mapping with known names breaks, once."""
    if not problem.constraints:
        return []
    work = _Facts(problem, mapping.horizon, _facts(mapping))
    found = []
    for constraint in problem.constraints:
        what = next(work.faults(constraint), None)
        if what is not None:
            found.append(Broken(constraint.name, what))
    return found


def objective_value(problem: Problem, mapping: Mapping, objective: Minimize) -> int:
    """Return the sum of an objective, or the largest one of its groups."""
    sums = _Facts(problem, mapping.horizon, _facts(mapping)).sums(objective)
    return max(sums.values(), default=0)


def _facts(mapping: Mapping) -> list[Fact]:
    facts = [Fact("Z", i.operation, i.component, i.cycle) for i in mapping.issues]
    facts += (Fact("X", h.value, h.component, h.cycle) for h in mapping.holds)
    facts += (Fact("Y", t.value, t.path, t.cycle) for t in mapping.transfers)
    return facts


class _Facts:
    def __init__(self, problem: Problem, horizon: int, facts: list[Fact]) -> None:
        self.problem, self.horizon, self.all = problem, horizon, facts
        self.operations = problem.dfg.operation_by_name
        self.parts = problem.arch.component_by_name

    def faults(self, one: Constraint) -> Iterator[str]:
        if isinstance(one, Sum):
            return self.sum_faults(one)
        if isinstance(one, Pair):
            return self.pair_faults(one)
        return self.time_faults(one) if isinstance(one, Time) else self.implied_faults(one)

    def sums(self, one: Sum | Minimize) -> Counter[Key]:
        """The sum of each group."""
        sums: Counter[Key] = Counter()
        once: set[tuple[int, Key, Key]] = set()
        for number, term in enumerate(one.of):
            sums.update(dict.fromkeys(self.groups(term, one.per), 0))
            for fact in self.selected(term):
                group = self.group(fact, one.per)
                if term.used is not None:
                    cell = (number, group, self.cell(fact, term.used))
                    if cell in once:
                        continue
                    once.add(cell)
                sums[group] += term.weight
        return sums

    def sum_faults(self, one: Sum) -> Iterator[str]:
        for group, value in self.sums(one).items():
            where = f" in {one.per} {group[0]}" if group else ""
            if one.most is not None and value > one.most:
                yield f"the sum{where} is {value}, at most {one.most}"
            if one.least is not None and value < one.least:
                yield f"the sum{where} is {value}, at least {one.least}"

    def pair_faults(self, one: Pair) -> Iterator[str]:
        sides = (Selection(z=one.first), Selection(z=one.second))
        first, second = (list(self.selected(side)) for side in sides)
        for a, b in product(first, second):
            if a == b or (one.per and self.context(a) != self.context(b)):
                continue
            relation = relation_of(self.problem.arch, a.place, b.place, one.by)
            if relation in one.relations or (relation != "same" and "other" in one.relations):
                yield f"'{a.name}' on {a.place} and '{b.name}' on {b.place} are {relation}"

    def implied_faults(self, one: Implies) -> Iterator[str]:
        then = {self.group(fact, one.per) for fact in self.selected(one.then_any)}
        for fact in self.selected(one.if_any):
            group = self.group(fact, one.per)
            if group not in then:
                where = f" in {one.per} {group[0]}" if group else ""
                here = f"'{fact.name}' on {fact.place} in cycle {fact.cycle}"
                yield f"{here}, and nothing of the other side{where}"

    def time_faults(self, one: Time) -> Iterator[str]:
        after, before = one.operations
        for a in self.issues_of(after):
            for b in self.issues_of(before):
                end = self.last(a) if one.end is not None else a.cycle
                start = self.last(b) if one.minus_end is not None else b.cycle
                if not one.admits(end - start):
                    yield f"'{after}' comes {end - start} cycles after '{before}'"

    def issues_of(self, operation: str) -> list[Fact]:
        return [fact for fact in self.all if fact.kind == "Z" and fact.name == operation]

    def last(self, fact: Fact) -> int:
        """The last cycle of an issue."""
        return fact.cycle + (self.problem.latency(fact.name, fact.place) or 1) - 1

    def selected(self, side: Selection) -> Iterator[Fact]:
        facts = side.facts
        wanted = contexts_of(facts.context)
        for fact in self.all:
            if fact.kind != side.kind or (wanted is not None and self.context(fact) not in wanted):
                continue
            if isinstance(facts, Transfers):
                chosen = names_match(facts.path, fact.place)
            else:
                chosen = names_match(facts.component, fact.place)
                chosen = chosen and names_match(facts.tile, tile_of(fact.place))
            if chosen and self.is_named(facts, fact):
                yield fact

    def is_named(self, facts: Issues | Holds | Transfers, fact: Fact) -> bool:
        if not isinstance(facts, Issues):
            # An unlimited component may list what it holds at first, or not.
            initial = fact.kind == "X" and not fact.cycle
            free = initial and self.parts[fact.place].capacity is None
            return not free and names_match(facts.value, fact.name)
        if fact.name not in self.operations:
            return False
        operator = self.operations[fact.name].operator
        called = names_match(facts.operator, operator)
        return (
            names_match(facts.operation, fact.name)
            and (called or names_match(facts.operator, opcode_of(operator)))
            and names_match(facts.class_, kind_of(operator) or "")
        )

    def context(self, fact: Fact) -> int:
        return fact.cycle % self.problem.contexts if self.problem.contexts else fact.cycle

    def group(self, fact: Fact, per: str | None) -> Key:
        if per is None:
            return ()
        if per == "context":
            return (self.context(fact),)
        if per == "cycle":
            return (fact.cycle,)
        if per == "tile":
            return (tile_of(fact.place),)
        return (fact.place,) if per in ("component", "path") else (fact.name,)

    def cell(self, fact: Fact, used: str) -> Key:
        if used == "context":
            return (self.context(fact),)
        if used == "slot":
            return (fact.place, self.context(fact))
        return (tile_of(fact.place),) if used == "tile" else (fact.place,)

    def groups(self, side: Selection, per: str | None) -> Iterable[Key]:
        """The groups that a sum has also without facts: they count 0."""
        if per is None:
            return [()]
        if per in ("context", "cycle"):
            pipelined = per == "context" and self.problem.contexts
            return [(k,) for k in (range(pipelined) if pipelined else range(1, self.horizon))]
        return {self.group(fact, per) for fact in self.possible(side)}

    def possible(self, side: Selection) -> Iterator[Fact]:
        """Facts of some cycle for all names and places that can be."""
        facts, dfg = side.facts, self.problem.dfg
        if isinstance(facts, Transfers):
            for value, path in product(dfg.values, self.problem.arch.paths):
                if names_match(facts.value, value) and names_match(facts.path, path.name):
                    yield Fact("Y", value, path.name, 1)
            return
        for part in self.problem.arch.components:
            if not names_match(facts.component, part.name):
                continue
            if not names_match(facts.tile, tile_of(part.name)):
                continue
            for name in dfg.values if side.kind == "X" else self.operations:
                if side.kind == "X":
                    able = self.problem.may_hold(name, part.name)
                else:
                    able = self.problem.latency(name, part.name) is not None
                fact = Fact(side.kind, name, part.name, 1)
                if able and self.is_named(facts, fact):
                    yield fact


def relation_of(arch: Architecture, one: str, other: str, by: str) -> str:
    """Return the relation of two components, or of their tiles: same, linked or unlinked."""
    key = tile_of if by == "tile" else str
    if key(one) == key(other):
        return "same"
    return "linked" if (key(one), key(other)) in _links(arch, by) else "unlinked"


@lru_cache(maxsize=16)
def _links(arch: Architecture, by: str) -> frozenset[tuple[str, str]]:
    key = tile_of if by == "tile" else str
    found: dict[str, set[str]] = defaultdict(set)
    for path in arch.paths:
        for source, target in product(path.sources, path.targets):
            found[key(source)].add(key(target))
            found[key(target)].add(key(source))
    return frozenset((a, b) for a, near in found.items() for b in near)
