"""The questions of sweeps: the command of each, and the place of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from models.errors import InputError
from shell.guests import Door, guests
from shell.options import Options
from solvers.questions.kinds import GRAPHS, Kind, Numbers
from xyzmap_packages import PREFIX


def _min_cycles() -> Kind:
    from solvers.questions.min_cycles.min_cycles_options import MinCyclesOptions

    module = f"{PREFIX}solvers.min_cycles"
    return Kind(module, MinCyclesOptions, GRAPHS, "cycles", "lower_bound", certifies=True)


def _min_ii() -> Kind:
    from solvers.questions.min_ii.min_ii_options import MinIiOptions

    module = f"{PREFIX}solvers.min_ii"
    return Kind(module, MinIiOptions, GRAPHS, "ii", "lower_bound", certifies=True)


def _decide() -> Kind:
    return Kind(f"{PREFIX}sweeps.compare.cell", Options, (), "cycles", None)


CORE: Mapping[str, Door[Kind]] = {
    "min_cycles": _min_cycles,
    "min_ii": _min_ii,
}
"""The questions of the core; guests have theirs in `shell.guests`."""
INTERNAL: Mapping[str, Door[Kind]] = {"decide": _decide}
"""Questions of comparisons, not for files of sweeps."""


@cache
def doors() -> Mapping[str, Door[object]]:
    """Return the questions of files of sweeps, by name; nothing is imported."""
    found: dict[str, Door[object]] = dict(CORE)
    for guest in guests():
        for name, door in guest.sweeps.items():
            found.setdefault(name, door)
    return found


@cache
def kind_of(name: str) -> Kind:
    """Return a question by its name. Raises `InputError` for a guest's object of another type."""
    kind = (INTERNAL.get(name) or doors()[name])()
    if not isinstance(kind, Kind):
        raise InputError(f"'{name}' of a guest is no question, but a {type(kind).__name__}")
    return kind


def value_and_bound(question: str, answer: dict[str, Any]) -> Numbers:
    """Return the value of an answer (cycles, an II) and its proven bound; None: unknown."""
    kind = kind_of(question)
    if kind.numbers is not None:
        return kind.numbers(answer)
    if kind.lines:
        return len(answer["lines"]), None
    return answer.get(kind.value), None if kind.bound is None else answer.get(kind.bound)
