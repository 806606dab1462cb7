"""The expected outcome of a run of a mapping: random inputs, and the values of the graph.

A graph may leave two accesses to one address unordered, although arrays lie apart. Then any order
is correct, and the expected outcome follows the order of the mapping, as hardware does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.model.reference import Loop, UnorderedError, reference
from hardware.model.stimulus import Outcome, Same, Stimulus, random_stimulus
from hardware.model.words import Words
from models.data.dfg import Dfg

Begins = Mapping[str, int]
"""The cycle, within its iteration, in which a mapping begins each load and store."""


class Expected(NamedTuple):
    """The inputs and the outcome of a run, and its unordered conflicting accesses, if any."""

    given: Stimulus
    due: Outcome
    unordered: str = ""


def expected_run(dfg: Dfg, words: Words, seed: int = 0, begins: Begins | None = None) -> Expected:
    """Return random inputs of a run of words, and its outcome.

    If the outcome is not unique, inputs that are part of addresses become the same in all
    iterations. If it is still not unique, accesses are ordered by the cycles in which they begin.
    Raises `UnorderedError` if these cycles are unknown, and for two stores to one address in one
    cycle.
    """
    held: tuple[Same, ...] = ("bases", "addresses")
    for same in held:
        given = random_stimulus(dfg, words.word, words.iterations, words.address_bits, seed, same)
        try:
            return Expected(given, reference(dfg, words.word, words.iterations, given))
        except UnorderedError as error:
            refused = error
    if begins is None:
        raise refused
    work = _InTurn(dfg, words, given, begins)
    return Expected(given, work.run(), refused.what)


class _InTurn(Loop):
    """A loop whose accesses are ordered by the cycles in which they begin."""

    def __init__(self, dfg: Dfg, words: Words, given: Stimulus, begins: Begins) -> None:
        super().__init__(dfg, words.word, given)
        self.iterations, self.interval, self.begins = words.iterations, words.interval, begins
        self.last: dict[int, int] = {}  # the cycle of the last store, by address

    def run(self) -> Outcome:
        """Execute all accesses in order, and other operations on demand or at the end."""
        for n in range(self.iterations):
            self.rows.append({name: self.given.inputs[name][n] for name in self.dfg.inputs})
        # Loads of a cycle read memory before the stores of this cycle.
        turns = sorted(
            (n * self.interval + begin, self.units[name].access == "store", n, name)
            for name, begin in self.begins.items()
            for n in range(self.iterations)
        )
        for _, _, n, name in turns:
            self.settle(name, n)
        for n in range(self.iterations):
            for name in self.dfg.schedule_order:
                self.settle(name, n)
        return self.outcome()

    def settle(self, name: str, iteration: int) -> None:
        """Execute an operation after its operands."""
        waiting = [(name, iteration)]
        while waiting:
            name, iteration = waiting[-1]
            missing = [
                (operand.value, iteration - operand.distance)
                for operand in self.dfg.operation_by_name[name].operands
                if operand.value in self.units
                and iteration >= operand.distance
                and operand.value not in self.rows[iteration - operand.distance]
            ]
            waiting += missing
            if not missing:
                waiting.pop()
                if name not in self.rows[iteration]:
                    self.perform(name, iteration)

    def meet(self, name: str, iteration: int, store: bool, address: int) -> None:
        """Raise `UnorderedError` for two stores to one address in one cycle."""
        if not store:
            return
        now = iteration * self.interval + self.begins[name]
        if self.last.get(address) == now:
            raise UnorderedError(
                f"'{name}' of iteration {iteration} and another store are in cycle {now}, both to"
                f" address {address}; the graph needs an order edge between them"
            )
        self.last[address] = now
