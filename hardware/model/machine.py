"""An array as hardware: register files, lanes of paths, issue slots, and their multiplexers.

Every multiplexer lists its sources in one order, which the words, the simulator, the packed bits
and Verilog share. A machine does not depend on a mapping; a graph adds the operators it needs.

* A register selects its own value, a result of its component, a lane that arrives and is stored
there, and registers by the kind of its file: any other register ("moves") or the previous one
("rotating").
* A lane selects a register of a source, a lane into a source that is a switch, or, if the source is
a memory, a number of a stream. It arrives after the latency of its path.
* An operand selects a register of its component, one of its invariants, which are loaded before a
run and stay, a lane that arrives there, or the immediate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf
from typing import Literal

import msgspec

from hardware.model.units import Unit, unit_of, usual_units, word_type
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg
from models.data.problem import Kind, Problem
from models.data.traits import RESERVED, require_understood
from models.errors import InputError
from models.register_files.files import file_of, is_memory

UNDERSTANDS = RESERVED | {"invariants"}
"""The traits of arrays that hardware is made of."""

MOST_OPERANDS = 3
"""Maximum operands of an instruction; a pattern may have more."""


class Source(msgspec.Struct, frozen=True, order=True, array_like=True):
    """A source of a multiplexer.

    "hold": the register itself; "idle": an unused lane; "register": register `index` of component
    `place`; "lane": lane `index` of path `place`; "result": the operation that slot `index` of
    component `place` began `number` cycles earlier; "stream": stream `index`, for the iteration of
    stage `number`, read by a memory; "immediate": `number`; "invariant": invariant `index` of
    component `place`.
    """

    kind: Literal["hold", "idle", "register", "lane", "result", "stream", "immediate", "invariant"]
    place: str = ""
    index: int = 0
    number: int = 0


HOLD = Source("hold")
IDLE = Source("idle")
IMMEDIATE = Source("immediate")
STREAM = Source("stream")


class Slot(msgspec.Struct, frozen=True):
    """Issue slot `index` of a component: its units, and its maximum latency in cycles."""

    component: str
    index: int
    units: tuple[Unit, ...]
    latency: int

    @property
    def operands(self) -> int:
        """The largest number of operands of an operation."""
        return max((unit.arity for unit in self.units), default=0)


class Machine(msgspec.Struct, frozen=True, dict=True):
    """The hardware of an array: `registers` by component, `lanes` by path, `slots`, `memories`."""

    arch: Architecture
    word: str
    kind: Kind
    registers: dict[str, int]
    lanes: dict[str, int]
    slots: tuple[Slot, ...]
    memories: tuple[str, ...]

    @property
    def width(self) -> int:
        """The bits of a word."""
        return int(self.word[1:])

    @property
    def signed(self) -> bool:
        """Whether words are signed integers."""
        return self.word[0] == "i"

    @property
    def units(self) -> dict[str, Unit]:
        """All units by name."""
        return {unit.name: unit for slot in self.slots for unit in slot.units}

    def entering(self, component: str) -> tuple[Source, ...]:
        """Return the lanes that arrive in a component."""
        return tuple(
            Source("lane", path.name, lane)
            for path in self.arch.paths
            if component in path.targets
            for lane in range(self.lanes[path.name])
        )

    def kept(self, component: str) -> tuple[Source, ...]:
        """Return the registers of a component."""
        return tuple(
            Source("register", component, number)
            for number in range(self.registers.get(component, 0))
        )

    def invariants(self) -> tuple[Source, ...]:
        """Return the registers of invariants, in the order in which they are loaded."""
        return tuple(
            Source("invariant", part.name, number)
            for part in self.arch.components
            for number in range(part.invariants)
        )

    def operand_sources(self, component: str) -> tuple[Source, ...]:
        """Return the sources of an operand multiplexer."""
        loaded = (each for each in self.invariants() if each.place == component)
        return (IMMEDIATE, *self.kept(component), *loaded, *self.entering(component))

    def register_sources(self, component: str, register: int) -> tuple[Source, ...]:
        """Return the sources of a register multiplexer."""
        part = self.arch.component_by_name[component]
        results = (
            Source("result", component, slot.index, tap)
            for slot in self.slots
            if slot.component == component
            for tap in range(slot.latency)
        )
        found = [HOLD, *results]
        if part.keeps_arrivals:
            found += self.entering(component)
        if part.initial != InitialContents():
            found.append(STREAM)
        count, file = self.registers[component], file_of(part, self.kind)
        if file == "moves":
            found += [other for other in self.kept(component) if other.index != register]
        elif file == "rotating" and count > 1:
            found.append(Source("register", component, (register - 1) % count))
        return tuple(found)

    def lane_sources(self, path: str) -> tuple[Source, ...]:
        """Return the sources of each lane of a path.

        Lanes out of switches can be idle; otherwise unused lanes might form a combinational loop.
        """
        found: list[Source] = []
        if any(self.arch.component_by_name[n].switch for n in self.arch.path_by_name[path].sources):
            found.append(IDLE)
        for name in self.arch.path_by_name[path].sources:
            found += self.kept(name)
            if self.arch.component_by_name[name].switch:
                found += self.entering(name)
        if any(name in self.memories for name in self.arch.path_by_name[path].sources):
            found.append(STREAM)
        return tuple(found)


def machine_of(
    arch: Architecture,
    width: int = 32,
    signed: bool = True,
    kind: Kind = "static",
    problem: Problem | None = None,
) -> Machine:
    """Return the hardware of an array, with the operators of the graph if a problem is given.

    Raises `InputError` for a width, a register file, a path or an operator without hardware.
    """
    require_understood(arch, UNDERSTANDS, "has no hardware")
    word = word_type(width, signed)
    memories = tuple(part.name for part in arch.components if is_memory(arch, part))
    registers: dict[str, int] = {}
    for part in arch.components:
        if part.name in memories:
            continue
        if part.capacity is None:
            raise InputError(
                f"{part.name} has no number of registers, which hardware needs: give it a"
                " capacity, such as registers=4 behind a preset"
            )
        registers[part.name] = part.capacity
    slots: list[Slot] = []
    for part in arch.components:
        units, latency = _units(part, word, problem)
        slots += [Slot(part.name, index, units, latency) for index in range(part.issue)]
    patterns = problem.dfg.patterns if problem is not None else ()
    operands = max([MOST_OPERANDS, *(p.expression.count("_") for p in patterns)])
    lanes = {path.name: _lanes(arch, path, memories, operands) for path in arch.paths}
    return Machine(arch, word, kind, registers, lanes, tuple(slots), memories)


def _units(part: Component, word: str, problem: Problem | None) -> tuple[tuple[Unit, ...], int]:
    """Return the units of a component, and their maximum latency in cycles."""
    if not part.issue:
        return (), 0
    found = {unit.name: unit for unit in usual_units(part)}
    latencies = [own for own in part.latency_of.values() if own is not None]
    if problem is not None:
        for name in _used(problem.dfg):
            latency = problem.operator_latency(name, part.name)
            if latency is not None:
                unit = unit_of(problem.dfg, name, word)
                found[unit.name] = unit
                latencies.append(latency)
    return tuple(found.values()), max(latencies, default=1)


def _used(dfg: Dfg) -> list[str]:
    """Return the operators that a mapping of a graph may execute, and its patterns."""
    used = dict.fromkeys(operation.operator for operation in dfg.operations)
    return [*used, *dfg.pattern_by_name]


def _lanes(arch: Architecture, path: Path, memories: tuple[str, ...], operands: int) -> int:
    """Return the lanes of a path: its width, or the limit set by its sources and targets."""
    if path.width is not None:
        return path.width
    most = min(
        sum(_given(arch, name, memories) for name in path.sources),
        sum(_taken(arch, name, memories, operands) for name in path.targets),
    )
    if most == inf:
        raise InputError(
            f"path {path.name} has no width, and its ends have no limit; hardware needs a number:"
            " give it a width, such as width=1 behind a preset"
        )
    return int(most)


def lanes_fixed(arch: Architecture, names: Collection[str], dfgs: Iterable[Dfg]) -> Architecture:
    """Return the array with explicit widths for the named paths: their lanes in hardware.

    No mapping of the graphs needs more. Raises `InputError` if the ends have no limit.
    """
    memories = tuple(part.name for part in arch.components if is_memory(arch, part))
    patterns = [pattern for dfg in dfgs for pattern in dfg.patterns]
    operands = max([MOST_OPERANDS, *(p.expression.count("_") for p in patterns)])
    paths = tuple(
        msgspec.structs.replace(path, width=_lanes(arch, path, memories, operands))
        if path.name in names
        else path
        for path in arch.paths
    )
    return msgspec.structs.replace(arch, name=f"{arch.name}, widths fixed", paths=paths)


def _given(arch: Architecture, name: str, memories: tuple[str, ...]) -> float:
    """Return the number of values that can leave a component per cycle."""
    part = arch.component_by_name[name]
    if name in memories or part.capacity is None:
        return inf
    if not part.switch:
        return part.capacity
    entering = (path.width for path in arch.paths if name in path.targets)
    return part.capacity + sum(inf if width is None else width for width in entering)


def _taken(arch: Architecture, name: str, memories: tuple[str, ...], operands: int) -> float:
    """Return the number of values that a component can use per cycle."""
    part = arch.component_by_name[name]
    if name in memories or part.switch or part.capacity is None:
        return inf
    return part.issue * operands + (part.capacity if part.keeps_arrivals else 0)
