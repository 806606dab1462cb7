"""The smallest interval of a loop whose mapping a machine can execute as it is.

What a machine cannot do of a legal mapping, its placement says as sets of what is not held
together; solvers are told so, and asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import msgspec

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from shell.budget import Budget
from solvers.search.addressed_race import race
from solvers.search.bounds import Arithmetic
from solvers.search.solver_options import SolverOptions

CONFLICTS = 10_000
"""Of solvers, after which a larger interval is tried."""

MORE = 16
"""Intervals that are tried from the first one on that arithmetic leaves."""

Work = TypeVar("Work")
Sets = tuple[tuple[Held, ...], ...]


class ShortageError(InputError):
    """What a machine cannot do: `holds` is not held together, nor any set of `also`."""

    def __init__(
        self, what: str, where: str = "", holds: tuple[Held, ...] = (), also: Sets = ()
    ) -> None:
        super().__init__(what, where)
        self.holds, self.also = holds, also


@dataclass(frozen=True)
class Found(Generic[Work]):
    """A mapping, its work on the machine, and the interval that none is below, as far as known."""

    mapping: Mapping
    placed: Work
    bound: int


@dataclass(frozen=True)
class Machine(Generic[Work]):
    """How mappings are placed, and what is never held together before a last cycle."""

    place: Callable[[Problem, Mapping], Work]
    avoided: Callable[[Problem, int], Iterator[tuple[Held, ...]]]


def find(
    machine: Machine[Work], dfg: Dfg, arch: Architecture, options: SolverOptions, budget: Budget
) -> Found[Work] | None:
    """Return a mapping of the smallest interval that is found; None where the time is up.

    Raises `InputError` if no mapping is found in any of the IIs that are tried.
    """
    bound = first = _first(Problem(dfg, arch, 1))
    for contexts in range(first, first + MORE):
        problem = Problem(dfg, arch, contexts)
        try:
            begin, _ = Arithmetic(problem).first_horizon()
        except InfeasibleError:
            continue
        # Short schedules overlap less, and make short programs.
        for slack in (contexts, 2 * contexts + 2):
            found = _within(machine, problem, (begin, begin + slack), options, budget)
            if found is not None:
                return Found(*found, bound)
        if budget.over():
            return None
    # Each II was given up after a number of conflicts, so none of them is refuted.
    raise InputError(
        f"no mapping of '{dfg.name}' on '{arch.name}' is found"
        f" with up to {first + MORE - 1} contexts,"
        " which does not show that there is none; take a larger array"
    )


def _within(
    machine: Machine[Work],
    problem: Problem,
    span: tuple[int, int],
    options: SolverOptions,
    budget: Budget,
) -> tuple[Mapping, Work] | None:
    """Return a mapping with at most so many cycles, and its work; None if none is found."""
    contexts = problem.contexts or 1
    last = span[1] + (problem.dfg.max_distance + 1) * contexts
    avoided = tuple(machine.avoided(problem, last))
    while True:
        tried = replace(options, avoided=avoided)
        verdict = race(problem, span, tried, budget, conflicts=CONFLICTS)
        if verdict.mapping is None:
            return None
        try:
            return verdict.mapping, machine.place(problem, verdict.mapping)
        except ShortageError as shortage:
            if shortage.holds in avoided:
                return None  # it would come again
            avoided = (*avoided, shortage.holds, *shortage.also)


def _first(problem: Problem) -> int:
    """Return the first interval that arithmetic leaves. Raises `InputError` for none."""
    for contexts in range(1, len(problem.dfg.operations) + 1):
        changed: Problem = msgspec.structs.replace(problem, contexts=contexts)
        try:
            Arithmetic(changed).first_horizon()
        except InfeasibleError:
            continue
        return contexts
    raise InputError(f"no interval of '{problem.dfg.name}' fits '{problem.arch.name}'")


def too_long(problem: Problem, last: int, lengths: dict[str, int]) -> Iterator[tuple[Held, ...]]:
    """Yield values that registers have for too long: as many cycles as there are contexts, or as
    `lengths` says of a value.
    """
    for component in problem.arch.components:
        if component.name.startswith("pe"):
            continue
        for value in problem.dfg.values:
            length = lengths.get(value, problem.contexts or 1)
            for start in range(last):
                cycles = range(start, start + length)
                yield tuple(Held(value, component.name, cycle) for cycle in cycles)
