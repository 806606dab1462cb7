"""Re-mapping: from a graph, an array and an old mapping to an answer."""

from __future__ import annotations

from collections.abc import Mapping as Inputs
from dataclasses import dataclass

from models.data.certificate import RegisterFiles
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.files import asked_files
from models.transform.pin_checks import require_possible
from remap.question.answer import Remapped
from remap.question.remap_options import RemapOptions
from remap.question.search import Remapping
from shell.budget import Budget
from shell.events import Observer, lines_to
from shell.options import MOST
from solvers.questions.ask import answer_of
from solvers.questions.inputs import named, read_graph_and_array, read_mapping
from solvers.questions.pins import read_pins
from solvers.tasks.mappings import require_sizes


@dataclass(frozen=True)
class Changed:
    """A problem with the contexts of the mapping before the change, and pins to keep."""

    problem: Problem
    old: Mapping
    pins: Pins
    files: RegisterFiles


def read(inputs: Inputs[str, object], options: RemapOptions) -> Changed:
    """Return the problem. Raises `InputError`."""
    dfg, arch = read_graph_and_array(inputs, options)
    old, called = read_mapping(inputs["old"]), named(inputs["old"])
    _require_numbers(old, called)
    pins, arch = read_pins(options, dfg, arch)
    try:
        problem = Problem(dfg, arch, old.contexts, recompute=options.recompute)
        require_possible(problem, pins)
        # Where nothing is pipelined, no value meets the next iteration's.
        files: RegisterFiles = "counted"
        if old.contexts is not None:
            files = asked_files(arch, options.register_files)
        if files != "counted":
            require_sizes(arch)
    except InputError as error:
        raise error.inside(f"{named(inputs['dfg'])} on {named(inputs['arch'])}") from None
    if not any(issue.operation in dfg.operation_by_name for issue in old.issues):
        raise InputError(
            f"a mapping of '{old.dfg}', no operation of which is in '{dfg.name}'", called
        )
    return Changed(problem, old, pins, files)


def solve(problem: Changed, options: RemapOptions, observer: Observer, budget: Budget) -> Remapped:
    """Return a mapping with as few moves as are found."""
    answer: Remapped = answer_of(
        Remapping(
            problem.problem,
            problem.old,
            options,
            problem.pins,
            lines_to(observer),
            problem.files,
            budget,
        )
    )
    return answer


def _require_numbers(old: Mapping, called: str) -> None:
    """Raise `InputError` for impossible numbers; names of the old mapping may be gone."""
    if not 1 <= old.horizon <= MOST:
        raise InputError(f"horizon {old.horizon} is not from 1 to {MOST}", called)
    if old.contexts is not None and not 1 <= old.contexts <= MOST:
        raise InputError(f"contexts {old.contexts} are not from 1 to {MOST}", called)
    cycles = [held.cycle for held in old.holds] + [sent.cycle for sent in old.transfers]
    for cycle in cycles + [issue.cycle for issue in old.issues]:
        if not 0 <= cycle < MOST:
            raise InputError(f"cycle {cycle} is not from 0 to {MOST - 1}", called)
