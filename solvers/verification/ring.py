"""Checking that a cyclic relaxation has no solution.

The cycles of a mapping are taken modulo R = turns · T. An item of the ring is true if the reduced
legal mapping (see `windows`) has an item whose cycle is the same modulo R. Then:

- Every need looks a fixed number of cycles back, so the supports of an item are its supports in the
  ring. Following back the supports of a transfer, or of a held value, leads to an issue, or to an
  input at its place in cycle 0, also in the ring.
- Limits per context count no more than in the mapping, and T divides R. So do limits on the total
  number of issues of an operation.
- An executed operation is issued in some cycle, and a result is in the external component in some
  cycle.
- A reduced mapping keeps one support of each need. So an operation that is needed U times is issued
  at most U times: once for its result, and once for each operand that an issue reads from it.
- Adding the same number to all cycles preserves all of this. So one operation may be assumed to be
  issued in cycle 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from models.data.certificate import Cyclic
from models.data.problem import Problem
from solvers.verification.clauses import check_auxiliary, check_group
from solvers.verification.directory import Clock, Directory, RejectedError, require_extent
from solvers.verification.limits import Limit, Limits
from solvers.verification.placement import assumed
from solvers.verification.refutation import check_clauses
from solvers.verification.rules import Item, Rules, shown
from solvers.verification.symbols import Symbols, read_symbols
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST - {"patterns", "ported_bus", "reordering"} | {"invariants", "constraints"}
"""Only operations as written, by `KINDS` of items without ends of buses. What is loaded before the
loop is there all around the ring. What is refuted without a user's constraints is refuted.
"""

MOST_CYCLES = 65_536

KINDS = ("x", "y", "z", "route", "loaded")


def check_cyclic(problem: Problem, claim: Cyclic, files: Directory, clock: Clock) -> str:
    """Return a line for users; `RejectedError` unless no mapping has `claim.contexts` contexts."""
    if claim.contexts < 1 or claim.turns < 1:
        raise RejectedError("cyclic: contexts and turns are at least 1")
    require_extent("cycles of a ring", claim.contexts * claim.turns, MOST_CYCLES)
    pipelined = problem.at(claim.contexts)
    if pipelined.transform != "none":
        raise RejectedError("cyclic: of graphs as written only")
    rules = Rules(pipelined, 1)
    if any(map(rules.ways.chosen, rules.ways.of)):
        raise RejectedError("cyclic: an operation has several ways")
    require_understood(pipelined, UNDERSTANDS, "cyclic")
    try:
        symbols = read_symbols(rules, files.lines(claim.symbols, clock))
        ring = _Ring(rules, symbols, claim)
    except RejectedError as error:
        raise RejectedError(f"{claim.symbols}: {error}") from None
    line = check_clauses(ring.check, claim.cnf, claim.proof, files, clock)
    return f"cyclic: no mapping modulo {claim.turns} times {claim.contexts} cycles: {line}"


class _RingLimits(Limits):
    """The limits of a mapping that are independent of cycle 0, and the needed issues of
    operations.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, {})
        self.uses = _uses(rules)

    def _find(self, item: Item) -> Iterable[tuple[Limit, int | None]]:
        for limit, bound in super()._find(item):
            if limit[0] != "choice":
                yield limit, bound
        if item[0] == "z":
            yield ("uses", item[1], 0), self.uses.get(item[1])


def _uses(rules: Rules) -> dict[str, int]:
    """Return the largest number of issues of an operation in a reduced mapping, where it
    is known.
    """
    found: dict[str, int] = {}
    reads: dict[str, list[str]] = {name: [] for name in rules.useful}
    for name in rules.useful:
        for way in rules.ways.of[name]:
            for slot in {rules.ways.slots[number] for number in way.slots}:
                for value, _ in slot:
                    if value in reads:
                        reads[value].append(name)
    waiting = set(rules.useful)
    while waiting:
        ready = {
            name
            for name in waiting
            if name in rules.effects
            or (name not in rules.kept and all(reader in found for reader in reads[name]))
        }
        if not ready:
            break
        for name in ready:
            needed = (name in rules.results) + sum(found.get(r, 0) for r in reads[name])
            found[name] = 1 if name in rules.effects else needed
        waiting -= ready
    return found


class _Ring:
    """Decides whether a clause holds in the ring of every reduced mapping."""

    def __init__(self, rules: Rules, symbols: Symbols, claim: Cyclic) -> None:
        self.rules, self.symbols = rules, symbols
        self.length = claim.turns * claim.contexts
        for item in symbols.items.values():
            if item[0] not in KINDS or not 0 <= item[4] < self.length:
                raise RejectedError(f"{shown(item)} is no item of a ring of {self.length} cycles")
        self.limits = _RingLimits(rules)
        self.executed = {name: self._issues(name) for name in rules.executed}
        first = {item for item in self.executed.get(claim.first, ()) if item[4] == 0}
        if claim.placement is not None:
            if claim.placement.value != claim.first:
                raise RejectedError("two operations are assumed to be somewhere")
            first &= assumed(rules.problem, claim.placement, first)
        # Symmetries lead from where it is executed to where it can be executed.
        if not first:
            raise RejectedError(f"'{claim.first}' need not be executed")
        self.first = first
        for group in symbols.groups:
            check_group(symbols, self.limits, group)

    def _issues(self, name: str) -> frozenset[Item]:
        return frozenset(
            ("z", way.value, component, "", cycle)
            for way in self.rules.carriers[name]
            for component in way.latencies
            for cycle in range(self.length)
        )

    def check(self, clause: list[int]) -> None:
        """Raise `RejectedError` unless the clause holds in the ring of every reduced mapping."""
        items = self.symbols.items
        if any(abs(literal) not in items for literal in clause):
            check_auxiliary(self.symbols, clause)
            return
        false = {items[-literal] for literal in clause if literal < 0}
        true = {items[literal] for literal in clause if literal > 0}
        if not (
            any(self._needs_one_of(item, true) for item in false)
            or (false and self.limits.exclude(false))
            or self._happens(true)
        ):
            words = [f"-{shown(item)}" for item in false] + sorted(map(shown, true))
            raise RejectedError(f"not justified: {' '.join(words[:12]) or 'the empty clause'}")

    def _happens(self, true: set[Item]) -> bool:
        rules, cycles = self.rules, range(self.length)
        return (
            self.first <= true
            or any(issues <= true for issues in self.executed.values())
            or any(
                all(("x", name, rules.arch.external, "", k) in true for k in cycles)
                for name in rules.results
            )
        )

    def _needs(self, item: Item) -> list[list[Item]]:
        """Return the needs of an item of the ring, in the ring, without initial contents."""
        kind, name, place, end, cycle = item
        later = (kind, name, place, end, cycle + self.length)
        return [
            [(*other[:4], other[4] % self.length) for other in alternatives]
            for alternatives in self.rules.needs(later)
            if not any(other[0] == "done" for other in alternatives)
        ]

    def _is_possible(self, item: Item) -> bool:
        """Return False for impossible items: a value where it may not be held, an operation where
        it cannot be executed.
        """
        kind, name, place, _, _ = item
        if kind == "x":
            return self.rules.may_hold(name, place)
        if kind == "loaded":
            return self.rules.loads(name, place)
        if kind == "z":
            return any(place in way.latencies for way in self.rules.ways.of.get(name, ()))
        return kind != "y" or any(
            self.rules.admits(name, source) for source in self.rules.paths[place].sources
        )

    def _needs_one_of(self, item: Item, true: set[Item]) -> bool:
        """Whether an item is impossible, or one of its needs leads to `true` through
        every support.
        """
        if item in true or not self._is_possible(item):
            return True
        if item[0] == "x" and item[1] in self.rules.possible[item[2]]:
            return False
        return any(self._leads(alternatives, true) for alternatives in self._needs(item))

    def _leads(self, alternatives: Iterable[Item], true: set[Item]) -> bool:
        """Whether every chain of supports of the alternatives passes through one of `true`."""
        seen: set[Item] = set()
        waiting = list(alternatives)
        while waiting:
            item = waiting.pop()
            if item in seen or item in true or not self._is_possible(item):
                continue
            seen.add(item)
            kind, name, place, _, _ = item
            if kind in ("z", "loaded") or kind not in KINDS:
                return False
            if kind == "x" and name in self.rules.possible[place]:
                return False
            for others in self._needs(item)[-1:]:
                waiting += others
        return True
