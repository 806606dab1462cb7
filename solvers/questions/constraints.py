"""Reading of a user's constraints from options."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from models.constraints.meaning import require_meaning
from models.data.constraints import Constraint, Implies, Pair, Sum, Time
from models.data.problem import Problem
from models.errors import InputError
from models.formats.constraints_file import load_constraints
from models.formats.json_text import convert
from solvers.questions.inputs import named

OWN = "constraints"
"""Stands for the file in messages where the constraints are objects."""


def read_constraints(source: object) -> tuple[Constraint, ...]:
    """Return the constraints of a file, or those of a list of objects or dicts; none of None.

    Raises `InputError`.
    """
    if source is None:
        return ()
    if isinstance(source, str):
        return load_constraints(source)
    if not isinstance(source, Iterable):
        raise InputError("expected a file, or a list of constraints", OWN)
    found = []
    for number, each in enumerate(source):
        if not isinstance(each, Sum | Pair | Implies | Time):
            each = convert(each, Constraint, f"{OWN}[{number}]")  # type: ignore[arg-type]
        found.append(each)
    return tuple(found)


def constrained(problem: Problem, source: object, *, fixed: bool) -> Problem:
    """Return a problem with constraints that have a meaning for it; `fixed` as `require_meaning`.

    Raises `InputError`.
    """
    found = read_constraints(source)
    if not found:
        return problem
    made: Problem = msgspec.structs.replace(problem, constraints=found)
    require_meaning(made, found, named(source) if isinstance(source, str) else OWN, fixed=fixed)
    return made
