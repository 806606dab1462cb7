"""What every heuristic returns: a mapping without unused parts, whose values have addresses."""

from __future__ import annotations

from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.registers import Registers, allocate


def finished(problem: Problem, mapping: Mapping) -> Mapping | None:
    """Return a legal mapping without unused parts; None where its values have no addresses."""
    found = prune_unused(problem, mapping)
    return None if short_files(problem, found) else found


def short_files(problem: Problem, mapping: Mapping) -> list[str]:
    """Return the components in which the values of a mapping have no addresses; all of them if a
    choice is undecided, or no kernel suits all.

    Routes keep no value for too long, so these are nearly full, and seldom.
    """
    if problem.files is None:
        return []
    try:
        chosen = allocate(problem, mapping, problem.files)
    except InputError:
        chosen = ()
    if isinstance(chosen, Registers):
        return []
    found = [shortage.component for shortage in chosen if shortage.component]
    return found or [part.name for part in problem.arch.components]
