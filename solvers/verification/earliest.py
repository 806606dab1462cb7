"""The earliest cycle of every item, as if no resource were shared (but for the fetch rule)."""

from __future__ import annotations

from solvers.verification.rules import Rules
from solvers.verification.travel import FOREVER, spread
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.ways import Way

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted.
Constraints of a user are further limits as well.
"""

Cycles = dict[tuple[str, str], int]


class Earliest:
    """Lower bounds on cycles, by (name, place); a missing pair never happens.

    `x`, `y`, `z` are the items of the rules, `w` those of ways by (label, component), of values
    with a single way, too. `read` is the first cycle in which an operation on a component can read
    a value: held before, or arriving.

    Sound: the supports of one value go back from holding to arriving to arriving in a switch or
    holding elsewhere, never in a cycle, and end in an initial content or an issue, so shortest ways
    from there are lower bounds. The bounds on issues start at cycle 1, without knowledge of
    loop-carried operands, and are only raised to the implications of the bounds of their operands.
    An issue executes some way, so the lowest bound of any way is one for the value. Cycles beyond
    `last`, the last cycle of any value, are impossible; that also ends the rounds around a
    recurrence that is too slow.
    """

    def __init__(self, rules: Rules) -> None:
        require_understood(rules.problem, UNDERSTANDS, "earliest cycles")
        self.rules = rules
        self.last = rules.horizon - 1 + rules.farthest * rules.period
        self.x: Cycles = {}
        self.y: Cycles = {}
        self.z: Cycles = {}
        self.w: Cycles = {}
        self.read: Cycles = {}
        self._known: set[str] = set(rules.inputs)
        ways = rules.ways
        self._within: dict[str, list[int]] = {}
        for number, slot in enumerate(ways.slots):
            for value, _ in slot:
                self._within.setdefault(value, []).append(number)
        # Bounds on reading a slot, by component; forgotten when those of a value change.
        self._reading: list[dict[str, int]] = [{} for _ in ways.slots]
        for value in rules.inputs:
            self._spread(value, {c: 0 for c, held in rules.possible.items() if value in held})
        readers: dict[int, set[str]] = {}
        for name, found in ways.of.items():
            for way in found:
                for number in way.slots:
                    readers.setdefault(number, set()).add(name)
        waiting = set(ways.of)
        while waiting:
            for name in ways.of:
                if name in waiting:
                    waiting.discard(name)
                    if self._issue(name):
                        for number in self._within.get(name, ()):
                            waiting |= readers.get(number, set())

    def complete(self, operation: str) -> int:
        """Return the earliest end of an operation over all components; `FOREVER` for never."""
        ends = (
            self.w[way.label, component] + latency - 1
            for way in self.rules.ways.of[operation]
            for component, latency in way.latencies.items()
            if (way.label, component) in self.w
        )
        return min(ends, default=FOREVER)

    def _issue(self, name: str) -> bool:
        """Raise the bounds on computing a value; return whether its bounds may be new."""
        changed = name not in self._known
        starts: dict[str, int] = {}
        first: dict[str, int] = {}
        for way in self.rules.ways.of[name]:
            for component, latency in way.latencies.items():
                cycle = self._ready(way, component)
                if cycle > self.last:
                    cycle = FOREVER
                if cycle != self.w.get((way.label, component), FOREVER):
                    changed = True
                if cycle < FOREVER:
                    self.w[way.label, component] = cycle
                    first[component] = min(cycle, first.get(component, FOREVER))
                    done = cycle + latency - 1
                    starts[component] = min(done, starts.get(component, FOREVER))
                else:
                    self.w.pop((way.label, component), None)
        # Known only now: an operation may read its own value of an earlier iteration.
        self._known.add(name)
        if changed:
            for component in self.rules.components:
                self.z.pop((name, component), None)
            self.z.update({(name, component): cycle for component, cycle in first.items()})
            self._spread(name, starts)
        return changed

    def _ready(self, way: Way, component: str) -> int:
        ready = 1
        for number in way.slots:
            known = self._reading[number]
            if component not in known:
                known[component] = self._readable(number, component)
            ready = max(ready, known[component])
        return max(ready, self._fetched(way, component)) if len(way.slots) > 1 else ready

    def _readable(self, number: int, component: str) -> int:
        """When one of the alternatives of a slot can be read; 1 if one is not known yet."""
        if number in self.rules.ways.free:
            return 1
        first = FOREVER
        for value, distance in self.rules.ways.slots[number]:
            if value not in self._known:
                return 1
            read = self.read.get((value, component), FOREVER)
            if read < FOREVER:
                first = min(first, read - distance * self.rules.period)
        return first

    def _fetched(self, way: Way, component: str) -> int:
        """Return the cycle by which the inputs that a way reads together can all have entered its
        component.

        An input that the component does not hold from the start must arrive over a path into it, no
        earlier than any of them can arrive over that path; paths have widths, and the component has
        write ports. Other early arrivals only take capacity away.
        """
        rules = self.rules
        slots, free = rules.ways.slots, rules.ways.free
        alone = (slots[n][0] for n in way.slots if len(slots[n]) == 1 and n not in free)
        absent = {
            value
            for value, distance in alone
            if distance == 0 and value in rules.inputs and value not in rules.possible[component]
        }
        if len(absent) < 2:
            return 1
        lanes = []
        for path in rules.paths_into[component]:
            start = min(self.y.get((value, path.name), FOREVER) for value in absent)
            if start < FOREVER:
                lanes.append((start, path.width))
        ports = rules.components[component].write_ports
        if not lanes or ports == 0:
            return FOREVER
        if not rules.fits_at_once(component, len(absent), [width for _, width in lanes]):
            return FOREVER
        begin = min(start for start, _ in lanes)
        cycle = begin
        while cycle <= self.last:
            open_for = [(cycle - start + 1, width) for start, width in lanes if cycle >= start]
            unlimited = any(width is None for _, width in open_for)
            offered = sum(cycles * (width or 0) for cycles, width in open_for)
            enough = unlimited or offered >= len(absent)
            if enough and (ports is None or ports * (cycle - begin + 1) >= len(absent)):
                return cycle
            cycle += 1
        return FOREVER

    def _spread(self, value: str, starts: dict[str, int]) -> None:
        """Set the bounds of a value that appears in components at the end of cycles `starts`."""
        rules = self.rules
        for number in self._within.get(value, ()):
            self._reading[number].clear()
        for component in rules.components:
            self.x.pop((value, component), None)
            self.read.pop((value, component), None)
        for path in rules.arch.paths:
            self.y.pop((value, path.name), None)
        found = spread(rules, value, starts, self.last)
        self.x.update({(value, component): cycle for component, cycle in found.held.items()})
        self.y.update({(value, path): cycle for path, cycle in found.arriving.items()})
        self.read.update({(value, component): cycle for component, cycle in found.read.items()})
