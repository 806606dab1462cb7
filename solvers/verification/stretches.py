"""Stretches: no component keeps a value for more cycles on end than its register file can.

Where the question asks for addresses in files of a kind, a mapping whose values have none is not
meant. A reduced mapping keeps no more than the mapping, so that its stretches are no longer. What
is certainly held in cycle 0, listed or not, is added to it where a component has no limit only:
several iterations share every cycle (see `clauses`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from solvers.verification.rules import Item, Rules
from solvers.verification.stays import limited


class Stretches:
    """The longest stretch in each component; none has a limit where registers are only counted."""

    def __init__(self, rules: Rules) -> None:
        self._most = limited(rules)

    def exclude(self, items: Iterable[Item]) -> bool:
        """Whether no meant mapping has all of `items`: they hold a value for too long on end."""
        if not self._most:
            return False
        cycles: dict[tuple[str, str], set[int]] = defaultdict(set)
        for kind, name, place, _, cycle in items:
            if kind == "x" and place in self._most:
                cycles[name, place].add(cycle)
        for (_, place), held in cycles.items():
            run = 0
            for cycle in sorted(held):
                run = run + 1 if cycle - 1 in held else 1
                if run > self._most[place]:
                    return True
        return False
