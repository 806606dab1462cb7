"""Reading of a user's constraints from options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from models.data.constraints import Constraint, Implies, Minimize, Pair, Sum, Time
from models.data.problem import Problem
from models.errors import InputError
from models.formats.constraints_file import Constraints, load_constraints
from models.formats.json_text import convert
from solvers.questions.inputs import named

OWN = "constraints"
"""Stands for the file in messages where the constraints are objects."""


def read_constraints(source: object) -> Constraints:
    """Return the constraints and objectives of a file, or of a list of objects or dicts; none of
    None. Raises `InputError`.
    """
    if source is None:
        return Constraints()
    if isinstance(source, str):
        return load_constraints(source)
    if not isinstance(source, Iterable):
        raise InputError("expected a file, or a list of constraints", OWN)
    constraints: list[Constraint] = []
    objectives: list[Minimize] = []
    for number, given in enumerate(source):
        each: Any = given
        if not isinstance(each, Sum | Pair | Implies | Time | Minimize):
            either: Any = Constraint | Minimize
            each = convert(each, either, f"{OWN}[{number}]")
        (objectives if isinstance(each, Minimize) else constraints).append(each)
    return Constraints(tuple(constraints), tuple(objectives))


def constrained(
    problem: Problem, source: object, *, fixed: bool
) -> tuple[Problem, tuple[Minimize, ...]]:
    """Return a problem with constraints that have a meaning for it, and the objectives; `fixed` as
    for `require_meaning`. Raises `InputError`.
    """
    if source is None:
        return problem, ()
    from models.constraints.meaning import require_meaning  # few questions have any

    found, where = read_constraints(source), named(source) if isinstance(source, str) else OWN
    made: Problem = msgspec.structs.replace(problem, constraints=found.constraints)
    require_meaning(made, found.constraints, where, fixed=fixed)
    require_meaning(made, found.minimize, where, fixed=fixed, member="minimize")
    return made, found.minimize
