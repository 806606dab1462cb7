"""Checking the mapping of a claim: legal by the checker, right by the simulator, and with
registers for all that it keeps, in files of the kind that the claim names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.data.mapping import Mapping
from models.data.pins import Pin, Pins
from models.data.problem import Kind, Problem, counted_contexts
from models.judge.checker import check
from models.judge.checker_operations import pins_broken
from models.judge.simulator import enough_iterations, simulate
from models.register_files.files import files_shown
from models.register_files.registers import Registers, allocate
from models.register_files.registers_check import registers_faults
from models.text import n_cycles
from shell.guests import guests
from solvers.verification.directory import MOST_EXECUTED, Clock, RejectedError, require_extent

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
    pinned = Pins(tuple(pins))
    violations = check(problem, mapping) or pins_broken(problem, mapping, pinned)
    if violations:
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        raise RejectedError(f"{name}: {violations[0]}{more}")
    report(f"mapping: legal, {len(mapping.issues)} operations, {n_cycles(mapping.horizon)}")
    clock.check()
    for seed in SEEDS:
        outcome = simulate(problem, mapping, iterations=iterations, seed=seed)
        if not outcome.ok:
            raise RejectedError(f"{name}: simulation: {outcome.first_difference}")
        clock.check()
    report(f"simulation: {iterations} iterations equal the DFG, for {len(SEEDS)} sets of inputs")


def registers_of(problem: Problem, mapping: Mapping, kind: Kind) -> Registers:
    """Return checked registers, in files of a kind, for all values that a legal mapping keeps.

    Raises `RejectedError` if the values do not fit.
    """
    made, shown = allocate(problem, mapping, kind), files_shown(problem.arch, kind)
    if not isinstance(made, Registers):
        raise RejectedError(f"register files, {shown}: {made[0].reason}")
    for fault in registers_faults(problem, mapping, made):
        raise RejectedError(f"register files, {shown}: {fault}")
    return made


def check_registers(
    problem: Problem, mapping: Mapping, kind: Kind, clock: Clock, report: Callable[[str], None]
) -> None:
    """Raise `RejectedError` unless all that a legal mapping keeps has a register in such files.

    A guest that can execute the mapping as hardware does so, and must get the graph's numbers.
    """
    made, shown = registers_of(problem, mapping, kind), files_shown(problem.arch, kind)
    contexts = counted_contexts(made.contexts)
    report(f"register files: {shown}, all that is kept has a register, {contexts}")
    clock.check()
    for guest in guests():
        if guest.execute is not None:
            guest.execute()(problem, mapping, kind, clock, report)
