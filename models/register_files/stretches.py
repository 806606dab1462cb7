"""Stretches: the runs of cycles in which components keep values.

Times are cycles of one iteration; the next iteration begins `interval` cycles later. The phase of a
cycle is its remainder modulo the II. A value that is held at the end of cycle k takes a register
from the end of cycle k until the end of cycle k + 1.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.register_files.files import is_memory


class Stretch(msgspec.Struct, frozen=True, order=True):
    """`component` keeps `value` at the ends of the cycles `first` to `last`, and then not."""

    component: str
    value: str
    first: int
    last: int

    @property
    def length(self) -> int:
        """Number of cycles for which a register is taken."""
        return self.last - self.first + 1


def stretches(problem: Problem, mapping: Mapping) -> dict[str, list[Stretch]]:
    """Return the stretches of every component that holds values in registers, in order.

    A transient component takes a new register in every cycle.
    """
    cycles: dict[tuple[str, str], set[int]] = defaultdict(set)
    for held in mapping.holds:
        cycles[held.component, held.value].add(held.cycle)
    found: dict[str, list[Stretch]] = {}
    for component in problem.arch.components:
        if is_memory(problem.arch, component):
            continue
        kept = [
            Stretch(component.name, value, first, last)
            for (name, value), there in cycles.items()
            if name == component.name
            for first, last in _runs(sorted(there), component.transient)
        ]
        if kept:
            found[component.name] = sorted(kept, key=lambda s: (s.first, s.last, s.value))
    return found


def _runs(cycles: list[int], single: bool) -> list[tuple[int, int]]:
    """Return the first and last of the cycles that follow one another."""
    runs: list[tuple[int, int]] = []
    for cycle in cycles:
        if runs and runs[-1][1] == cycle - 1 and not single:
            runs[-1] = (runs[-1][0], cycle)
        else:
            runs.append((cycle, cycle))
    return runs


def live(kept: list[Stretch], interval: int) -> list[int]:
    """Return the number of registers taken at the end of every phase."""
    counts = [0] * interval
    for stretch in kept:
        for cycle in range(stretch.first, stretch.last + 1):
            counts[cycle % interval] += 1
    return counts
