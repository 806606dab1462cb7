"""The questions that a sweep may ask: which command answers each, and where its answer stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from models.errors import InputError
from shell.guests import Door, guests
from shell.options import Options

Numbers = tuple[int | None, int | None]


@dataclass(frozen=True)
class Kind:
    """One command: `python -m module` answers, `inputs` are keys of the TOML.

    `value` and `bound` are members of its JSON, the bound that of what is proven about the value;
    `numbers` finds both where they are no members. One that `certifies` takes `--certificate`. One
    that `cuts` maps parts of its graphs, which load and store. One that makes `lines` takes
    `--out` instead of `--json`: training data, one sample a line; `first` and `always` are words of
    every job then.
    """

    module: str
    options: type[Options]
    inputs: tuple[str, ...]
    value: str
    bound: str | None
    numbers: Callable[[Mapping[str, Any]], Numbers] | None = None
    certifies: bool = False
    cuts: bool = False
    lines: bool = False
    first: tuple[str, ...] = ()
    always: tuple[str, ...] = ()


GRAPHS = ("dfgs", "architectures")


def _min_cycles() -> Kind:
    from solvers.questions.min_cycles.options import MinCyclesOptions

    options = MinCyclesOptions
    return Kind("solvers.min_cycles", options, GRAPHS, "cycles", "lower_bound", certifies=True)


def _min_ii() -> Kind:
    from solvers.questions.min_ii.options import MinIiOptions

    return Kind("solvers.min_ii", MinIiOptions, GRAPHS, "ii", "lower_bound", certifies=True)


def _decide() -> Kind:
    from solvers.questions.compare.options import CompareOptions

    return Kind("solvers.questions.compare.cell", CompareOptions, GRAPHS, "cycles", None)


CORE: Mapping[str, Door[Kind]] = {
    "min_cycles": _min_cycles,
    "min_ii": _min_ii,
    "decide": _decide,
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
