"""Pipelines of heuristics by name, and which of them are for which problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.data.problem import Problem
from models.errors import InputError, known
from solvers.mappers import pipelines
from solvers.mappers.named import has_few_wires
from solvers.mappers.pipelines import PIPELINES, Pipeline, Stage, at_once

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


def listing() -> str:
    """Return all pipelines as text: stages, each with its turns at an II in its first round."""
    made = list(PIPELINES.values())
    parts = ["\n".join(_lines(pipeline, made[:n])) for n, pipeline in enumerate(made)]
    return "\n\n".join(parts) + "\n"


def _lines(pipeline: Pipeline, others: Sequence[Pipeline]) -> Iterator[str]:
    """Yield the lines of a pipeline, with stages in common with others by their name."""
    yield f"{pipeline.name}: {pipeline.about}"
    stages = pipeline.stages
    like = [other for other in others if stages[-len(other.stages) :] == other.stages]
    own = stages[: -len(like[0].stages)] if like else stages
    for stage in own:
        first, last = stage.rounds[0] + 1, stage.rounds[-1] + 1
        yield from _stage(f"round {first}" if first == last else f"rounds {first}-{last}", stage)
    if like:
        yield f"  {'and then ' if own else ''}the stages of {like[0].name}"
    for failed, stage in pipeline.unmapped:
        yield from _stage(f"once, after {failed} steps without a mapping", stage)


def _stage(start: str, stage: Stage) -> Iterator[str]:
    best = ""
    if stage.foremost is not None:
        best = f", {stage.foremost / stage.share:g} times as long at the first II"
    yield f"  {start}: {stage.order}{_when(stage.when)}{best}"
    for turn in stage.turns:
        seconds = turn.seconds * (1.0 if turn.scale == "steady" else stage.share)
        yield f"    {seconds:>4g} s  {turn.scale:<7}  {turn.engine}{_when(turn.when)}"


def _when(conditions: Sequence[str]) -> str:
    return f", if {' and '.join(conditions)}" if conditions else ""
