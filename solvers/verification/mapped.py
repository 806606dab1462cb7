"""Checking the mapping of a claim: legal by the checker, and right by the simulator."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.data.mapping import Mapping
from models.data.pins import Pin
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.text import n_cycles
from solvers.verification.directory import Clock, RejectedError
from solvers.verification.extent import MOST_EXECUTED, require_extent
from solvers.verification.pins import check_pinned

SEEDS = (1, 2)


def check_mapping(
    problem: Problem,
    mapping: Mapping,
    name: str,
    clock: Clock,
    report: Callable[[str], None],
    pins: Sequence[Pin] = (),
) -> None:
    """Raise `RejectedError` unless the mapping of file `name` is one, obeys `pins`, and computes
    the DFG.
    """
    iterations = enough_iterations(mapping) + problem.dfg.max_distance
    each = mapping.horizon + (mapping.contexts or 0) + len(problem.dfg.values)
    require_extent("iterations times cycles and values", iterations * each, MOST_EXECUTED)
    violations = check(problem, mapping)
    if violations:
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        raise RejectedError(f"{name}: {violations[0]}{more}")
    check_pinned(problem, mapping, pins, name)
    report(f"mapping: legal, {len(mapping.issues)} operations, {n_cycles(mapping.horizon)}")
    clock.check()
    for seed in SEEDS:
        outcome = simulate(problem, mapping, iterations=iterations, seed=seed)
        if not outcome.ok:
            raise RejectedError(f"{name}: simulation: {outcome.first_difference}")
        clock.check()
    report(f"simulation: {iterations} iterations agree, {len(SEEDS)} times")
