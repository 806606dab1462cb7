"""The cell of each element in each context, from a mapping on an array of output registers.

pe_r_c is an element with its output, which has a result for one cycle, and rf_r_c its registers. A
value that goes to a register is written there in the step of its operation, while the mapping has
it there a cycle later: registers are allocated for that longer time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ecosystems.loops.search import ShortageError
from ecosystems.openedge.draft import BRANCHES, CELLS
from ecosystems.openedge.interpreter import NEIGHBOURS, REGISTERS, SIGNED_13
from models.data.architecture import Architecture, Path
from models.data.dfg import Operand, Operation
from models.data.mapping import Held, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.arcs import Arc, colours

_PLACE = re.compile(r"(pe|rf)_(\d+)_(\d+)")
Place = tuple[int, int]


@dataclass(frozen=True)
class Work:
    """The work of an element in a context, for the iteration that is `stage` rounds old.

    `cell` is complete but for the target of a branch. `first` are the numbers of the iterations
    before the first one, which `begin` writes instead if they are read; from then on the value is
    there for `kept` steps.
    """

    value: str
    element: Place
    cycle: int
    cell: str
    begin: str
    first: tuple[int, ...]
    kept: int


@dataclass(frozen=True)
class Placed:
    """The work of a kernel of `contexts` contexts; `branch` is in the last one."""

    rows: int
    columns: int
    contexts: int
    work: tuple[Work, ...]
    branch: Work

    @property
    def stages(self) -> int:
        """The number of overlapping iterations."""
        return 1 + max(each.cycle for each in self.work) // self.contexts


def placed(problem: Problem, mapping: Mapping) -> Placed:
    """Return the work of a legal mapping, rotated so that the branch is in the last context.

    Raises `InputError` if the machine cannot execute it.
    """
    return _Placing(problem, mapping).placed()


@dataclass(frozen=True)
class Kept:
    """A value in a register file: an operation writes it in `written`; held from then to `last`."""

    value: str
    file: str
    written: int
    last: int

    @property
    def length(self) -> int:
        """Steps from the writing one to the last one that may read it."""
        return self.last + 1 - self.written

    @property
    def holds(self) -> tuple[Held, ...]:
        """Its holds in the mapping."""
        cycles = range(self.written + 1, self.last + 1)
        return tuple(Held(self.value, self.file, cycle) for cycle in cycles)


class _Placing:
    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.dfg, self.arch, self.mapping = problem.dfg, problem.arch, mapping
        if mapping.contexts is None:
            raise InputError("the mapping is not pipelined: it needs contexts, as of min-ii")
        self.contexts: int = mapping.contexts
        self.rows, self.columns = shape(self.arch)
        self.held, self.moved = set(mapping.holds), set(mapping.transfers)
        self.into: dict[str, list[Path]] = {c.name: [] for c in self.arch.components}
        for path in self.arch.paths:
            for target in path.targets:
                self.into[target].append(path)
        operations = self.dfg.operation_by_name
        self.issued = {
            Held(i.operation, i.component, i.cycle): operations[i.operation] for i in mapping.issues
        }
        for held in mapping.holds:
            # What an output register takes in passing is moved by an operation of its own.
            if held.component.startswith("pe") and held not in self.issued:
                self.issued[held] = Operation(held.value, "mov", (Operand(held.value),))
        self.kept = self._stretches()
        self.register = self._coloured()
        self.read_later: dict[Held, int] = {}
        """The greatest distance, in iterations, at which a result of an operation is read."""

    def placed(self) -> Placed:
        """Return all work."""
        branches = [key for key, made in self.issued.items() if made.operator in BRANCHES]
        if len(branches) != 1:
            raise InputError(f"{len(branches)} branches, and the loop has to have one")
        slow = next((o.name for o in self.dfg.operators if o.latency > 1), None)
        if slow is not None:
            raise InputError(f"'{slow}' takes several steps, and the machine waits for all of them")
        leaves = branches[0].cycle
        for key, made in self.issued.items():
            if made.operator == "store" and key.cycle + self.contexts <= leaves:
                raise InputError(
                    f"'{key.value}' does not wait for the branch of the iteration before"
                )
        turn = (-1 - leaves) % self.contexts
        first = min(key.cycle for key in self.issued) + turn
        turn -= first - first % self.contexts
        sources = {
            key: [self._source(made, operand, key) for operand in made.operands]
            for key, made in self.issued.items()
        }
        work = {key: self._work(key, made, sources[key], turn) for key, made in self.issued.items()}
        return Placed(
            self.rows, self.columns, self.contexts, tuple(work.values()), work[branches[0]]
        )

    def _stretches(self) -> dict[tuple[str, str], list[Kept]]:
        """Return the values in register files, by file and value."""
        found: dict[tuple[str, str], list[Kept]] = {}
        for held in sorted(self.held, key=lambda h: h.cycle):
            if held.component.startswith("pe"):
                continue
            runs = found.setdefault((held.component, held.value), [])
            if runs and runs[-1].last == held.cycle - 1:
                runs[-1] = replace(runs[-1], last=held.cycle)
            else:
                runs.append(Kept(held.value, held.component, held.cycle - 1, held.cycle))
        return found

    def _coloured(self) -> dict[Kept, str]:
        """Return a register for each kept value. Raises `ShortageError`."""
        chosen: dict[Kept, str] = {}
        for component in self.arch.components:
            kept = [k for (file, _), runs in self.kept.items() for k in runs
                    if file == component.name]  # fmt: skip
            long = [each for each in kept if each.length > self.contexts]
            if long:
                raise ShortageError(
                    f"'{long[0].value}' is in {component.name} for {long[0].length} steps, and its"
                    f" register is written again after {self.contexts}",
                    holds=long[0].holds,
                )
            arcs = [Arc(each.written % self.contexts, each.length) for each in kept]
            found = colours(arcs, self.contexts, len(REGISTERS))
            if found is None:
                values = ", ".join(sorted({each.value for each in kept}))
                raise ShortageError(
                    f"{component.name} has {len(REGISTERS)} registers, too few for {values} from"
                    " the step that writes them on",
                    holds=tuple(held for each in kept for held in each.holds),
                )
            chosen |= {k: REGISTERS[n] for k, n in zip(kept, found, strict=True)}
        return chosen

    def _work(self, key: Held, made: Operation, sources: list[str], turn: int) -> Work:
        """Return the work of an element for an operation, or for a value that it moves."""
        value, element, cycle = key.value, key.component, key.cycle
        target, kept = "ROUT", 1
        for (_, name), runs in self.kept.items():
            for run in runs:
                own = _place(run.file) == _place(element)
                if own and name == value and run.written == cycle:
                    target, kept = self.register[run], run.length
        word = CELLS[made.operator]
        if made.operator == "mov":
            sources.append("ZERO")
        if made.operator == "store":
            cell = f"{word} {sources[1]}, {sources[0]}"
        elif made.operator in BRANCHES:
            cell = f"{word} {sources[0]}, {sources[1]}"
        else:
            cell = f"{word} {', '.join([target, *sources])}"
        if made.operator in ("bsfa", "bzfa") and sources[2] not in NEIGHBOURS:
            raise InputError(
                f"'{value}' reads a flag in cycle {cycle} that is not in a neighbour's output:"
                " without --mapping, the search avoids such mappings; --masks needs no flags"
            )
        given = next((one.numbers for one in self.dfg.initial if one.value == value), ())
        most = self.read_later.get(key, 0)
        first = [int(n) for n in given if not isinstance(n, str)][:most]
        first += [0] * (most - len(first))
        for number in first:
            _require_short(number, f"what '{value}' begins with")
        return Work(
            value, _place(element), cycle + turn, cell, f"SADD {target}, ZERO", tuple(first), kept
        )

    def _source(self, made: Operation, operand: Operand, reader: Held) -> str:
        """Return the word of an operand for an element, and note the distance of the read."""
        constants = self.dfg.constant_by_name
        if operand.value in constants:
            number = int(constants[operand.value])
            _require_short(number, f"the number {operand.value} of '{made.name}'")
            return str(number) if number else "ZERO"
        element, cycle = reader.component, reader.cycle + operand.distance * self.contexts
        if Held(operand.value, element, cycle - 1) in self.held:
            self._note(operand, element, cycle - 1)
            return "ROUT"
        for path in sorted(self.into[element], key=lambda p: p.sources[0].startswith("rf")):
            source = path.sources[0]
            if Transfer(operand.value, path.name, cycle) not in self.moved:
                continue
            if source.startswith("pe"):
                self._note(operand, source, cycle - 1)
                return self._direction(element, source)
            for run in self.kept.get((source, operand.value), ()):
                if run.written < cycle <= run.last + 1:
                    self._note(operand, element, run.written)
                    return self.register[run]
        raise InputError(f"'{made.name}' does not find '{operand.value}' in cycle {cycle}")

    def _note(self, operand: Operand, element: str, cycle: int) -> None:
        made = Held(operand.value, element, cycle)
        self.read_later[made] = max(operand.distance, self.read_later.get(made, 0))

    def _direction(self, element: str, source: str) -> str:
        row, column = _place(element)
        for word, (down, right) in NEIGHBOURS.items():
            if _place(source) == ((row + down) % self.rows, (column + right) % self.columns):
                return word
        raise InputError(f"{source} is no neighbour of {element} on the torus")


def shape(arch: Architecture) -> tuple[int, int]:
    """Return the rows and columns of an array. Raises `InputError` for another machine."""
    places = []
    for component in arch.components:
        found = _PLACE.fullmatch(component.name)
        if found is None:
            raise InputError(
                f"'{component.name}' is no part of the machine: the array is satmapit:RxC"
            )
        if found[1] == "pe" and not component.transient:
            raise InputError(
                f"'{component.name}' keeps its output, which stores and branches destroy: take the"
                " array without waits=yes"
            )
        places.append(_place(component.name))
    for path in arch.paths:
        if path.latency or len(path.sources) > 1 or len(path.targets) > 1:
            raise InputError(f"'{path.name}' is no link of the machine: the array is satmapit:RxC")
    return 1 + max(row for row, _ in places), 1 + max(column for _, column in places)


def _place(component: str) -> Place:
    _, row, column = component.split("_")
    return int(row), int(column)


def _require_short(number: int, what: str) -> None:
    if number not in SIGNED_13:
        low, high = SIGNED_13[0], SIGNED_13[-1]
        raise InputError(f"{what} is {number}; an instruction has numbers from {low} to {high}")
