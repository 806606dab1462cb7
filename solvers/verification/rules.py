"""The rules of a legal mapping, restated: what each item of it needs.

An item is one fact about a mapping, `(kind, name, place, end, cycle)`:

    x      value `name` is held in component `place` at the end of `cycle`
    y      value `name` arrives over path `place` in `cycle`
    z      operation `name` is issued on component `place` in `cycle`
    done   operation `name` has been completed by the end of `cycle`
    latch  component `end` takes value `name` from path `place` in `cycle`
    drive  component `end` puts value `name` on path `place`, to arrive in `cycle`

A path with several targets may be latched by some of them only, and one with several sources
is driven by one of them. Such an end has `latch` or `drive` items if its ports are limited.
"""

from __future__ import annotations

from collections import defaultdict

from models.architecture import InitialContents, Path
from models.problem import Problem

Item = tuple[str, str, str, str, int]


def shown(item: Item) -> str:
    """The item as users read it."""
    kind, name, place, end, cycle = item
    return f"{kind}[{', '.join(word for word in (name, place, end) if word)}, {cycle}]"


class Rules:
    """The rules for one problem and one number of cycles."""

    def __init__(self, problem: Problem, horizon: int) -> None:
        dfg, arch = problem.dfg, problem.arch
        self.problem, self.dfg, self.arch = problem, dfg, arch
        self.horizon = horizon
        self.contexts = problem.contexts
        self.period = problem.contexts or 0
        self.inputs = set(dfg.inputs)
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
        self.latencies: dict[str, dict[str, int]] = {}
        for operation in dfg.operations:
            by_component = {c: problem.latency(operation.name, c) for c in self.components}
            self.latencies[operation.name] = {
                c: latency for c, latency in by_component.items() if latency is not None
            }
        # Immediate constants are no values and need nothing.
        self.operands = {
            operation.name: sorted(
                {
                    (operand.value, operand.distance)
                    for operand in operation.operands
                    if operand.value not in dfg.constant_by_name
                }
            )
            for operation in dfg.operations
        }
        # `name` at k needs `first` completed by the end of cycle k + offset.
        self.preceding: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for edge in dfg.order:
            self.preceding[edge.after].append((edge.before, edge.distance * self.period - 1))
        for priority in dfg.priorities:
            if priority.first not in self.inputs:
                offset = -1 if priority.sign == ">" else 0
                self.preceding[priority.then].append((priority.first, offset))
        self.certain = {c: set(problem.initial_inputs(c)) for c in self.components}
        self.possible = {c: set(names) for c, names in self.certain.items()}
        for component in arch.components:
            if isinstance(component.initial, InitialContents):
                for choice in component.initial.choices:
                    self.possible[component.name].update(choice.of)

    def may_hold(self, value: str, component: str) -> bool:
        """Whether a component may hold a value at the end of a cycle at all."""
        return self.components[component].capacity != 0 and self.admits(value, component)

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
        """What `item` rests on: of each list, every legal mapping with `item` has one.

        The clauses "item → one of these" are the rules 4 to 6 and the orders. Cycles are not
        bounded here: alternatives in impossible cycles are false in every mapping.
        """
        kind, name, place, end, cycle = item
        if kind == "x":
            return [] if cycle == 0 else [self._holding(name, place, cycle)]
        if kind == "y":
            path = self.paths[place]
            held = cycle - 1 - path.latency
            return [
                [
                    ("drive", name, place, source, cycle)
                    if self.drives(place, source)
                    else ("x", name, source, "", held)
                    for source in path.sources
                ]
            ]
        if kind == "z":
            found = []
            for value, distance in self.operands[name]:
                read = cycle + distance * self.period
                there: Item = ("x", value, place, "", read - 1)
                found.append([there, *self._arriving(value, place, read)])
            for first, offset in self.preceding.get(name, ()):
                by = min(cycle + offset, self.horizon - 1)
                found.append([("done", first, "", "", by)])
            return found
        if kind == "latch":
            return [[("y", name, place, "", cycle)]]
        if kind == "drive":
            return [[("x", name, end, "", cycle - 1 - self.paths[place].latency)]]
        earlier: Item = ("done", name, "", "", cycle - 1)
        return [
            [
                earlier,
                *(
                    ("z", name, component, "", cycle - latency + 1)
                    for component, latency in self.latencies[name].items()
                ),
            ]
        ]

    def _holding(self, value: str, component: str, cycle: int) -> list[Item]:
        found = self._arriving(value, component, cycle)
        if not self.components[component].transient:
            found.append(("x", value, component, "", cycle - 1))
        latency = self.latencies.get(value, {}).get(component)
        if latency is not None:
            found.append(("z", value, component, "", cycle - latency + 1))
        return found

    def _arriving(self, value: str, component: str, cycle: int) -> list[Item]:
        if not self.admits(value, component):
            return []
        return [
            ("latch", value, path.name, component, cycle)
            if self.latches(path.name, component)
            else ("y", value, path.name, "", cycle)
            for path in self.paths_into[component]
        ]

    def needed(self) -> set[str]:
        """Operations that every legal mapping issues at least once.

        Effects and results must happen; an operation that happens needs its operands (an
        operation's value starts nowhere but at an issue) and what must precede it.
        """
        found: set[str] = set()
        waiting = [*self.results, *self.effects]
        while waiting:
            name = waiting.pop()
            if name not in found and name not in self.inputs:
                found.add(name)
                waiting += [value for value, _ in self.operands[name]]
                waiting += [first for first, _ in self.preceding.get(name, ())]
        return found
