"""The smallest interval of a loop whose mapping the machine can execute as it is.

A register is taken from the step that writes it on, for a step longer than in the model, and a flag
is read from a neighbour's output. Solvers are told so as sets of what is not held together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from ecosystems.openedge.placed import Placed, ShortageError, placed
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


@dataclass(frozen=True)
class Found:
    """A mapping, its work on the machine, and the interval that none is below, as far as known."""

    mapping: Mapping
    placed: Placed
    bound: int


def find(dfg: Dfg, arch: Architecture, options: SolverOptions, budget: Budget) -> Found | None:
    """Return a mapping of the smallest interval that is found; None where the time is up.

    Raises `InputError` where no interval has a mapping.
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
            found = _within(problem, (begin, begin + slack), options, budget)
            if found is not None:
                return Found(*found, bound)
        if budget.over():
            return None
    raise InputError(f"no mapping of '{dfg.name}' on '{arch.name}' in {first + MORE - 1} contexts")


def _within(
    problem: Problem, span: tuple[int, int], options: SolverOptions, budget: Budget
) -> tuple[Mapping, Placed] | None:
    """Return a mapping with at most so many cycles, and its work; None if none is found."""
    contexts = problem.contexts or 1
    avoided = tuple(_avoided(problem, span[1] + (problem.dfg.max_distance + 1) * contexts))
    while True:
        tried = replace(options, avoided=avoided)
        verdict = race(problem, span, tried, budget, conflicts=CONFLICTS)
        if verdict.mapping is None:
            return None
        try:
            return verdict.mapping, placed(problem, verdict.mapping)
        except ShortageError as shortage:
            if shortage.holds in avoided:
                return None  # it would come again
            avoided = (*avoided, shortage.holds)


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


def _avoided(problem: Problem, last: int) -> Iterator[tuple[Held, ...]]:
    """Yield what is not held together before a `last` cycle.

    That is a value for too long in a register, a flag in a register, and a flag in the own output,
    which the simulator reads in another way than the machine.
    """
    contexts = problem.contexts or 1
    flags = [
        (operation.operands[2].value, operation.name)
        for operation in problem.dfg.operations
        if operation.operator in ("bsfa", "bzfa")
    ]
    for component in problem.arch.components:
        name = component.name
        if name.startswith("pe"):
            for flag, reader in flags:
                for cycle in range(last):
                    yield Held(flag, name, cycle), Held(reader, name, cycle + 1)
            continue
        for value in problem.dfg.values:
            length = 1 if any(value == flag for flag, _ in flags) else contexts
            for start in range(last):
                cycles = range(start, start + length)
                yield tuple(Held(value, name, cycle) for cycle in cycles)
