"""Executing the mapping of a claim on registers: its configuration words against the graph."""

from __future__ import annotations

from collections.abc import Callable

from hardware.model.realise import Form, difference, realised
from models.data.mapping import Mapping
from models.data.problem import Problem, counted_contexts
from models.errors import InputError
from models.register_files.files import Kind, files_shown
from models.register_files.registers import Registers, allocate
from models.register_files.registers_check import registers_faults
from solvers.verification.directory import Clock, RejectedError
from solvers.verification.extent import MOST_PARTS

SEEDS, WIDTH = (1, 2), 64


def registers_of(problem: Problem, mapping: Mapping, kind: Kind) -> Registers:
    """Return checked registers, in files of a kind, for all values that a legal mapping keeps.

    Raises `RejectedError` if there are none.
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

    Where the mapping has hardware, its words are executed, and must compute the graph.
    """
    made, shown = registers_of(problem, mapping, kind), files_shown(problem.arch, kind)
    contexts = counted_contexts(made.contexts)
    report(f"register files: {shown}, all that is kept has a register, {contexts}")
    clock.check()
    sizes = [part.issue + (part.capacity or 0) for part in problem.arch.components]
    sizes += [path.width or 0 for path in problem.arch.paths]
    if sum(sizes) > MOST_PARTS:
        report(f"words: not executed, more than {MOST_PARTS:,} slots, registers and lanes")
        return
    try:
        hardware = realised(problem, mapping, Form(kind, WIDTH))
        clock.check()
        run = problem.dfg, hardware.machine, hardware.words
        found = [difference(*run, seed, hardware.begins) for seed in SEEDS]
    except InputError as reason:
        report(f"words: not executed, for want of hardware: {reason}")
        return
    for wrong in filter(None, found):
        raise RejectedError(f"words: they do not compute the graph: {wrong}")
    words = hardware.words
    report(f"words: {words.iterations} iterations of {words.word} agree, {len(SEEDS)} times")
