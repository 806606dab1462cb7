"""Recurrences: operations that wait for each other in a cycle, for any length of a schedule.

Take any issue of the first operation. It depends on an issue of the one before it, so many cycles
earlier, on the time axis of an iteration some distance earlier; that depends on one before it, and
so on around the cycle. If the cycles exceed T times the distances, this is an earlier issue of the
first operation in the same mapping, which depends on an earlier one still: without end.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.data.certificate import Recurrence
from models.text import n_cycles
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.travel import FOREVER, Spread, spread
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""


class Recurrences:
    """Decides whether recurrences exist, and take as many cycles as claimed."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._spreads: dict[str, Spread] = {}

    def check(self, claim: Recurrence) -> str:
        """Return a line for users; `RejectedError` unless it needs more than its contexts."""
        require_understood(self._rules.problem, UNDERSTANDS, "recurrence")
        names, count = claim.operations, len(claim.operations)
        if not count or len(claim.cycles) != count or len(claim.distances) != count:
            raise RejectedError("recurrence: each operation has its cycles and its distance")
        if len(set(names)) < count:
            raise RejectedError("recurrence: an operation is listed twice")
        for name in names:
            self.require_issued(name, "recurrence")
        for n, (cycles, distance) in enumerate(zip(claim.cycles, claim.distances, strict=True)):
            before, after = names[n], names[(n + 1) % count]
            least = max(self.steps(before, after, distance), default=None)
            if least is None:
                raise RejectedError(
                    f"recurrence: '{after}' does not wait for '{before}' of {distance} iterations"
                    " before"
                )
            if cycles > least:
                raise RejectedError(
                    f"recurrence: '{after}' may be issued {n_cycles(least)} after '{before}',"
                    f" not only {cycles}"
                )
        whole, turns = sum(claim.cycles), sum(claim.distances)
        if whole <= (claim.contexts or 0) * turns or (claim.contexts is None and turns):
            raise RejectedError(
                f"recurrence: {n_cycles(whole)} over distance {turns} fit into {claim.contexts}"
            )
        return f"recurrence of {count} operations: {n_cycles(whole)} over distance {turns}"

    def require_issued(self, name: str, what: str) -> None:
        """Raise unless every mapping issues the operation, and no other operation executes it."""
        ways = self._rules.carriers.get(name)
        if ways is None:
            raise RejectedError(f"{what}: no mapping needs operation '{name}'")
        if any(way.value != name for way in ways):
            raise RejectedError(f"{what}: '{name}' may be executed within another operation")

    def steps(self, before: str, after: str, distance: int) -> Iterator[int]:
        """Yield cycles that lie at least between issues of two operations, for any reason."""
        dfg, ways = self._rules.dfg, self._rules.ways.of[before]
        latency = min((n for way in ways for n in way.latencies.values()), default=FOREVER)
        for edge in dfg.order:
            if (edge.before, edge.after, edge.distance) == (before, after, distance):
                yield latency
        for priority in dfg.priorities:
            if (priority.first, priority.then, 0) == (before, after, distance):
                yield latency if priority.sign == ">" else latency - 1
        if (before, distance) in self._rules.ways.certain[after]:
            yield self._reading(before, after, distance)

    def _reading(self, before: str, after: str, distance: int) -> int:
        """Return the cycles from an issue of `before` to one of `after` that depends on its value.

        Where any way of `after` reads something that is made of the value, it is read on the way.
        """
        read = self._spread(before).read
        found = []
        for way in self._rules.ways.of[after]:
            slots = self._rules.ways.slots
            own = (slots[n] for n in way.slots if n not in self._rules.ways.free)
            if not any(slot == ((before, distance),) for slot in own):
                return min(read.values(), default=FOREVER)
            found += [read.get(component, FOREVER) for component in way.latencies]
        return min(found, default=FOREVER)

    def _spread(self, name: str) -> Spread:
        """Return the spread of a value that is issued in cycle 0, at the best of all components."""
        if name not in self._spreads:
            starts: dict[str, int] = {}
            for way in self._rules.ways.of[name]:
                for component, latency in way.latencies.items():
                    starts[component] = min(latency - 1, starts.get(component, FOREVER))
            self._spreads[name] = spread(self._rules, name, starts)
        return self._spreads[name]
