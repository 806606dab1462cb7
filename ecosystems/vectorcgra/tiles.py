"""The work of each tile in each word, from a mapping: ports, banks, lanes, constants.

A result is in its register from the word that writes it, a cycle earlier than in the mapping. A
register of bank b reaches the unit by lane b only, and a bank is read once a word, so operands in
registers are in different banks. Violations raise errors.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ecosystems.loops.search import ShortageError
from ecosystems.vectorcgra.array import BANKS, IN_BANK, OPPOSITE, Place, place_of, port_to
from models.data.dfg import Operand, Operation
from models.data.mapping import Held, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.arcs import Arc, colours

MOST_STAGES = 7
"""The largest number of rounds that a prologue skips."""


@dataclass(frozen=True)
class Register:
    """A register of a tile."""

    bank: int
    index: int


Source = str | Register | int
"""A port, a register, or the constant of the word."""


@dataclass(frozen=True)
class Action:
    """An operation in its word; `first` is the first value of a `phi`."""

    value: str
    number: int
    """Its id in the file of instructions."""
    word: str
    cycle: int
    sources: tuple[Source, ...]
    ports: tuple[str, ...]
    register: Register | None
    first: int | None

    @property
    def constant(self) -> int | None:
        """The constant of the word, if it has one."""
        return next((s for s in self.sources if isinstance(s, int)), self.first)


@dataclass(frozen=True)
class Tiles:
    """The work of all tiles, by place, in the order of cycles."""

    rows: int
    columns: int
    contexts: int
    work: dict[Place, tuple[Action, ...]]

    @property
    def stages(self) -> int:
        """The number of overlapping iterations."""
        return 1 + max(a.cycle for each in self.work.values() for a in each) // self.contexts


def tiles(problem: Problem, mapping: Mapping, first: dict[str, int]) -> Tiles:
    """Return the work of a legal mapping. Raises `ShortageError` or `InputError`."""
    return _Tiles(problem, mapping, first).made()


class _Tiles:
    def __init__(self, problem: Problem, mapping: Mapping, first: dict[str, int]) -> None:
        self.dfg, self.arch, self.mapping, self.first = problem.dfg, problem.arch, mapping, first
        if mapping.contexts is None:
            raise InputError("the mapping is not pipelined: it needs contexts, as of min-ii")
        self.contexts: int = mapping.contexts
        self.held, self.moved = set(mapping.holds), set(mapping.transfers)
        self.issued = {
            Held(i.operation, i.component, i.cycle): self.dfg.operation_by_name[i.operation]
            for i in mapping.issues
        }
        for held in mapping.holds:
            if held.component.startswith("pe") and held not in self.issued:
                self.issued[held] = Operation(held.value, "mov", (Operand(held.value),))
        self.sends: dict[Held, set[str]] = defaultdict(set)
        self.kept_to: dict[Held, int] = {}
        self.read: dict[Held, list[Held | str | int]] = {}

    def made(self) -> Tiles:
        """Return all work."""
        for key, operation in self.issued.items():
            self.read[key] = [self._found(operation, each, key) for each in operation.operands]
        registers = self._registers()
        begin = min(key.cycle for key in self.issued)
        numbers = {name: n for n, name in enumerate(self.dfg.operation_by_name)}
        work: dict[Place, list[Action]] = defaultdict(list)
        for key in sorted(self.issued, key=lambda k: (k.component, k.cycle)):
            operation = self.issued[key]
            sources: tuple[Source, ...] = tuple(
                registers[each] if isinstance(each, Held) else each for each in self.read[key]
            )
            moved = operation.operator == "mov"
            place = place_of(key.component)
            number = numbers[key.value] * (10_000 if moved else 1)
            work[place].append(
                Action(
                    key.value,
                    number,
                    operation.operator,
                    key.cycle - begin,
                    sources,
                    tuple(sorted(self.sends[key])),
                    registers.get(key),
                    None if moved else self.first.get(key.value),
                )
            )
        for place, actions in work.items():
            self._require_order(place, actions)
        rows, columns = (
            1 + max(place_of(c.name)[axis] for c in self.arch.components) for axis in (0, 1)
        )
        made = Tiles(rows, columns, self.contexts, {p: tuple(a) for p, a in work.items()})
        if made.stages > MOST_STAGES:
            raise InputError(f"{made.stages} iterations overlap; prologues count to {MOST_STAGES}")
        return made

    def _found(self, made: Operation, operand: Operand, reader: Held) -> Held | str | int:
        """Return the source of an operand: made by the own tile, at a port, or a number."""
        if operand.value in self.dfg.constant_by_name:
            return int(self.dfg.constant_by_name[operand.value])
        own, cycle = reader.component, reader.cycle + operand.distance * self.contexts
        here = Held(operand.value, own, cycle - 1)
        file = own.replace("pe", "rf")
        if made.operator != "mov" and here in self.issued:
            return self._keep(here, cycle)
        for path in self.arch.paths:
            if (
                own not in path.targets
                or Transfer(operand.value, path.name, cycle) not in self.moved
            ):
                continue
            source = path.sources[0]
            if source.startswith("pe"):
                sender = Held(operand.value, source, cycle - 1)
                self.sends[sender].add(port_to(source, own))
                return OPPOSITE[port_to(source, own)]
            written = cycle - 1
            while Held(operand.value, file, written) in self.held:
                written -= 1
            return self._keep(Held(operand.value, own, written), cycle)
        raise InputError(f"'{made.name}' does not find '{operand.value}' in cycle {cycle}")

    def _keep(self, key: Held, cycle: int) -> Held:
        """Note that a result is read on its own tile."""
        if key not in self.issued:
            raise InputError(f"nothing writes '{key.value}' on {key.component} in {key.cycle}")
        self.kept_to[key] = max(cycle, self.kept_to.get(key, 0))
        if cycle - key.cycle > self.contexts:
            file = key.component.replace("pe", "rf")
            raise ShortageError(
                f"'{key.value}' is in {file} for {cycle - key.cycle} cycles, and its register is"
                f" written again after {self.contexts}",
                holds=tuple(Held(key.value, file, c) for c in range(key.cycle + 1, cycle)),
            )
        return key

    def _registers(self) -> dict[Held, Register]:
        """Return a register for each result that its own tile reads."""
        apart: dict[Held, set[Held]] = defaultdict(set)
        for sources in self.read.values():
            kept = {each for each in sources if isinstance(each, Held)}
            for each in kept:
                apart[each] |= kept - {each}
        found: dict[Held, Register] = {}
        for component in {key.component for key in self.kept_to}:
            keys = [key for key in self.kept_to if key.component == component]
            banks = self._banks(keys, apart)
            if banks is None:
                raise ShortageError(
                    f"the {BANKS} banks of {component} do not have {len(keys)} values together",
                    holds=tuple(
                        Held(key.value, component.replace("pe", "rf"), cycle)
                        for key in keys
                        for cycle in range(key.cycle + 1, self.kept_to[key])
                    ),
                )
            for bank, inside in enumerate(banks):
                indices = self._indices(inside)
                assert indices is not None
                found |= {k: Register(bank, n) for k, n in zip(inside, indices, strict=True)}
        return found

    def _banks(
        self, keys: list[Held], apart: dict[Held, set[Held]], most: int = 10_000
    ) -> list[list[Held]] | None:
        """Return a bank for each result, by a bounded search in the order of conflicts."""
        order = sorted(keys, key=lambda k: -len(apart[k]))
        banks: list[list[Held]] = [[] for _ in range(BANKS)]
        tries = [0]

        def filled(at: int) -> bool:
            if at == len(order):
                return True
            for bank in banks:
                tries[0] += 1
                if tries[0] > most or apart[order[at]] & set(bank):
                    continue
                bank.append(order[at])
                if self._indices(bank) is not None and filled(at + 1):
                    return True
                bank.pop()
            return False

        return banks if filled(0) else None

    def _indices(self, keys: list[Held]) -> list[int] | None:
        arcs = [Arc(k.cycle % self.contexts, self.kept_to[k] - k.cycle) for k in keys]
        found = colours(arcs, self.contexts, IN_BANK)
        return None if found is None else list(found)

    def _require_order(self, place: Place, actions: list[Action]) -> None:
        """Require that constants are consumed in one order that repeats from the beginning."""
        having = [action for action in actions if action.constant is not None]
        if not having or having[-1].cycle - having[0].cycle < self.contexts:
            return
        a, b = having[0], having[-1]
        begin = min(key.cycle for key in self.issued)
        component = f"pe_{place[0]}_{place[1]}"
        cycles = range(begin, max(key.cycle for key in self.issued) + self.contexts)
        also = tuple(
            (Held(a.value, unit.name, early), Held(b.value, unit.name, late))
            for unit in self.arch.components
            if unit.issue
            for early in cycles
            for late in cycles[early + self.contexts - begin :]
        )
        raise ShortageError(
            f"{component} takes the numbers of '{a.value}' and '{b.value}' from its queue, which"
            " begin in different rounds",
            holds=(
                Held(a.value, component, a.cycle + begin),
                Held(b.value, component, b.cycle + begin),
            ),
            also=also,
        )
