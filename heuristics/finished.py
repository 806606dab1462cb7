"""What every heuristic returns: a mapping without unused parts, whose values have addresses."""

from __future__ import annotations

from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.registers import Registers, allocate


def finished(problem: Problem, mapping: Mapping) -> Mapping | None:
    """Return a legal mapping without unused parts; None where its values have no addresses.

    Routes keep no value for too long, but seldom a file that is nearly full has too few registers.
    """
    found = prune_unused(problem, mapping)
    if problem.files is None:
        return found
    try:
        chosen = allocate(problem, found, problem.files)
    except InputError:
        return None
    return found if isinstance(chosen, Registers) else None
