"""Which pipelines of heuristics are for which problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.data.problem import Problem
from models.errors import InputError, known
from solvers.mappers import pipelines
from solvers.mappers.named import has_few_wires
from solvers.mappers.pipelines import PIPELINES, Pipeline, at_once

HUNDREDS = 150
"""Loops of more operations are mapped by heuristics first, even without shapes."""

WIDE = 500
"""On more components modulo scheduling alone takes minutes, and one operation after the other far
too long.
"""

HUGE = 1500
"""For more operations, annealing places at the smallest II first takes 30 s of a minute."""


def chosen_pipeline(name: str) -> Pipeline:
    """Return the pipeline of this name. Raises `InputError` if there is none."""
    if name not in PIPELINES:
        names = known(PIPELINES, len(PIPELINES), name)
        raise InputError(f"unknown pipeline '{name}'{names}")
    return PIPELINES[name]


def first_pipelines(
    problem: Problem, shapes: Sequence[object], *, first: bool
) -> tuple[Pipeline, ...]:
    """Return the pipelines of the processes that map a problem, or its shapes, before solvers.

    With `first`, any mapping is enough. Otherwise one process looks for a mapping soon, and one for
    a mapping close to the smallest II.
    """
    count = len(problem.dfg.operations)
    if count <= HUNDREDS:
        return pipelines.TURNS_REFINED, pipelines.TURNS_MODULO
    if shapes or first:
        return pipelines.TURNS_PLACED, pipelines.TURNS_ROOMY
    is_wide = len(problem.arch.components) > WIDE
    if not has_few_wires(problem):
        return pipelines.CLIMB, pipelines.CLOSE_IN_WIDE if is_wide else pipelines.CLOSE_IN
    if not is_wide:
        return pipelines.NEGOTIATE, pipelines.BISECT
    near = pipelines.NEGOTIATE_HUGE if count > HUGE else pipelines.NEGOTIATE_WIDE
    return near, pipelines.BISECT_WIDE


def beside_pipeline(*, large: bool, first: bool, aim: int | None) -> Pipeline:
    """Return the pipeline beside the solvers.

    A `large` loop has been tried at some IIs before. With `first`, any mapping is enough. An `aim`
    is the II of a given mapping.
    """
    pipeline = pipelines.BESIDE_LARGE if large else pipelines.BESIDE
    return replace(at_once(pipeline) if first else pipeline, aim=aim)
