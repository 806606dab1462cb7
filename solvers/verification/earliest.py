"""The earliest cycle of every item, as if no resource were shared (but for the fetch rule)."""

from __future__ import annotations

from heapq import heappop, heappush

from solvers.verification.rules import Rules

Cycles = dict[tuple[str, str], int]
FOREVER = 1 << 60


class Earliest:
    """Lower bounds on cycles, by (name, place); a pair that is missing never happens.

    `x`, `y`, `z` are the items of the rules, `read` the first cycle in which an operation on a
    component can read a value: held before, or arriving.

    Sound: the supports of one value go back strictly in time, from holding to arriving to
    holding elsewhere, and end in an initial content or an issue, so shortest ways from there
    are lower bounds. The bounds on issues start at cycle 1, where nothing is known of a
    loop-carried operand, and are only raised to what the bounds of their operands imply.
    What exceeds `last`, the last cycle of any value, cannot happen at all; that also ends
    the rounds around a recurrence that is too slow.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        distances = (d for operands in rules.operands.values() for _, d in operands)
        self.last = rules.horizon - 1 + max(distances, default=0) * rules.period
        self.x: Cycles = {}
        self.y: Cycles = {}
        self.z: Cycles = {}
        self.read: Cycles = {}
        self._known: set[str] = set(rules.inputs)
        for value in rules.inputs:
            self._spread(value, {c: 0 for c, held in rules.possible.items() if value in held})
        readers: dict[str, set[str]] = {}
        for name, operands in rules.operands.items():
            for value, _ in operands:
                readers.setdefault(value, set()).add(name)
        waiting = set(rules.operands)
        while waiting:
            for name in rules.dfg.schedule_order:
                if name in waiting:
                    waiting.discard(name)
                    if self._issue(name):
                        waiting |= readers.get(name, set())

    def complete(self, operation: str) -> int:
        """The earliest end of an operation, wherever it is issued; `FOREVER` for never."""
        ends = (
            self.z[operation, component] + latency - 1
            for component, latency in self.rules.latencies[operation].items()
            if (operation, component) in self.z
        )
        return min(ends, default=FOREVER)

    def _issue(self, name: str) -> bool:
        """Raise the bounds on an operation; return whether its value's bounds may be new."""
        changed = name not in self._known
        starts: dict[str, int] = {}
        for component, latency in self.rules.latencies[name].items():
            cycle = self._ready(name, component)
            if cycle > self.last:
                cycle = FOREVER
            if cycle != self.z.get((name, component), FOREVER):
                changed = True
            if cycle < FOREVER:
                self.z[name, component] = cycle
                starts[component] = cycle + latency - 1
            else:
                self.z.pop((name, component), None)
        # Known only now: an operation may read its own value of an earlier iteration.
        self._known.add(name)
        if changed:
            self._spread(name, starts)
        return changed

    def _ready(self, name: str, component: str) -> int:
        ready = 1
        for value, distance in self.rules.operands[name]:
            if value in self._known:
                read = self.read.get((value, component), FOREVER)
                ready = max(ready, read - distance * self.rules.period)
        return max(ready, self._fetched(name, component))

    def _fetched(self, name: str, component: str) -> int:
        """When the inputs that an operation reads together can all have entered its component.

        An input that the component does not hold from the start must arrive over a path into
        it, no earlier than any of them can arrive over that path; paths have widths, and the
        component has write ports. What enters earlier for other reasons only takes away.
        """
        rules = self.rules
        absent = {
            value
            for value, distance in rules.operands[name]
            if distance == 0 and value in rules.inputs and value not in rules.possible[component]
        }
        if len(absent) < 2:
            return 1
        lanes = []
        for path in rules.paths_into[component]:
            start = min(self.y.get((value, path.name), FOREVER) for value in absent)
            if start < FOREVER:
                lanes.append((start, path.width))
        if not lanes:
            return FOREVER
        ports = rules.components[component].write_ports
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
        for component in rules.components:
            self.x.pop((value, component), None)
            self.read.pop((value, component), None)
        for path in rules.arch.paths:
            self.y.pop((value, path.name), None)
        queue = [(cycle, c) for c, cycle in starts.items() if rules.may_hold(value, c)]
        queue.sort()
        while queue:
            cycle, component = heappop(queue)
            if cycle > self.last or self.x.get((value, component), FOREVER) <= cycle:
                continue
            self.x[value, component] = cycle
            self._lower(self.read, value, component, cycle + 1)
            for path in rules.paths_from[component]:
                arrival = cycle + 1 + path.latency
                if self._lower(self.y, value, path.name, arrival):
                    for target in path.targets:
                        if rules.admits(value, target):
                            self._lower(self.read, value, target, arrival)
                        if rules.may_hold(value, target):
                            heappush(queue, (arrival, target))

    @staticmethod
    def _lower(cycles: Cycles, name: str, place: str, cycle: int) -> bool:
        if cycles.get((name, place), FOREVER) <= cycle:
            return False
        cycles[name, place] = cycle
        return True
