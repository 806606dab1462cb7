"""Verifies a claimed mapping in hardware: simulates its words and compares with the graph."""

from __future__ import annotations

from collections.abc import Callable

from hardware.model.realise import Form, difference, realised
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.errors import InputError
from solvers.verification.directory import MOST_PARTS, Clock, RejectedError

SEEDS, WIDTH = (1, 2), 64


def execute(
    problem: Problem, mapping: Mapping, kind: Kind, clock: Clock, report: Callable[[str], None]
) -> None:
    """Execute the words of a mapping in register files of a kind, if it has hardware.

    Raises `RejectedError` unless they compute the graph.
    """
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
    equal = f"{words.iterations} iterations of {words.word} equal the DFG"
    report(f"words: {equal}, for {len(SEEDS)} sets of inputs")
