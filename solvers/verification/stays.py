"""Circles of stays: limits of how long after an issue its value is read, against what must wait.

Take any issue of an operation. Each operand that it waits for has an issue so many cycles earlier,
or more. Each operand that it reads has an issue no more cycles earlier than a value lasts: the
value is held where it is read, or was held where it comes from, and so on back to the issue. Such a
walk enters no component twice, if none can be reached again from itself; and a component keeps the
value in one stay, no longer than its registers allow.

Around a circle of both, a sum above 0 is a contradiction. If all steps are of one kind, the first
operation has an issue, which needs an earlier one (a later one), and so on without end. Otherwise
take one issue of each operation that waits and reads; where the steps on both sides of an operation
lead to issues of it, there must be one only: it has an effect, or nothing is executed twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from models.data.architecture import Component
from models.data.certificate import RegisterFiles, Stays
from models.register_files.files import file_of, is_memory
from models.text import n_cycles
from solvers.verification.directory import RejectedError
from solvers.verification.recurrences import Recurrences
from solvers.verification.rules import Rules
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""

MOST_ROUNDS = 32
"""Rounds of a kernel that a claim about unrolled files means, where contexts are unlimited."""

Node = tuple[str, str]
"""`held` or `arrives`, and a component."""


def longest_stay(rules: Rules, part: Component, files: RegisterFiles, contexts: int) -> int | None:
    """Return for how many cycles a component can keep a value; None without a limit.

    R registers hold a value for R times T cycles at most, or an iteration would need one more. With
    an address of its own, a value has to leave before the same register gets the next one.
    """
    if part.transient:
        return 1
    if part.capacity is None or is_memory(rules.arch, part):
        return None
    rounds = part.capacity
    if files != "counted":
        own, most = file_of(part, files), rules.arch.max_contexts
        if own == "static":
            rounds = min(rounds, 1)
        elif own == "unroll":
            turns = MOST_ROUNDS if most is None else max(1, most // contexts)
            rounds = min(rounds, turns, MOST_ROUNDS)
    return rounds * contexts


def limited(rules: Rules) -> dict[str, int]:
    """Return the components whose kind of file, not their size, limits stays, with the cycles; none
    where registers are only counted.

    A transient component takes a register anew in every cycle.
    """
    files, contexts, found = rules.problem.files, rules.contexts, dict[str, int]()
    for name, part in rules.components.items() if files and contexts else ():
        most = longest_stay(rules, part, files or "counted", contexts or 1)
        if (
            most is not None
            and most < (part.capacity or 0) * (contexts or 1)
            and not part.transient
        ):
            found[name] = most
    return found


class StayRules:
    """Decides whether circles exist, and last as long as claimed."""

    def __init__(self, rules: Rules, files: RegisterFiles) -> None:
        self._rules, self._files = rules, files

    @cached_property
    def _recurrences(self) -> Recurrences:
        return Recurrences(self._rules)

    def check(self, claim: Stays) -> str:
        """Return a line for users; `RejectedError` unless the circle contradicts itself."""
        require_understood(self._rules.problem, UNDERSTANDS, "stays")
        names, count = claim.operations, len(claim.operations)
        if not count or any(
            len(each) != count for each in (claim.reads, claim.cycles, claim.distances)
        ):
            raise RejectedError("stays: each operation has its step, cycles and distance")
        if claim.files not in ("counted", self._files):
            raise RejectedError(f"stays: of {claim.files} files, the claim is about {self._files}")
        for name in names:
            self._recurrences.require_issued(name, "stays")
        for n, reads in enumerate(claim.reads):
            start, end = names[n], names[(n + 1) % count]
            if reads:
                self._require_read(claim, start, end, claim.cycles[n], claim.distances[n])
            else:
                self._require_wait(start, end, claim.cycles[n], claim.distances[n])
            if claim.reads[n - 1] and not reads:
                self._require_once(start)
        if claim.excess <= 0:
            raise RejectedError(f"stays: with {claim.contexts} contexts the circle has a solution")
        kind = "registers" if claim.files == "counted" else f"{claim.files} register files"
        return f"stays: {count} steps, {sum(claim.reads)} of values that leave {kind} too soon"

    def _require_once(self, name: str) -> None:
        if self._rules.problem.recompute and name not in self._rules.effects:
            raise RejectedError(f"stays: '{name}' may be executed again for each of its readers")

    def _require_wait(self, before: str, after: str, cycles: int, distance: int) -> None:
        least = max(self._recurrences.steps(before, after, distance), default=None)
        if least is None:
            raise RejectedError(
                f"stays: '{after}' does not wait for '{before}' of {distance} iterations before"
            )
        if cycles > least:
            raise RejectedError(
                f"stays: '{after}' may be issued {n_cycles(least)} after '{before}', not only"
                f" {cycles}"
            )

    def _require_read(
        self, claim: Stays, reader: str, value: str, cycles: int, distance: int
    ) -> None:
        """Raise unless every issue of `reader` reads the value, at most so late."""
        ways, slot = self._rules.ways, ((value, distance),)
        for way in ways.of[reader]:
            if not any(ways.slots[n] == slot for n in way.slots if n not in ways.free):
                raise RejectedError(
                    f"stays: '{reader}' does not read '{value}' of {distance} iterations before"
                )
        able = {component for way in ways.of[reader] for component in way.latencies}
        last = self._last_reads(value, claim.files, claim.contexts)
        known = [last[component] for component in able if component in last]
        if None in known:
            raise RejectedError(f"stays: '{value}' may stay until '{reader}' reads it at any time")
        most = max((cycle for cycle in known if cycle is not None), default=-1)
        if cycles < most:
            raise RejectedError(
                f"stays: '{reader}' may read '{value}' {n_cycles(most)} after its issue, not only"
                f" {cycles}"
            )

    def _last_reads(self, value: str, files: RegisterFiles, contexts: int) -> dict[str, int | None]:
        """The last cycles in which a value of an issue in cycle 0 is read, by component; None
        without a limit.
        """
        last = last_cycles(self._rules, value, files, contexts)
        found: dict[str, int | None] = {}
        for (kind, component), cycle in last.items():
            read = None if cycle is None else cycle + (kind == "held")
            known = found.get(component, read)
            found[component] = None if read is None or known is None else max(read, known)
        return found


def last_cycles(
    rules: Rules, value: str, files: RegisterFiles, contexts: int
) -> dict[Node, int | None]:
    """Return the last cycles in which the value of an issue in cycle 0 can be held, at the end, and
    arrive; None where there is no limit, because components lie on a circle, or keep it for ever.
    """
    stay = {
        name: longest_stay(rules, part, files, contexts) for name, part in rules.components.items()
    }
    # From when on a stay may last at the latest, and what comes before what.
    starts: dict[Node, int] = {}
    for way in rules.ways.of[value]:
        for component, latency in way.latencies.items():
            if rules.may_hold(value, component):
                node = ("held", component)
                starts[node] = max(latency - 1, starts.get(node, 0))
    before: dict[Node, list[tuple[Node, int]]] = {node: [] for node in starts}
    waiting = list(before)
    while waiting:
        node = waiting.pop()
        for after, cycles in _next(rules, value, node):
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append((node, cycles))
    found: dict[Node, int | None] = {}
    settled = True
    while settled:
        settled = False
        for node, sources in before.items():
            if node not in found and all(source in found for source, _ in sources):
                found[node] = _after(sources, found, starts.get(node), stay[node[1]], node[0])
                settled = True
    return {node: found.get(node) for node in before}


def _after(
    sources: list[tuple[Node, int]],
    found: dict[Node, int | None],
    start: int | None,
    stay: int | None,
    kind: str,
) -> int | None:
    """Return the last cycle of a node whose sources are known; None without a limit."""
    cycles = [] if start is None else [start]
    for source, between in sources:
        last = found[source]
        if last is None:
            return None
        cycles.append(last + between)
    if kind == "arrives":
        return max(cycles)
    return None if stay is None else max(cycles) + stay - 1


def _next(rules: Rules, value: str, node: Node) -> Iterator[tuple[Node, int]]:
    """Yield where a value goes next, with the cycles until then."""
    kind, component = node
    part = rules.components[component]
    if kind == "held" or (part.switch and rules.admits(value, component)):
        for path in rules.paths_from[component]:
            for target in path.targets:
                if rules.admits(value, target):
                    yield ("arrives", target), path.latency + (kind == "held")
    # Where storing in passing takes a slot, it may be forbidden altogether.
    passing = not part.routing_issues or rules.arch.max_routes != 0
    if kind == "arrives" and passing and rules.stores(value, component):
        yield ("held", component), 0
