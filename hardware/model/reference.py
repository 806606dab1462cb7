"""The values that a loop computes at a width, with a memory: the reference for a machine.

Iterations run one after the other, each in an order that the graph allows. Loads and stores use one
memory of words. A graph has order edges between loads and stores. If two unordered accesses
conflict at an address, the loop has no unique outcome, and is rejected.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from heapq import heappop, heappush

from msgspec.structs import replace

from hardware.model.float_values import float_values, floats_read
from hardware.model.floats import BITS, numbers_of
from hardware.model.shapes import MERGE, shape_of
from hardware.model.stimulus import Outcome, Stimulus
from hardware.model.units import BINARY, MOVES, as_word, at_width, types_of, unit_of
from models.data.dfg import Dfg, Operator
from models.errors import InputError
from models.semantics.operators import apply, initial_numbers, instruction_of
from models.semantics.typed import wrapped


class UnorderedError(InputError):
    """Two conflicting accesses are not ordered by the graph."""


def reference(dfg: Dfg, word: str, iterations: int, given: Stimulus) -> Outcome:
    """Return the outcome of the loop after some iterations. Raises `InputError`."""
    work = Loop(dfg, word, given)
    for iteration in range(iterations):
        work.step(iteration)
    return work.outcome()


class Loop:
    """The values of a loop so far, and its stores."""

    def __init__(self, dfg: Dfg, word: str, given: Stimulus) -> None:
        self.word, self.given = word, given
        self.dfg = at_width(dfg, word)
        self.units = {o.name: unit_of(dfg, o.operator, word) for o in dfg.operations}
        self.kinds = {o.name: floats_read(self.dfg, o.operator) for o in dfg.operations}
        self.before = initial_numbers(_begun(dfg, word), given.inputs)
        self.rows: list[dict[str, int]] = []
        self.stored: dict[int, int] = {}
        self.loaded: set[int] = set()
        # The last iteration suffices: waiting for it implies waiting for earlier ones.
        self.met: dict[int, dict[tuple[str, bool], int]] = defaultdict(dict)
        self.after = _Order(dfg)

    def step(self, iteration: int) -> None:
        """Execute one iteration."""
        self.rows.append({name: self.given.inputs[name][iteration] for name in self.dfg.inputs})
        for name in self.dfg.schedule_order:
            self.perform(name, iteration)

    def perform(self, name: str, iteration: int) -> None:
        """Execute one operation."""
        row, unit = self.rows[iteration], self.units[name]
        operation = self.dfg.operation_by_name[name]
        numbers = [
            self.read(operand.value, iteration - operand.distance, kind)
            for operand, kind in zip(operation.operands, self.kinds[name], strict=True)
        ]
        if unit.access in ("load", "store"):
            if unit.happens(numbers):
                plain = numbers[1:] if unit.predicate else numbers
                row[name] = self.access(name, iteration, unit.access == "store", plain)
            else:
                row[name] = 0
        elif unit.access == "input":
            happens = unit.happens(numbers)
            row[name] = self.given.inputs[name][iteration] if happens else 0
        elif unit.access == "output":
            row[name] = numbers[-1] if unit.happens(numbers) else 0
        else:
            operator = self.dfg.operator_by_name[operation.operator]
            row[name] = self.applied(operator, numbers, name)

    def applied(self, operator: Operator, words: Sequence[int], name: str) -> int:
        """Return the result word of an operator."""
        plain, condition, one, chooses = shape_of(operator, BINARY)
        if chooses:
            return words[1] if bool(words[0]) == (condition == "if") else words[2]
        if condition:
            if bool(words[0]) != (condition == "if"):
                return 0
            words = words[1:]
        if plain.name == MERGE:
            return words[0] or words[1]
        words = [*words, 0] if one else words
        operator, opcode = plain, instruction_of(plain.name, plain.arity)
        if opcode == "bitcast":
            own = str(operator.type)
            return wrapped(wrapped(words[0], f"u{BITS[own]}" if own in BITS else own), self.word)
        numbers = numbers_of(opcode, operator.of or operator.type or self.word, words)
        type_ = None if opcode in MOVES else operator.type
        return as_word(apply(operator, numbers, name), type_, self.word)

    def read(self, value: str, iteration: int, type_: str | None) -> int:
        """Return the word of an operand."""
        if value in self.dfg.constant_by_name:
            return as_word(self.dfg.constant_by_name[value], type_, self.word)
        if iteration < 0:
            return wrapped(self.before.get((value, iteration), 0), self.word)
        return self.rows[iteration][value]

    def access(self, name: str, iteration: int, store: bool, numbers: Sequence[int]) -> int:
        """Load or store a word, and return it."""
        memory = self.given.memory
        unit = self.units[name]
        address = memory.address(numbers[0] + (numbers[-1] if unit.adds else 0))
        self.meet(name, iteration, store, address)
        if store:
            kept = wrapped(wrapped(numbers[1], unit.truncates or self.word), self.word)
            self.stored[address] = kept
            return kept
        self.loaded.add(address)
        found = self.stored.get(address)
        if found is None:
            found = memory.at(address)
        _, own, _ = types_of(unit.expression[0], self.word)
        return wrapped(wrapped(found, own), self.word)

    def meet(self, name: str, iteration: int, store: bool, address: int) -> None:
        """Record an access. Raises `UnorderedError` if it conflicts with an unordered one."""
        memory = self.given.memory
        for (other, stored), then in self.met[address].items():
            if (store or stored) and not self.after.holds(other, name, iteration - then):
                narrow = memory.bits < int(self.word[1:])
                raise UnorderedError(
                    f"the graph does not order '{other}' of iteration {then} and '{name}' of"
                    f" iteration {iteration}, which meet at address {address}"
                    + "; more address bits may keep them apart" * narrow
                    + "; an order edge between them says which comes first" * (not narrow)
                )
        self.met[address][name, store] = iteration

    def outcome(self) -> Outcome:
        """Return the outcome after the last iteration."""
        given = [name for name, unit in self.units.items() if unit.access == "output"]
        outputs = {
            name: tuple(row[name] for row in self.rows) for name in (*self.dfg.results, *given)
        }
        return Outcome(outputs, self.stored, frozenset(self.loaded))


def _begun(dfg: Dfg, word: str) -> Dfg:
    """Return a graph whose float initial numbers are replaced by words."""
    floats = float_values(dfg)
    rows = (
        replace(
            row,
            numbers=tuple(
                n if isinstance(n, str) else as_word(n, floats[row.value], word)
                for n in row.numbers
            ),
        )
        if row.value in floats
        else row
        for row in dfg.initial
    )
    return replace(dfg, initial=tuple(rows))


class _Order:
    """The transitive order of operations, with the distance in iterations."""

    def __init__(self, dfg: Dfg) -> None:
        self.next: Dictionary[str, list[tuple[str, int]]] = {o.name: [] for o in dfg.operations}
        for operation in dfg.operations:
            for operand in operation.operands:
                if operand.value in self.next:
                    self.next[operand.value].append((operation.name, operand.distance))
        for edge in dfg.order:
            self.next[edge.before].append((edge.after, edge.distance))
        self.known: dict[str, dict[str, int]] = {}

    def holds(self, first: str, then: str, iterations: int) -> bool:
        """Return whether `then` waits for `first` of `iterations` earlier iterations.

        Instances of one operation are ordered, so a chain with a smaller distance suffices.
        """
        if first == then:
            return iterations > 0
        if first not in self.known:
            found: dict[str, int] = {}
            waiting = [(0, first)]
            while waiting:
                distance, name = heappop(waiting)
                if name not in found:
                    found[name] = distance
                    for other, more in self.next[name]:
                        heappush(waiting, (distance + more, other))
            self.known[first] = found
        return self.known[first].get(then, iterations + 1) <= iterations
