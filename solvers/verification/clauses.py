"""Justifying clauses: each must hold in every reduced legal mapping.

One mapping has to satisfy all clauses at once, so all arguments are about the same mapping: a
reduced mapping (see `windows`) extended by the certain contents of components in cycle 0, where
they exceed no limit; `w` of the way that each issue executes, `done`, `latch` and `drive` as that
mapping determines them, and auxiliaries by their definitions. If every clause holds there, and the
clauses are contradictory, no legal mapping exists. Of all mappings that symmetries turn into each
other, the one is meant that has the placement, or the order of arrival, which a proof assumes.
"""

from __future__ import annotations

from models.data.certificate import Arrival, Placement
from solvers.verification.arrival import Arrivals
from solvers.verification.directory import RejectedError
from solvers.verification.intervals import FullIntervals
from solvers.verification.limits import Limits
from solvers.verification.moves import Moves
from solvers.verification.own import Own, is_blind
from solvers.verification.placement import assumed
from solvers.verification.rules import Item, Rules, by_value, shown
from solvers.verification.stretches import Stretches
from solvers.verification.symbols import Group, Symbols
from solvers.verification.windows import Windows

NOTHING: Item = ("", "", "", "", -1)


class Justifier:
    """Decides for one problem and horizon whether a clause holds in every reduced mapping.

    Raises `RejectedError` for symmetry assumptions that exclude each other, or pins, and for groups
    whose limits do not hold.
    """

    def __init__(
        self,
        rules: Rules,
        symbols: Symbols,
        placement: Placement | None = None,
        arrival: Arrival | None = None,
    ) -> None:
        if placement is not None and arrival is not None:
            raise RejectedError("a placement and an order of arrival cannot both be assumed")
        self.own = Own(rules)
        if placement is not None or arrival is not None:
            self._require_blind(with_holds=arrival is None)
        if rules.pins and (placement is not None or arrival is not None):
            raise RejectedError("symmetries move what is pinned")
        self.rules, self.symbols = rules, symbols
        self.windows = Windows(rules)
        self.intervals = FullIntervals(rules, self.windows)
        self.moves = Moves(rules, self.windows)
        self.limits = Limits(rules, self.intervals.once, self.moves.once)
        self.stretches = Stretches(rules)
        self.required = {name: self.windows.carrying(name) for name in sorted(rules.executed)}
        self.assumed: frozenset[Item] | None = None
        if placement is not None:
            self.assumed = assumed(rules.problem, placement, self.required.get(placement.value))
        self.arrivals = None if arrival is None else Arrivals(rules.problem, arrival)
        # A contradiction excludes every mapping, so that every clause holds in all of them.
        facts = (self.windows, self.intervals, self.moves)
        self.contradiction = next(filter(None, (fact.contradiction() for fact in facts)), None)
        self._settled = {c: self._certain_fits(c) for c in rules.components}
        for group in symbols.groups:
            if self.contradiction is None or not is_named(symbols, group):
                check_group(symbols, self.limits, group, self.own)

    def _require_blind(self, *, with_holds: bool) -> None:
        """Raise where a symmetry may break a constraint, or a longer hold of results."""
        for one in self.own.constraints:
            if not is_blind(one):
                raise RejectedError(f"symmetries move what constraint '{one.name}' names")
        if self.own.counts_holds and not with_holds:
            raise RejectedError("results are held for longer, and a constraint counts that")

    def _certain_fits(self, component: str) -> bool:
        """Whether adding all certain contents of a component exceeds no limit.

        Choices include the certain contents. A finite capacity counts the contents that a mapping
        lists, so adding to them is harmless only if all possible contents fit, in a cycle that is
        shared with no other.
        """
        capacity = self.rules.components[component].capacity
        if capacity is None:
            return True
        if self.own.counts_holds:
            return False
        return not self.rules.period and len(self.rules.possible[component]) <= capacity

    def check(self, clause: list[int]) -> None:
        """Raise `RejectedError` unless the clause holds in every reduced mapping."""
        false: list[Item] = []
        true: set[Item] = set()
        items = self.symbols.items
        for literal in clause:
            item = items.get(abs(literal))
            if item is None:
                check_auxiliary(self.symbols, clause)
                return
            if literal > 0:
                true.add(item)
            else:
                false.append(item)
        if not self._holds(false, true) and self.contradiction is None:
            shapes = [f"-{shown(item)}" for item in false] + sorted(shown(item) for item in true)
            raise RejectedError(f"not justified: {' '.join(shapes[:12]) or 'the empty clause'}")

    def _holds(self, false: list[Item], true: set[Item]) -> bool:
        """Whether some part of "not all of `false`, or one of `true`" holds already."""
        if self.own.constraints and (
            any(not true.isdisjoint(self.own.cells(item)) for item in false)
            or self.own.exclude(false)
        ):
            return True
        if len(false) == 2 and not true:
            excluded = false[0] != false[1] and self.limits.exclude_pair(*false)
            return (
                excluded
                or any(self._implies(item, true) for item in false)
                or self.stretches.exclude(false)
            )
        return (
            any(self._implies(item, true) for item in false)
            or (bool(false) and self.limits.exclude(set(false)))
            or self.stretches.exclude(false)
            or any(item in true for item in false)
            or self._happens(true)
        )

    def _implies(self, item: Item, true: set[Item]) -> bool:
        """Whether a reduced mapping with `item` always has one of `true`, or never has `item`.

        One need of `item` has only alternatives in `true` or excluded by the windows; or all chains
        through switches to a transfer contain one of `true`.
        """
        if not self.windows.allows(item):
            return True
        return any(
            all(_among(other, true) or not self.windows.allows(other) for other in alternatives)
            for alternatives in self._needs(item)
        ) or (item[0] == "y" and self._crossed(item, true))

    def _crossed(self, transfer: Item, true: set[Item]) -> bool:
        """Whether every chain of supports of a transfer passes through one of `true`.

        No item justifies itself: following supports of transfers back leads to a held value.
        """
        seen, waiting = {transfer}, [transfer]
        while waiting:
            for other in self.rules.needs(waiting.pop())[0]:
                if other in seen or other in true or not self.windows.allows(other):
                    continue
                if other[0] != "y":
                    return False
                seen.add(other)
                waiting.append(other)
        return True

    def _needs(self, item: Item) -> list[list[Item]]:
        chains, arrivals = self.symbols.chains, self.arrivals
        found = [] if item[0] == "chain" else self.rules.needs(item)
        found = found if chains is None else [*found, *chains.needs(item)]
        return found if arrivals is None else [*found, *arrivals.needs(item)]

    def _happens(self, true: set[Item]) -> bool:
        """Whether every reduced mapping has one of `true`."""
        rules = self.rules
        for kind, name, place, _, cycle in true:
            if kind == "x":
                at_end = cycle == rules.horizon - 1 and place == rules.arch.external
                if at_end and name in rules.results:
                    return True
                if cycle == 0 and name in rules.certain[place] and self._settled[place]:
                    return True
        issues = [item for item in true if item[0] in "zw"]
        for name in self._executed(issues):
            if all(_among(item, true) for item in self.required.get(name, (NOTHING,))):
                return True
        if self.assumed is not None and all(_among(item, true) for item in self.assumed):
            return True
        period = rules.period
        for kinds, used in (("zw", self.intervals.used), ("y", self.moves.used)):
            units = [item for item in true if item[0] in kinds]
            slots = {(item[2], item[4] % period if period else item[4]) for item in units}
            if any(choices <= true for slot in slots for choices in used.get(slot, ())):
                return True
        return False

    def _executed(self, issues: list[Item]) -> set[str]:
        """The values whose operations some of `issues` execute."""
        found = {item[1] for item in issues}
        for item in issues:
            if item[0] == "w":
                found.update(self.rules.way_by_label[item[3]].executes)
            elif not self.rules.ways.chosen(item[1]):
                found.update(self.rules.ways.of[item[1]][0].executes)
        return found


def is_named(symbols: Symbols, group: Group) -> bool:
    """Whether a group consists of `n` different variables with a meaning."""
    members = group.members
    known = [member for member in members if member in symbols.items]
    return len(members) == len(known) == len(set(members)) == group.template.n


def check_group(symbols: Symbols, limits: Limits, group: Group, own: Own | None = None) -> None:
    """Raise `RejectedError` unless a limit allows no more members to be true than `bound`."""
    n, bound = group.template.n, group.template.bound
    if not is_named(symbols, group):
        raise RejectedError(f"a group of {n} must list {n} different named variables")
    known = [symbols.items[member] for member in group.members]
    weights = group.template.weights or [1] * n
    if own is not None and own.allows(known, weights, bound):
        return
    if group.template.weights:
        raise RejectedError(f"no constraint allows these weights to be at most {bound}")
    limit = limits.common(known)
    if n > bound and (limit is None or limit > bound):
        names = ", ".join(shown(item) for item in known[:3])
        raise RejectedError(f"no rule allows at most {bound} of the group {names}, …")


def check_auxiliary(symbols: Symbols, clause: list[int]) -> None:
    """Raise `RejectedError` unless a clause with auxiliaries is valid of one group's template."""
    unnamed = [abs(n) for n in clause if abs(n) not in symbols.items]
    group = symbols.owner(unnamed[0])
    if group is None:
        raise RejectedError(f"variable {unnamed[0]} has no meaning in the symbol table")
    local = []
    for literal in clause:
        number = group.local(abs(literal))
        if number is None:
            raise RejectedError(f"variable {abs(literal)} is not in the group of {unnamed[0]}")
        local.append(number if literal > 0 else -number)
    if not group.template.valid(tuple(local)):
        raise RejectedError(
            f"not a consequence of at most {group.template.bound} of {group.template.n}:"
            f" {' '.join(map(str, clause[:12]))}"
        )


def _among(item: Item, true: set[Item]) -> bool:
    """Whether one of `true` is `item`, or implied by it: the issue of a way."""
    return item in true or (item[0] == "w" and by_value(item) in true)
