"""Energy by events, for comparing candidates on one array.

The numbers are those of 45 nm, in picojoules per 32 bits: arithmetic and a buffer of 8 KB by
Horowitz (Computing's energy problem, ISSCC 2014), off-chip memory by Han et al. (EIE, ISCA 2016).
The 1 pJ per cycle of a processing element for clock, configuration and routing, active or idle, is
an assumption. Only ratios between candidates are meaningful.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from programs.dataflow import Kernel
from programs.dataflow.kernel import Memory
from programs.dataflow.opcodes import Work


def _arithmetic() -> dict[tuple[str, str], float]:
    return {
        ("int", "+"): 0.1,
        ("int", "*"): 3.1,
        ("int", "/"): 3.1,
        ("float", "+"): 0.9,
        ("float", "*"): 3.7,
        ("float", "/"): 3.7,
    }


@dataclass(frozen=True)
class EnergyTable:
    """Picojoules per event: per operation, access, word off the array, context, and PE and cycle.

    `arithmetic` is by kind of number and operator; a missing entry costs as an integer addition.
    """

    arithmetic: Mapping[tuple[str, str], float] = field(default_factory=_arithmetic)
    buffer_word: float = 5.0
    outside_word: float = 640.0
    context_word: float = 5.0
    element_cycle: float = 1.0

    def iteration(self, kernel: Kernel) -> float:
        """Return the picojoules of an iteration: operations and buffer accesses."""
        total = 0.0
        for action in kernel.actions.values():
            if isinstance(action, Memory):
                total += self.buffer_word
            elif isinstance(action, Work):
                operator = "+" if action.word == "-" else action.word
                least = self.arithmetic["int", "+"]
                total += self.arithmetic.get((action.type.kind, operator), least)
            else:
                total += self.arithmetic["int", "+"]
        return total

    def outside(self, volume: int) -> float:
        """Return the picojoules of `volume` bytes that cross the border of the array."""
        return self.outside_word * volume / 4

    def running(self, cycles: int, elements: int) -> float:
        """Return the picojoules of `elements` processing elements in `cycles` cycles."""
        return self.element_cycle * cycles * elements

    def contexts(self, volume: int) -> float:
        """Return the picojoules of loading `volume` bytes of contexts, on the array and off it."""
        return (self.context_word + self.outside_word) * volume / 4


DEFAULT_ENERGY = EnergyTable()
