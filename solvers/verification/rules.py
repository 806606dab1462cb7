"""The rules of a legal mapping, restated: the needs of each of its items.

An item is one fact about a mapping, `(kind, name, place, end, cycle)`:

    x      value `name` is held in component `place` at the end of `cycle`
    y      value `name` arrives over path `place` in `cycle`
    z      value `name` is computed by an issue on component `place` in `cycle`
    w      the same, in the way labelled `end`; only of values with several ways
    done   operation `name` has been completed by the end of `cycle`
    latch  component `end` takes value `name` from path `place` in `cycle`
    drive  component `end` puts value `name` on path `place`, to arrive in `cycle`
    route  component `place` stores value `name` in passing in `cycle`, which takes an issue slot:
           it did not hold it before, and no operation there has just computed it
    read   operations on component `place` read value `name` from its register file in `cycle`;
           only where that takes one of its ports
    loaded component `place` holds value `name` for the whole loop, in cycle 0 and all others
    chain  value `name` arrives over path `place` in `cycle`, by a chain of transfers through
           switches that weighs no more than `end`
    cell   some fact of a side of a user's constraint has a key (see `own`)

A path with several targets may be latched by some of them only, and one with several sources
is driven by one of them. Such an end has `latch` or `drive` items if its ports are limited.

A refutation is about all mappings, so these rules range over every way to compute a value, and over
choices that a mapping leaves open. They are stated apart from the clauses, which they judge, and
from `models.judge.checker_supports`, which tests compare them with; both read the orders of
operations and pins from one statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from models.data.architecture import InitialContents, Path
from models.data.pins import Pin
from models.data.problem import Problem
from models.data.traits import unknown_to
from models.judge.checker_supports import preceding
from solvers.verification.directory import (
    LEAST_CELLS,
    MOST_CELLS,
    RejectedError,
    require_extent,
)
from solvers.verification.understood import FIRST
from solvers.verification.ways import Way, Ways

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""The traits that rules speak of, and so the clauses of proofs."""

Item = tuple[str, str, str, str, int]

WORDS = {
    **{"x": 5, "y": 5, "z": 5, "route": 5, "read": 5},
    **{"chain": 6, "done": 4, "latch": 6, "drive": 6, "loaded": 5},
}
"""The words of the line of a symbol table that gives a variable to an item, by kind."""


def shown(item: Item) -> str:
    """The item as users read it."""
    kind, name, place, end, cycle = item
    return f"{kind}[{', '.join(word for word in (name, place, end) if word)}, {cycle}]"


def by_value(item: Item) -> Item:
    """Return a `w` item without its way: the issue that it implies."""
    return ("z", item[1], item[2], "", item[4]) if item[0] == "w" else item


class Rules:
    """The rules for one problem and one number of cycles.

    With `relaxed`, rules that hold in every order in which sums may be computed. Only mappings
    that obey `pins` are meant.
    """

    def __init__(
        self, problem: Problem, horizon: int, pins: Sequence[Pin] = (), *, relaxed: bool = False
    ) -> None:
        dfg, arch = problem.dfg, problem.arch
        unknown = unknown_to(arch, UNDERSTANDS)
        if unknown is not None:
            raise RejectedError(f"no rule of the verifier speaks of '{unknown}'")
        self.pins = pins
        self.problem, self.dfg, self.arch = problem, dfg, arch
        self.horizon = horizon
        self.contexts = problem.contexts
        self.period = problem.contexts or 0
        self.inputs = set(dfg.inputs)
        self.invariants = set(dfg.invariants)
        self.results = set(dfg.results)
        self.effects = {op.name for op in dfg.operations if dfg.has_effect(op.name)}
        self.components = arch.component_by_name
        self.paths = arch.path_by_name
        self.paths_into: dict[str, list[Path]] = {name: [] for name in self.components}
        self.paths_from: dict[str, list[Path]] = {name: [] for name in self.components}
        for path in arch.paths:
            for target in path.targets:
                self.paths_into[target].append(path)
            for source in path.sources:
                self.paths_from[source].append(path)
        self.ways = Ways(problem, relaxed=relaxed)
        # The farthest distance at which a value is read.
        self.farthest = max((d for slot in self.ways.slots for _, d in slot), default=0)
        cells = len(dfg.values) * (len(self.components) + len(self.paths))
        cycles = horizon + self.farthest * self.period
        require_extent("cycles", cycles, MOST_CELLS // max(cells, LEAST_CELLS))
        self.preceding = preceding(problem)
        self.certain = {c: set(problem.initial_inputs(c)) for c in self.components}
        self.possible = {c: set(names) for c, names in self.certain.items()}
        for component in arch.components:
            if isinstance(component.initial, InitialContents):
                for choice in component.initial.choices:
                    self.possible[component.name].update(choice.of)

    def may_hold(self, value: str, component: str) -> bool:
        """Whether a component may hold a value at the end of a cycle at all."""
        return self.components[component].capacity != 0 and self.admits(value, component)

    def loads(self, value: str, component: str) -> bool:
        """Whether a component may hold a value for the whole loop."""
        return value in self.invariants and self.components[component].invariants > 0

    def stores(self, value: str, component: str) -> bool:
        """Whether a component may store a value that arrives there."""
        return self.components[component].keeps_arrivals and self.may_hold(value, component)

    def fits_at_once(self, component: str, count: int, widths: list[int | None]) -> bool:
        """Whether so many inputs, not held at first, can be read together in a component.

        A component that stores no arrivals reads all of them in the cycle of their arrival, over
        paths of these widths.
        """
        part = self.components[component]
        if part.keeps_arrivals and part.capacity != 0:
            return True
        offered = count if None in widths else sum(width or 0 for width in widths)
        return min(offered, count if part.write_ports is None else part.write_ports) >= count

    def admits(self, value: str, component: str) -> bool:
        """Whether a value may enter a component: not an intermediate value where barred."""
        free = value in self.inputs or value in self.results
        return free or self.components[component].holds_intermediates

    def latches(self, path: str, component: str) -> bool:
        """Whether taking a value from `path` into `component` is a choice that is counted."""
        ports = self.components[component].write_ports
        targets = self.paths[path].targets
        return component in targets and len(targets) > 1 and ports is not None

    def drives(self, path: str, component: str) -> bool:
        """Whether putting a value on `path` out of `component` is a choice that is counted."""
        ports = self.components[component].read_ports
        sources = self.paths[path].sources
        return component in sources and len(sources) > 1 and ports is not None

    def needs(self, item: Item) -> list[list[Item]]:
        """Return the needs of `item`: every legal mapping with `item` has one of each list.

        The clauses "item → one of these" are the rules 4 to 6 and the orders. Cycles are not
        bounded here: alternatives in impossible cycles are false in every mapping.
        """
        kind, name, place, end, cycle = item
        if kind == "cell":
            return []
        if kind == "x":
            return [] if cycle == 0 else [self._holding(name, place, cycle)]
        if kind == "y":
            found: list[Item] = []
            for source in self.paths[place].sources:
                if self.drives(place, source):
                    found.append(("drive", name, place, source, cycle))
                else:
                    found += self._leaving(name, place, source, cycle)
            return [found]
        if kind == "z":
            return self._issuing(name, place, cycle)
        if kind == "w":
            way = self.way_by_label[end]
            return [[by_value(item)], *self._reading(way, place, cycle)]
        if kind == "route":
            return [[("x", name, place, "", cycle)], self._stored(name, place, cycle)]
        if kind == "read":
            return [[("x", name, place, "", cycle - 1)]]
        if kind == "loaded":
            return []
        if kind == "latch":
            return [[("y", name, place, "", cycle)]]
        if kind == "drive":
            return [self._leaving(name, place, end, cycle)]
        earlier: Item = ("done", name, "", "", cycle - 1)
        issued = (
            self.performed(way, component, cycle - latency + 1)
            for way in self.ways.of[name]
            for component, latency in way.latencies.items()
        )
        return [[earlier, *issued]]

    def _issuing(self, name: str, place: str, cycle: int) -> list[list[Item]]:
        able = [way for way in self.ways.of[name] if place in way.latencies]
        if self.ways.chosen(name):
            found = [[self.performed(way, place, cycle) for way in able]]
        else:
            found = [need for way in able for need in self._reading(way, place, cycle)]
        for first, offset in self.preceding.get(name, ()):
            by = min(cycle + offset, self.horizon - 1)
            found.append([("done", first, "", "", by)])
        return found

    @cached_property
    def way_by_label(self) -> dict[str, Way]:
        """All ways of all values."""
        return {way.label: way for ways in self.ways.of.values() for way in ways}

    def performed(self, way: Way, component: str, cycle: int) -> Item:
        """Return the item for the execution of `way`: a `w` item if the value has other ways."""
        if self.ways.chosen(way.value):
            return ("w", way.value, component, way.label, cycle)
        return ("z", way.value, component, "", cycle)

    def _reading(self, way: Way, component: str, cycle: int) -> Iterator[list[Item]]:
        for number in way.slots:
            found: list[Item] = []
            for value, distance in self.ways.slots[number]:
                read = cycle + distance * self.period
                found.append(("x", value, component, "", read - 1))
                found += self._arriving(value, component, read)
                if not distance and self.loads(value, component):
                    found.append(("loaded", value, component, "", 0))
            yield found
            if self.components[component].file_ports:
                # What does not arrive when it is read comes out of the file.
                yield [
                    ("read", name, place, "", cycle + 1)
                    if kind == "x"
                    else (kind, name, place, end, cycle)
                    for kind, name, place, end, cycle in found
                ]

    def _leaving(self, value: str, path: str, source: str, cycle: int) -> list[Item]:
        """Return the supports by which a value is at `source` in time to arrive over `path` in
        `cycle`.

        It is held there at the end of the cycle before it leaves, or arrives in a switch in the
        cycle in which it leaves.
        """
        leaves = cycle - self.paths[path].latency
        found: list[Item] = [("x", value, source, "", leaves - 1)]
        if self.components[source].switch:
            found += self._arriving(value, source, leaves)
        return found

    def _holding(self, value: str, component: str, cycle: int) -> list[Item]:
        part = self.components[component]
        found = self._stored(value, component, cycle)
        if part.routing_issues:
            found = [("route", value, component, "", cycle)]
        if not part.transient:
            found.append(("x", value, component, "", cycle - 1))
        ways = [way for way in self.ways.of.get(value, ()) if component in way.latencies]
        latencies = {way.latencies[component] for way in ways}
        issued = (self.performed(w, component, cycle - w.latencies[component] + 1) for w in ways)
        # Where all ways have the same latency, the chosen way does not matter.
        found += map(by_value, issued) if len(latencies) == 1 else issued
        return list(dict.fromkeys(found))

    def _stored(self, value: str, component: str, cycle: int) -> list[Item]:
        """The arrivals of a value that a component may store."""
        keeps = self.components[component].keeps_arrivals
        return self._arriving(value, component, cycle) if keeps else []

    def _arriving(self, value: str, component: str, cycle: int) -> list[Item]:
        if not self.admits(value, component):
            return []
        return [
            ("latch", value, path.name, component, cycle)
            if self.latches(path.name, component)
            else ("y", value, path.name, "", cycle)
            for path in self.paths_into[component]
        ]

    @cached_property
    def executed(self) -> set[str]:
        """Values whose operation every legal mapping executes, alone or within another one.

        Effects and results must happen; an operation that happens needs its operands: they are
        executed with it, or read, and an operation's value starts only at an issue. It also needs
        its predecessors by order edges.
        """
        return self._closure(lambda name: (value for value, _ in self.ways.certain[name]))

    @cached_property
    def entering(self) -> set[str]:
        """Inputs that every legal mapping reads."""
        read = {value for name in self.executed for value, _ in self.ways.certain[name]}
        return read & self.inputs

    @cached_property
    def kept(self) -> set[str]:
        """Operations that may be needed for other reasons than readers of their value.

        A reduced mapping only issues operations that lead to a result or an effect.
        """
        return self.effects | {
            first for name in self.useful for first, _ in self.preceding.get(name, ())
        }

    @cached_property
    def useful(self) -> set[str]:
        """Computed values that some mapping may have a use for."""
        slots = self.ways.slots
        return self._closure(
            lambda name: (
                value for way in self.ways.of[name] for n in way.slots for value, _ in slots[n]
            )
        )

    @cached_property
    def carriers(self) -> dict[str, list[Way]]:
        """For each executed value, the ways that execute its operation."""
        found: dict[str, list[Way]] = {name: [] for name in self.executed}
        for ways in self.ways.of.values():
            for way in ways:
                for name in dict.fromkeys(way.executes):
                    if name in found:
                        found[name].append(way)
        return found

    @cached_property
    def needed(self) -> set[str]:
        """Values that every legal mapping computes at least once, by an issue of their own."""
        preceding = {first for name in self.executed for first, _ in self.preceding.get(name, ())}
        return {
            name
            for name, ways in self.carriers.items()
            if name in self.results | self.effects | preceding
            or all(way.value == name for way in ways)
        }

    def _closure(self, uses: Callable[[str], Iterable[str]]) -> set[str]:
        found: set[str] = set()
        waiting = [*self.results, *self.effects]
        while waiting:
            name = waiting.pop()
            if name not in found and name not in self.inputs:
                found.add(name)
                waiting += uses(name)
                waiting += [first for first, _ in self.preceding.get(name, ())]
        return found
