"""Decides one horizon with the exact model; what it finds has to convince all judges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from models.data.computation import Transform
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession

EVERY: tuple[Transform, ...] = get_args(Transform)


def under(problem: Problem, how: Transform) -> Problem:
    """The problem under another transformation."""
    return msgspec.structs.replace(problem, transform=how)


def solved(model: XyzModel) -> Mapping | None:
    """What a solver makes of a model, not judged yet."""
    session = SatSession(lower(model.constraints), "glucose4")
    outcome = session.solve()
    session.close()
    return decode(model, outcome.model) if outcome.satisfiable else None


def mapped(problem: Problem, horizon: int, **options: bool) -> Mapping | None:
    """A mapping with so many cycles, which checker and simulator like."""
    try:
        mapping = solved(build(problem, horizon, **options))
    except InfeasibleError:
        return None
    if mapping is not None:
        judge(problem, mapping)
    return mapping


def shortest(problem: Problem, most: int) -> Mapping | None:
    """A mapping with as few cycles as possible, up to so many."""
    found = (mapped(problem, horizon) for horizon in range(2, most + 1))
    return next((mapping for mapping in found if mapping is not None), None)


def decided(problem: Problem, horizon: int, **options: bool) -> bool:
    """Whether there is one."""
    return mapped(problem, horizon, **options) is not None


def judge(problem: Problem, mapping: Mapping) -> None:
    """Fail unless checker and simulator accept a mapping."""
    assert check(problem, mapping) == []
    report = simulate(problem, mapping)
    assert report.ok, report.first_difference


def approve(model: XyzModel, true_variables: Iterable[int]) -> None:
    """Fail unless they accept what an assignment means."""
    judge(model.problem, decode(model, true_variables))


def fewest(problem: Problem, first: int, most: int) -> int | None:
    """The first horizon from `first` to `most` for which there is a mapping."""
    return next((n for n in range(first, most + 1) if decided(problem, n)), None)
