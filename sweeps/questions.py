"""The questions that a sweep may ask: which command answers each, and where its answer stands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from models.errors import InputError
from shell.guests import Door, guests
from solvers.questions.kinds import GRAPHS, Kind, Numbers


def _min_cycles() -> Kind:
    from solvers.questions.min_cycles.options import MinCyclesOptions

    options = MinCyclesOptions
    return Kind("solvers.min_cycles", options, GRAPHS, "cycles", "lower_bound", certifies=True)


def _min_ii() -> Kind:
    from solvers.questions.min_ii.options import MinIiOptions

    return Kind("solvers.min_ii", MinIiOptions, GRAPHS, "ii", "lower_bound", certifies=True)


def _labels() -> Kind:
    from solvers.questions.teach_labels.options import TeachLabelsOptions

    arrays = ("architectures",)
    return Kind("solvers.teach_labels", TeachLabelsOptions, arrays, "samples", None, lines=True)


CORE: Mapping[str, Door[Kind]] = {
    "min_cycles": _min_cycles,
    "min_ii": _min_ii,
    "labels": _labels,
}


@cache
def kinds() -> Mapping[str, Kind]:
    """Return what may be asked, by name. Raises `InputError` for a guest that cannot be used."""
    found = {name: kind() for name, kind in CORE.items()}
    for guest in guests():
        for name, door in guest.sweeps.items():
            kind = door()
            if not isinstance(kind, Kind):
                raise InputError(f"'{name}' of the guest '{guest.name}' is no question of sweeps")
            found[name] = kind
    return found


def value_and_bound(question: str, answer: dict[str, Any]) -> Numbers:
    """Return what an answer is about (cycles, an interval) and what is proven; None: nothing."""
    kind = kinds()[question]
    if kind.numbers is not None:
        return kind.numbers(answer)
    if kind.lines:
        return len(answer["lines"]), None
    return answer.get(kind.value), None if kind.bound is None else answer.get(kind.bound)
