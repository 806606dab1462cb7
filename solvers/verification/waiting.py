"""Values that wait in too few places: all that could be computed, and kept, is gone through.

A cycle reads what was held in some component at the end of the cycle before, or was on its way
then, in a path or in an operation of several cycles. These places are counted once for all; of one
cycle's issues, which see the same values, all but the last get a place each. Then each issue adds a
value to a set of values, and what has no place is forgotten. Successive iterations share the
places. Inputs, results, and what the listed iterations do not compute take none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.data.certificate import Waiting
from solvers.verification.demands import require_distinct
from solvers.verification.directory import Clock, RejectedError
from solvers.verification.extent import MOST_STATES, require_extent
from solvers.verification.rules import Rules

Node = tuple[str, int]
"""A value, and the iteration that computes it."""

Nodes = frozenset[Node]

MOST_NODES = 1 << 14
"""So many operations of all iterations may be looked at, and"""
MOST_WORK = 1 << 22
"""so many in all states of a game together, which takes some minutes."""


def check_waiting(rules: Rules, claim: Waiting, clock: Clock) -> str:
    """Return a line for users; `RejectedError` unless so few values at a time are too few.

    `TimeUpError` where that is more than this verifier looks at.
    """
    if rules.problem.transform != "none":
        # Partial results of another order are other values.
        raise RejectedError("waiting: operations may be executed in other orders")
    if claim.iterations < 1 or (claim.contexts is None and claim.iterations > 1):
        raise RejectedError(f"waiting: {claim.iterations} iterations do not overlap")
    size = claim.iterations * max(len(rules.ways.of), 1)
    require_extent("operations of a game", size, MOST_NODES)
    require_distinct("a value", claim.values)
    other = set(claim.values) - rules.needed
    if other or not claim.values:
        raise RejectedError(f"waiting: no mapping needs '{min(other, default='')}'")
    for name, ways in rules.ways.of.items():
        slots = [rules.ways.slots[n] for way in ways for n in way.slots]
        if len(ways) != 1 or ways[0].executes != (name,) or any(len(s) != 1 for s in slots):
            raise RejectedError(f"waiting: there are several ways to compute '{name}'")
    places = _places(rules)
    if places is None or places > claim.room:
        raise RejectedError(f"waiting: {places or 'any number of'} values wait, not {claim.room}")
    game = _Game(rules, claim, clock)
    if game.can_be_won():
        raise RejectedError(f"waiting: {claim.room} places are enough")
    return f"waiting: {claim.room} places are too few for {len(game.reads)} operations"


def _places(rules: Rules) -> int | None:
    """How many computed values, without results, there is a place for; None if for any number."""
    ways = [way for found in rules.ways.of.values() for way in found]
    latest = {
        name: max((way.latencies[name] for way in ways if name in way.latencies), default=0)
        for name in rules.components
    }
    issuing = [name for name, latency in latest.items() if latency and rules.components[name].issue]
    got, onward = set(issuing), list(issuing)
    count, issues = 0, 0
    for name in issuing:
        issue = rules.components[name].issue
        issues += issue
        count += issue * (latest[name] - 1)
    inner = rules.ways.of.keys() - rules.results
    while onward:
        # A value leaves where it was held, or at once through a switch.
        place = onward.pop()
        stays = any(rules.may_hold(value, place) for value in inner)
        if stays or rules.components[place].switch:
            for path in rules.paths_from[place]:
                onward += [target for target in path.targets if target not in got]
                got |= set(path.targets)
    for name in got:
        if any(rules.may_hold(value, name) for value in inner):
            capacity = rules.components[name].capacity
            if capacity is None:
                return None
            count += capacity
    for path in rules.arch.paths:
        if path.latency and got.intersection(path.sources):
            if path.width is None:
                return None
            count += path.latency * path.width
    return count + max(issues - 1, 0)


class _Game:
    """What each value that leads to a listed one reads, of what has to wait for it."""

    def __init__(self, rules: Rules, claim: Waiting, clock: Clock) -> None:
        self.room, self.clock = claim.room, clock
        self.reads: dict[Node, Nodes] = {}
        asked = [(name, n) for n in range(claim.iterations) for name in claim.values]
        onward = list(asked)
        while onward:
            name, iteration = node = onward.pop()
            if node in self.reads:
                continue
            read = {
                (value, iteration - distance)
                for number in rules.ways.of[name][0].slots
                for value, distance in rules.ways.slots[number]
                if value not in rules.inputs | rules.results and distance <= iteration
            }
            self.reads[node] = frozenset(read)
            onward += read
        self.once = frozenset(node for node in self.reads if node[0] in rules.effects)
        self.asked = self.once.union(asked)

    def can_be_won(self) -> bool:
        """Whether some order of issues computes all; `TimeUpError` where there are too many."""
        if any(len(read) > self.room for read in self.reads.values()):
            return False
        known, onward = set[tuple[Nodes, Nodes]](), [(Nodes(), Nodes())]
        while onward:
            state = onward.pop()
            if state in known:
                continue
            known.add(state)
            require_extent("states of a game", len(known), MOST_STATES)
            work = len(known) * len(self.reads)
            require_extent("operations in the states of a game", work, MOST_WORK)
            self.clock.check()
            if self.asked <= state[0]:
                return True
            onward += self._after(*state)
        return False

    def _after(self, computed: Nodes, held: Nodes) -> Iterator[tuple[Nodes, Nodes]]:
        """The states after one more issue from which everything may still be computed.

        Only what is asked for matters of all that has been computed. What nothing that is left
        reads need not be held, and what nothing at all reads may come as soon as it can.
        """
        able = [
            node
            for node in self._above(computed, frozenset())
            if node not in held
            and self.reads[node] <= held
            and not (node in self.once and node in computed)
        ]
        last = [node for node in able if not any(node in read for read in self.reads.values())]
        for node in sorted(last)[:1] or able:
            done = computed | ({node} & self.asked)
            above = self._above(done, frozenset())
            read = frozenset().union(*(self.reads[other] for other in above))
            kept = (held | {node}) & read
            for left in combinations(sorted(kept), min(self.room, len(kept))):
                if not self._above(done, Nodes(left)) & done & self.once:
                    yield done, Nodes(left)

    def _above(self, computed: Nodes, held: Nodes) -> set[Node]:
        """What is to be computed, and what is read for that, as far as it is not held."""
        found, onward = set[Node](), list(self.asked - computed)
        while onward:
            node = onward.pop()
            if node not in found:
                found.add(node)
                onward += self.reads[node] - held
        return found
