"""Registers for all values that the mapping of a claim keeps, in files of the kind that
it names.
"""

from __future__ import annotations

from collections.abc import Callable

from models.data.mapping import Mapping
from models.data.problem import Problem, counted_contexts
from models.register_files.files import Kind, files_shown
from models.register_files.registers import Registers, allocate
from models.register_files.registers_check import registers_faults
from shell.guests import guests
from solvers.verification.directory import Clock, RejectedError


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
    """Raise `RejectedError` unless all values that a legal mapping keeps have a register in such
    files.

    A guest that can execute the mapping as hardware does so, and must get the graph's numbers.
    """
    made, shown = registers_of(problem, mapping, kind), files_shown(problem.arch, kind)
    contexts = counted_contexts(made.contexts)
    report(f"register files: {shown}, all that is kept has a register, {contexts}")
    clock.check()
    for guest in guests():
        if guest.execute is not None:
            guest.execute()(problem, mapping, kind, clock, report)
