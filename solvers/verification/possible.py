"""Possible events for every number of cycles and contexts: by place, without time."""

from __future__ import annotations

from models.data.certificate import Never
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.travel import Spread, spread
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.ways import Way

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""


class Possible:
    """Possible components of operations: all that support them, then reduced until each operation
    finds its operands at every remaining place. No mapping has more.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        ways = [way for found in rules.ways.of.values() for way in found]
        self._able = {way.label: set(way.latencies) for way in ways}
        self._spread: dict[str, Spread] = {}
        for name in rules.inputs:
            starts = {c: 0 for c, held in rules.possible.items() if name in held}
            self._spread[name] = spread(rules, name, starts)
        for name in rules.ways.of:
            self._compute(name)
        changed = True
        while changed:
            changed = False
            for name, own in rules.ways.of.items():
                before = [len(self._able[way.label]) for way in own]
                for way in own:
                    able = self._able[way.label]
                    able -= {c for c in able if not self._meet(way, c)}
                if before != [len(self._able[way.label]) for way in own]:
                    changed = True
                    self._compute(name)

    def check_never(self, claim: Never) -> str:
        """Return a line for users; `RejectedError` unless no mapping can do the claimed work."""
        rules, name = self._rules, claim.value
        require_understood(rules.problem, UNDERSTANDS, "never")
        if name in rules.results and (
            rules.arch.external is None or rules.arch.external not in self._spread[name].held
        ):
            return f"never: result '{name}' cannot reach the external component"
        carriers = rules.carriers.get(name)
        if carriers is None:
            raise RejectedError(f"never: no mapping needs '{name}'")
        for way in carriers:
            for component in sorted(self.able(way)):
                raise RejectedError(f"never: '{name}' may be executed on {component}")
        return f"never: operation '{name}' can be executed nowhere"

    def able(self, way: Way) -> set[str]:
        """The components on which a way may be issued."""
        return self._able[way.label]

    def _compute(self, name: str) -> None:
        own = self._rules.ways.of[name]
        starts = {component: 0 for way in own for component in self._able[way.label]}
        self._spread[name] = spread(self._rules, name, starts)

    def _meet(self, way: Way, component: str) -> bool:
        """Whether all operands of a way can be read in a component."""
        ways = self._rules.ways
        waited = [ways.slots[number] for number in way.slots if number not in ways.free]
        for slot in waited:
            if not any(component in self._spread[value].read for value, _ in slot):
                return False
        return self._enter(component, {slot[0] for slot in waited if len(slot) == 1})

    def _enter(self, component: str, reads: set[tuple[str, int]]) -> bool:
        """Whether the inputs among `reads` that a component does not hold at first can enter it,
        and be present together.
        """
        rules = self._rules
        absent = {
            value
            for value, distance in reads
            if not distance and value in rules.inputs and value not in rules.possible[component]
        }
        if not absent:
            return True
        widths = [
            path.width
            for path in rules.paths_into[component]
            if any(path.name in self._spread[value].arriving for value in absent)
        ]
        ports = rules.components[component].write_ports
        return ports != 0 and rules.fits_at_once(component, len(absent), widths)
