"""Registers after mapping: the register of every kept value in each cycle.

A mapping is legal when at the end of every phase no component keeps more values than it has
registers. Whether each value has an address depends on the register file:

* "static": a stretch keeps one address. It must not be longer than the II, or it would meet the
  next iteration's, and the arcs must be colourable with the registers as colours.
* "moves": a value may go to another register of its file in any cycle. Counting is exact.
* "rotating": every round renames the registers by one. `circuit` has the criterion.
* "unroll": static addresses in a kernel of several rounds (modulo variable expansion; Lam, 1988),
  the fewest that work. It takes as many times the contexts.
* "own": each file has the kind that its component states, by default static. The kernel has as many
  rounds as the unrolled files need together; the other files repeat the same addresses in each.

The answer names a register per context of the kernel and per cycle of an iteration, so that its
users need not know the kind of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from math import ceil

import msgspec

from models.data.architecture import Architecture, Component, RegisterFile
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem, counted_contexts
from models.register_files.arcs import Arc, colours
from models.register_files.circuit import CircuitStep, positions
from models.register_files.files import file_of
from models.register_files.stretches import Stretch, live, stretches
from models.text import counted, n_cycles

MOST_UNROLL = 32
"""Rounds of a kernel that are tried where the context memory has no limit."""


def most_rounds(component: Component, kind: Kind, arch: Architecture, interval: int) -> int | None:
    """Return the number of rounds for which a component may keep a value; None without a limit."""
    file = file_of(component, kind)
    if file == "static":
        return 1
    return _largest(arch, interval) if file == "unroll" else None


def rounds(problem: Problem, kind: Kind) -> dict[str, int]:
    """Return the number of rounds for which each limited component may keep a value."""
    arch, interval = problem.arch, problem.contexts or 1
    every = ((part.name, most_rounds(part, kind, arch, interval)) for part in arch.components)
    return {name: most for name, most in every if most is not None}


FOR_EVER = 1 << 40
"""Cycles of a stay without a limit."""


def longest_stays(problem: Problem) -> list[int]:
    """Return for how many cycles each component [J] may keep a value in the files of a problem.

    A stay of more cycles would meet its own register again, in a kernel of u rounds after u * T
    cycles. `FOR_EVER` where registers are only counted, where a file has no limit, and where
    counting alone forbids longer stays.
    """
    most = {} if problem.files is None else rounds(problem, problem.files)
    found = []
    for part in problem.arch.components:
        own = most.get(part.name)
        limited = own is not None and not part.transient and (part.capacity or 0) > own
        found.append((own or 0) * (problem.contexts or 1) if limited else FOR_EVER)
    return found


def _largest(arch: Architecture, interval: int) -> int:
    """The most rounds of a kernel."""
    most = arch.max_contexts
    return MOST_UNROLL if most is None else min(max(most // interval, 1), MOST_UNROLL)


class Place(msgspec.Struct, frozen=True, order=True, array_like=True):
    """At the end of `context`, `register` of `component` has the `value` of cycle `cycle`.

    `context` is one of the kernel, and `cycle` one of the iteration of the value: the same phase.
    """

    component: str
    context: int
    register: int
    value: str
    cycle: int


class Registers(msgspec.Struct, frozen=True, dict=True):
    """A register for every kept value. The kernel has `interval * unroll` contexts."""

    kind: Kind
    interval: int
    unroll: int
    places: tuple[Place, ...]

    @property
    def contexts(self) -> int:
        """The contexts of the kernel."""
        return self.interval * self.unroll

    @cached_property
    def _found(self) -> dict[tuple[str, int, str, int], int]:
        return {(p.component, p.context, p.value, p.cycle): p.register for p in self.places}

    def find(self, component: str, context: int, value: str, cycle: int) -> int | None:
        """Return the register of a value that is held at the end of `cycle`; None outside."""
        return self._found.get((component, context, value, cycle))

    def register(self, component: str, context: int, value: str, cycle: int) -> int:
        """The same of a value that has a register."""
        return self._found[component, context, value, cycle]


class Shortage(msgspec.Struct, frozen=True):
    """A component in which the stretches have no registers, in a kernel of `contexts`.

    `registers` is their number, None without a limit; `needed` a sufficient number, None if none
    suffices. `reason` is a line for the user.
    """

    component: str
    contexts: int
    registers: int | None
    needed: int | None
    reason: str


def allocate(problem: Problem, mapping: Mapping, kind: Kind) -> Registers | tuple[Shortage, ...]:
    """Return a register for each value that a legal mapping keeps, or the components without
    enough.

    Exact: a refusal proves that no choice of registers exists for this mapping and kind of file,
    for "unroll" within the kernels that fit into the context memory, or `MOST_UNROLL` rounds.
    Raises `InputError` where a search does not decide.
    """
    interval = mapping.contexts or mapping.horizon
    kept = stretches(problem, mapping)
    capacity = {c.name: c.capacity for c in problem.arch.components}
    unlimited = tuple(
        Shortage(
            name,
            interval,
            None,
            max(live(found, interval)),
            f"{name} has no number of registers: give it a capacity of at least"
            f" {max(live(found, interval))}, such as registers=N behind a preset",
        )
        for name, found in kept.items()
        if capacity[name] is None
    )
    if unlimited:
        return unlimited
    places: list[Place] = []
    shortages: list[Shortage] = []
    unrolled: dict[str, list[Stretch]] = {}
    for name, found in kept.items():
        file = file_of(problem.arch.component_by_name[name], kind)
        if file == "unroll":
            unrolled[name] = found
            continue
        registers = capacity[name] or 0
        chosen = _PLACED[file](found, interval, registers)
        if chosen is None:
            shortages.append(_shortage(name, found, interval, registers, file))
        else:
            places += chosen
    rounds, static, short = _unrolled(problem, unrolled, interval)
    shortages += short
    if shortages:
        return tuple(shortages)
    repeated = [
        msgspec.structs.replace(place, context=place.context + turn * interval)
        for turn in range(rounds)
        for place in places
    ]
    return Registers(kind, interval, rounds, tuple(sorted([*repeated, *static])))


def _static(
    kept: list[Stretch], interval: int, registers: int, unroll: int = 1
) -> list[Place] | None:
    """One address per stretch, in a kernel of `unroll` rounds."""
    size = interval * unroll
    copies = [(stretch, turn) for turn in range(unroll) for stretch in kept]
    arcs = [Arc((s.first + turn * interval) % size, s.length) for s, turn in copies]
    found = colours(arcs, size, registers)
    if found is None:
        return None
    return [
        Place(s.component, (cycle + turn * interval) % size, register, s.value, cycle)
        for (s, turn), register in zip(copies, found, strict=True)
        for cycle in range(s.first, s.last + 1)
    ]


def _moving(kept: list[Stretch], interval: int, registers: int) -> list[Place] | None:
    """Each phase has its own choice; values that stay keep their register, except at one phase."""
    counts = live(kept, interval)
    if max(counts) > registers:
        return None
    begin = counts.index(min(counts))
    chosen: dict[tuple[Stretch, int], int] = {}
    for phase in (*range(begin, interval), *range(begin)):
        here = [(s, c) for s in kept for c in range(s.first, s.last + 1) if c % interval == phase]
        staying = [] if phase == begin else [key for key in here if key[1] > key[0].first]
        for stretch, cycle in staying:
            chosen[stretch, cycle] = chosen[stretch, cycle - 1]
        free = set(range(registers)) - {chosen[key] for key in staying}
        for stretch, cycle in here:
            if (stretch, cycle) not in chosen:
                turn = cycle + (begin - phase) % interval  # when the choice began
                wish = chosen.get((stretch, turn), -1) if turn > cycle else -1
                register = wish if wish in free else min(free)
                free.discard(register)
                chosen[stretch, cycle] = register
    return [
        Place(s.component, cycle % interval, register, s.value, cycle)
        for (s, cycle), register in chosen.items()
    ]


def _rotating(kept: list[Stretch], interval: int, registers: int) -> list[Place] | None:
    """The address of a stretch, which grows by one with every round that it lasts."""
    steps = [CircuitStep(s.first % interval, s.length) for s in kept]
    found = positions(steps, interval, registers)
    if found is None:
        return None
    return [
        Place(
            s.component,
            cycle % interval,
            ((position - s.first) // interval + cycle // interval) % registers,
            s.value,
            cycle,
        )
        for s, position in zip(kept, found, strict=True)
        for cycle in range(s.first, s.last + 1)
    ]


_PLACED: dict[RegisterFile, Callable[[list[Stretch], int, int], list[Place] | None]]
_PLACED = {"static": _static, "moves": _moving, "rotating": _rotating}


def _unrolled(
    problem: Problem, kept: dict[str, list[Stretch]], interval: int
) -> tuple[int, list[Place], list[Shortage]]:
    """Return the rounds of the smallest kernel in which all kept values have static addresses, with
    the addresses; or, if no such kernel exists, the components at fault.
    """
    capacity = {c.name: c.capacity or 0 for c in problem.arch.components}
    most = problem.arch.max_contexts
    largest = _largest(problem.arch, interval)
    longest = {name: max(s.length for s in found) for name, found in kept.items()}
    least = max((ceil(n / interval) for n in longest.values()), default=1)
    for unroll in range(least, largest + 1):
        every = [_static(found, interval, capacity[n], unroll) for n, found in kept.items()]
        if None not in every:
            return unroll, [place for found in every for place in found or ()], []
    contexts = interval * largest
    limit = f"max_contexts {most}" if most is not None else f"{MOST_UNROLL} rounds"
    shortages = []
    for name, found in kept.items():
        if any(_static(found, interval, capacity[name], u) for u in range(1, largest + 1)):
            continue
        least = ceil(longest[name] / interval)
        why = f"keeps a value for {n_cycles(longest[name])}"
        if least <= largest:
            why = f"has too few registers ({capacity[name]}) for static addresses"
        reason = f"{name} {why}: no kernel of {counted_contexts(interval)} times u within {limit}"
        shortages.append(Shortage(name, contexts, capacity[name], None, reason))
    if not shortages:
        reason = f"no kernel within {limit} suits all register files at once"
        shortages = [Shortage("", contexts, None, None, reason)]
    return 1, [], shortages


def _shortage(
    name: str, kept: list[Stretch], interval: int, registers: int, kind: RegisterFile
) -> Shortage:
    """Return the shortage of a component without an allocation, with a sufficient number of
    registers.
    """
    longest = max(kept, key=lambda s: s.length)
    if kind == "static" and longest.length > interval:
        return Shortage(
            name,
            interval,
            registers,
            None,
            f"{name} keeps '{longest.value}' for {n_cycles(longest.length)}, longer than"
            f" {counted_contexts(interval)}: no register can have one address that long",
        )
    needed = next(n for n in _more(registers) if _PLACED[kind](kept, interval, n) is not None)
    return Shortage(
        name,
        interval,
        registers,
        needed,
        f"{name} has {counted(registers, 'register')}, and needs {needed} of a {kind} file in"
        f" {counted_contexts(interval)}",
    )


def _more(registers: int) -> Iterator[int]:
    while True:
        registers += 1
        yield registers
