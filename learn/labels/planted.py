"""Random loops that fill an array: drawn together with a mapping, so that their II is known.

Operations are put into random issue slots of a few iterations' cycles. Each reads values that free
registers and paths can bring to it, over routes that are then taken. Unread values are stored.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.errors import InputError

STAGES = 3
"""Range of issue of operations, in IIs."""

REACH = 400
"""Limit on the expanded steps of routes for one operand."""

CARRIED = 0.15
"""Probability that an operand is of the iteration before."""

ATTEMPTS = 200
"""Number of drawings tried for one loop."""

ARITHMETIC = ("add", "sub", "mul", "xor")


class PlantedStep(NamedTuple):
    """A value that is held in a component (X), or arrives over a path (Y), in a cycle."""

    family: str
    place: str
    cycle: int


@dataclass
class _Value:
    """An operation: its place of issue, its operands, and the steps reached by its value."""

    name: str
    component: Component
    issued: int
    reads: list[Operand] = field(default_factory=list)
    steps: set[PlantedStep] = field(default_factory=set)
    readers: int = 0
    operator: str = ""


def planted_loop(
    arch: Architecture, interval: int, fill: float = 0.9, seed: int = 0
) -> tuple[Dfg, Mapping]:
    """Return a loop that uses at least `fill` of the issue slots, and its mapping.

    The mapping has `interval` contexts, and fewer have too few slots. Always the same for the same
    arguments. Raises `InputError` where no drawing comes out as full as that.
    """
    if interval < 1:
        raise InputError(f"II {interval} must be at least 1")
    if not 0 < fill <= 1:
        raise InputError(f"fill {fill} must be a share of the issue slots, above 0 and at most 1")
    slots = interval * sum(component.issue for component in arch.components)
    least = max(math.ceil(fill * slots), slots - slots // interval + 1)
    for attempt in range(ATTEMPTS):
        draw = _Draw(arch, interval, random.Random(f"{seed} {attempt} {interval}"))
        draw.fill(draw.chance.randint(least, slots))
        if len(draw.values) >= least:
            return draw.finished(f"planted_{interval}_{seed}")
    raise InputError(f"no loop was drawn that uses {least} of {slots} slots of {arch.name}")


def drawn_loop(
    arch: Architecture, interval: int, operations: int, seed: int
) -> tuple[Dfg, Mapping]:
    """Return a loop of at most so many operations, and its mapping at an II.

    Operations that no store depends on are removed, which can be all. The same arguments give the
    same loop.
    """
    draw = _Draw(arch, interval, random.Random(f"{seed} {interval}"))
    draw.fill(operations)
    return draw.finished(f"drawn_{interval}_{seed}")


class _Draw:
    def __init__(self, arch: Architecture, interval: int, chance: random.Random) -> None:
        self.arch, self.interval, self.chance = arch, interval, chance
        self.values: dict[str, _Value] = {}
        self.held: Counter[tuple[str, int]] = Counter()
        self.carried: Counter[tuple[str, int]] = Counter()
        self.into: dict[str, list[Path]] = {}
        for path in arch.paths:
            for target in path.targets:
                self.into.setdefault(target, []).append(path)
        self.part = arch.component_by_name

    def fill(self, count: int) -> None:
        """Draw `count` operations, connect them, and remove those without use."""
        slots = [
            (component, context)
            for component in self.arch.components
            if component.name != self.arch.external
            for context in range(self.interval)
            for _ in range(component.issue)
        ]
        chosen = self.chance.sample(slots, count)
        drawn = [
            _Value("", component, 1 + context + self.interval * self.chance.randrange(STAGES))
            for component, context in chosen
        ]
        drawn.sort(key=lambda value: value.issued)
        for number, value in enumerate(drawn):
            value.name = f"v{number}"
            self.values[value.name] = value
        for value in drawn:
            self._read(value)
        for value in drawn:  # a second operand, preferably an unread value
            if len(value.reads) < 2:
                self._read(value, unread=self.chance.random() < 0.8)
        for value in drawn:
            if not value.reads and not value.component.supports("load"):
                self._read(value, unread=False, distance=1)
        self._name_operators()

    def _read(self, value: _Value, *, unread: bool = True, distance: int | None = None) -> None:
        if distance is None:
            distance = 1 if self.chance.random() < CARRIED else 0
        route = self._route(value, distance, unread)
        if route is None:
            return
        source, steps = route
        value.reads.append(Operand(source.name, distance))
        source.readers += 1
        for step in steps:
            source.steps.add(step)
            self._uses(step)[step.place, step.cycle % self.interval] += 1

    def _uses(self, step: PlantedStep) -> Counter[tuple[str, int]]:
        return self.held if step.family == "X" else self.carried

    def _route(
        self, reader: _Value, distance: int, unread: bool
    ) -> tuple[_Value, list[PlantedStep]] | None:
        """Search backwards for a value that can be read, and the steps of its route."""
        at = reader.issued + distance * self.interval
        here: dict[PlantedStep, list[_Value]] = {}
        issued: dict[tuple[str, int], list[_Value]] = {}
        for value in self.values.values():
            if any(read.value == value.name for read in reader.reads):
                continue
            if not distance and value is reader:
                continue
            issued.setdefault((value.component.name, value.issued), []).append(value)
            for step in value.steps:
                here.setdefault(step, []).append(value)
        first = [PlantedStep("X", reader.component.name, at - 1)]
        first += [
            PlantedStep("Y", path.name, at) for path in self.into.get(reader.component.name, ())
        ]
        self.chance.shuffle(first)
        before: dict[PlantedStep, PlantedStep | None] = dict.fromkeys(first)
        queue, found = deque(first), list[tuple[_Value, list[PlantedStep]]]()
        for _ in range(REACH):
            if not queue:
                break
            step = queue.popleft()
            for value in here.get(step, ()):
                found.append((value, self._trail(before[step], before)))
            if not self._is_free(step):
                continue
            if step.family == "X":
                for value in issued.get((step.place, step.cycle), ()):
                    found.append((value, self._trail(step, before)))
            earlier = self._earlier(step)
            self.chance.shuffle(earlier)
            for each in earlier:
                if each not in before and each.cycle >= 1:
                    before[each] = step
                    queue.append(each)
        found = [each for each in found if self._is_possible(*each)]
        wanted = [each for each in found if not each[0].readers] if unread else found
        return self.chance.choice((wanted or found)[:8]) if found else None

    def _trail(
        self, step: PlantedStep | None, before: dict[PlantedStep, PlantedStep | None]
    ) -> list[PlantedStep]:
        steps = []
        while step is not None:
            steps.append(step)
            step = before[step]
        return steps

    def _earlier(self, step: PlantedStep) -> list[PlantedStep]:
        """Return the possible supports of a step."""
        if step.family == "X":
            part = self.part[step.place]
            rests = [] if part.transient else [PlantedStep("X", step.place, step.cycle - 1)]
            if part.keeps_arrivals and not part.routing_issues:
                rests += [
                    PlantedStep("Y", h.name, step.cycle) for h in self.into.get(step.place, ())
                ]
            return rests
        path = self.arch.path_by_name[step.place]
        rests = []
        for source in path.sources:
            rests.append(PlantedStep("X", source, step.cycle - 1 - path.latency))
            if self.part[source].switch:
                into = self.into.get(source, ())
                rests += [PlantedStep("Y", other.name, step.cycle - path.latency) for other in into]
        return rests

    def _limit(self, step: PlantedStep) -> int:
        if step.family == "X":
            capacity = self.part[step.place].capacity
            return 1 << 20 if capacity is None else capacity
        return self.arch.path_by_name[step.place].width or 1 << 20

    def _is_free(self, step: PlantedStep) -> bool:
        if step.family == "X" and not self.part[step.place].holds_intermediates:
            return False
        return self._uses(step)[step.place, step.cycle % self.interval] < self._limit(step)

    def _is_possible(self, source: _Value, steps: list[PlantedStep]) -> bool:
        """Whether the steps of a route leave room for each other, and take few hops."""
        needed = Counter((step.family, step.place, step.cycle % self.interval) for step in steps)
        hops: Counter[int] = Counter()
        for step in source.steps.union(steps):
            if step.family == "Y":
                hops[step.cycle] += self.arch.path_by_name[step.place].hops
        most = self.arch.max_hops
        return (most is None or max(hops.values(), default=0) <= most) and all(
            self._uses(PlantedStep(family, place, 0))[place, context] + count
            <= self._limit(PlantedStep(family, place, 0))
            for (family, place, context), count in needed.items()
        )

    def _name_operators(self) -> None:
        """Give every operation an operator; take those away that no operator is right for."""
        while True:
            lost = {value.name for value in self.values.values() if not self._named(value)}
            lost |= self.values.keys() - self._used()
            if not lost:
                return
            self._drop(lost)

    def _used(self) -> set[str]:
        """Return the operations that a store depends on."""
        queue = [value for value in self.values.values() if value.operator == "store"]
        used = {value.name for value in queue}
        while queue:
            for read in queue.pop().reads:
                if read.value not in used:
                    used.add(read.value)
                    queue.append(self.values[read.value])
        return used

    def _drop(self, names: set[str]) -> None:
        for name in names:
            for read in self.values.pop(name).reads:
                if read.value in self.values:
                    self.values[read.value].readers -= 1
        for value in self.values.values():
            value.reads = [read for read in value.reads if read.value not in names]
            value.operator = ""

    def _named(self, value: _Value) -> bool:
        others = [read for read in value.reads if read.value != value.name]
        if not value.readers:
            kinds: tuple[str, ...] = ("store",) if others else ()
        elif not value.reads:
            kinds = ("load",)
        else:
            kinds = (self.chance.choice(ARITHMETIC), "add")
        for kind in kinds:
            if value.component.supports(kind) and self._is_shared(value, kind):
                value.operator = kind
                return True
        return False

    def _is_shared(self, value: _Value, operator: str) -> bool:
        """Whether the limits that components share leave room for an operator."""
        context = value.issued % self.interval
        for limit in self.arch.shared:
            if limit.limits(operator) and value.component.name in limit.components:
                used = sum(
                    limit.limits(other.operator)
                    for other in self.values.values()
                    if other is not value
                    and other.operator
                    and other.component.name in limit.components
                    and other.issued % self.interval == context
                )
                if used >= limit.at_most:
                    return False
        return True

    def finished(self, name: str) -> tuple[Dfg, Mapping]:
        """Return the loop, and the mapping that it was drawn with."""
        operations, constants = [], []
        for n, value in enumerate(self.values.values()):
            reads = list(value.reads)
            if len(reads) < (1 if value.operator == "load" else 2):
                constants.append(Constant(f"c{n}", n + 1))
                reads.insert(0 if value.operator == "store" else len(reads), Operand(f"c{n}"))
            operations.append(Operation(value.name, value.operator, tuple(reads)))
        used = {operation.operator for operation in operations}
        table = [Operator(kind, 2) for kind in ARITHMETIC]
        table += [Operator("load", 1), Operator("store", 2, effect=True)]
        carried = {r.value for o in operations for r in o.operands if r.distance}
        dfg = Dfg(
            name,
            tuple(operator for operator in table if operator.name in used),
            (),
            tuple(operations),
            constants=tuple(constants),
            initial=tuple(Initial(each, (0,)) for each in self.values if each in carried),
        )
        return dfg, self._mapping(dfg)

    def _mapping(self, dfg: Dfg) -> Mapping:
        steps = [(value.name, step) for value in self.values.values() for step in value.steps]
        return Mapping(
            dfg.name,
            self.arch.name,
            max((value.issued for value in self.values.values()), default=0) + 1,
            self.interval,
            tuple(Held(name, s.place, s.cycle) for name, s in sorted(steps) if s.family == "X"),
            tuple(Transfer(name, s.place, s.cycle) for name, s in sorted(steps) if s.family == "Y"),
            tuple(Issue(v.name, v.component.name, v.issued) for v in self.values.values()),
        )
