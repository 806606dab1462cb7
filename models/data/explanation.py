"""Why there is no mapping: limits that cannot all hold, as data and in words."""

from __future__ import annotations

from dataclasses import dataclass

from models.text import n_cycles

Limit = tuple[str, str]
"""The family of a limit, and the object that has it."""


@dataclass(frozen=True)
class Explanation:
    """Limits that cannot all hold: (family, object) → cycles; `minimal` if no one can go."""

    horizon: int
    limits: dict[Limit, tuple[int, ...]]
    minimal: bool
    interval: int | None = None
    """The II; None without pipelining."""

    def lines(self) -> list[str]:
        """One line per limit, such as `issue slots of pe1, cycles 2-5`."""
        if not self.limits:
            return [NO_LIMIT]
        noun = "cycles" if self.interval is None else "contexts"
        return [
            f"{_NAMES.get(family, family)} {name}"
            + (f", {noun} {_ranges(cycles)}" if cycles else "")
            for (family, name), cycles in sorted(self.limits.items())
        ]


NO_LIMIT = (
    "no resource limit is involved: dependences, latencies, travel times and the"
    " horizon forbid it by themselves"
)

_NAMES = {
    "8 registers": "registers of",
    "9 width": "width of path",
    "10 issue": "issue slots of",
    "read ports": "read ports of",
    "write ports": "write ports of",
    "1 choice": "choice of initial contents of",
    "once": "executing only once:",
    "order": "the order",
    "pins": "the pin of operation",
    "constraint": "the constraint",
}


def words(explanation: Explanation) -> list[str]:
    """Return the explanation in lines for the user."""
    beginning, lines = f"with {n_cycles(explanation.horizon)}", explanation.lines()
    if explanation.interval is not None:
        cycles = f" {beginning}" if explanation.horizon else ""
        beginning = f"II {explanation.interval}{cycles}"
        if not explanation.limits:
            return [f"II {explanation.interval}: no limit of the array is involved"]
    if not explanation.limits:
        return [f"{beginning}, {lines[0]}"]
    how = "a minimal set" if explanation.minimal else "a set, not shown to be minimal,"
    return [f"{beginning}, {how} of limits that cannot all hold:", *(f"  {x}" for x in lines)]


def recorded(explanation: Explanation) -> dict[str, object]:
    """Return the explanation as data."""
    found: dict[str, object] = {
        "horizon": explanation.horizon,
        "minimal": explanation.minimal,
        "limits": explanation.lines(),
    }
    return found if explanation.interval is None else {"ii": explanation.interval, **found}


def _ranges(cycles: tuple[int, ...]) -> str:
    parts: list[list[int]] = []
    for cycle in sorted(cycles):
        if parts and cycle == parts[-1][1] + 1:
            parts[-1][1] = cycle
        else:
            parts.append([cycle, cycle])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
