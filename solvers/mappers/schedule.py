"""The steps of a pipeline, one by one, from the state of what is left to map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from solvers.mappers.pipelines import FAR, ROUNDS, Pipeline, Stage
from solvers.tasks.names import ADJACENT, AT_ONCE, IN_TURN, LABELS

FEW = 40
"""The most operations that need no patience; more are many."""

SEQUENTIAL = (AT_ONCE, IN_TURN)
"""Engines whose mappings say nothing about the IIs where others succeed."""


@dataclass
class Left:
    """The IIs left to try, from `first` to `last`, which a mapping makes smaller.

    `floors` are the smallest IIs that arithmetic leaves, of the graph as written and of each of its
    shapes. On an `adjacent` array units read from neighbours only; on one with `few_wires` large
    loops negotiate for them. An engine at an II may be `hopeless`.
    """

    first: int
    last: int
    operations: int
    mapped: bool = False
    floors: tuple[int, ...] = (1,)
    adjacent: bool = False
    few_wires: bool = False
    hopeless: set[tuple[str, int]] = field(default_factory=set)


class Step(NamedTuple):
    """An engine, with the contexts and the seconds of its try.

    `change` is added to the seed; `form` is 0 for the graph as written, and then numbers its
    shapes. A step beyond the last remaining II is skipped.
    """

    by: str
    contexts: int
    seconds: float
    change: int = 0
    form: int = 0


CONDITIONS: dict[str, Callable[[Left, int, int], bool]] = {
    "nothing mapped": lambda left, n, ii: not left.mapped,
    "early, or nothing mapped": lambda left, n, ii: n < 6 or not left.mapped,
    "something mapped": lambda left, n, ii: left.mapped,
    "many operations": lambda left, n, ii: left.operations > FEW,
    "a context for each operation": lambda left, n, ii: left.last >= left.operations,
    "fewer contexts than operations": lambda left, n, ii: left.last < left.operations,
    "no II is too far": lambda left, n, ii: left.last <= FAR * left.first,
    "some IIs are too far": lambda left, n, ii: left.last > FAR * left.first,
    "few wires": lambda left, n, ii: left.few_wires,
    "units read neighbours": lambda left, n, ii: left.adjacent,
    "values move": lambda left, n, ii: not left.adjacent,
    "places not refuted": lambda left, n, ii: (ADJACENT, ii) not in left.hopeless,
    "every third round, or no labels": lambda left, n, ii: (
        n % 3 == 0 or (LABELS, ii) in left.hopeless
    ),
}
"""Conditions of stages and turns, in round `n` at an II."""


def schedule(pipeline: Pipeline, left: Left) -> Iterator[Step]:
    """Yield the steps of a pipeline. The caller keeps `left` up to date between two of them.

    Stages that come once are for the graph as written.
    """
    failed = 0
    for step in _rounds(pipeline, left):
        if step.by not in SEQUENTIAL:
            for after, stage in pipeline.unmapped:
                if after == failed and not left.mapped:
                    yield from _visits(stage, pipeline, left, 0, (1,))
            failed += 1
        yield step


def _rounds(pipeline: Pipeline, left: Left) -> Iterator[Step]:
    for n in range(ROUNDS):
        for stage in pipeline.stages:
            if n in stage.rounds:
                yield from _visits(stage, pipeline, left, n, left.floors)


def _visits(
    stage: Stage, pipeline: Pipeline, left: Left, n: int, floors: tuple[int, ...]
) -> Iterator[Step]:
    """Visit the IIs of a stage in round `n`, until none is left that was not visited."""
    visited: set[int] = set()
    while all(CONDITIONS[name](left, n, 0) for name in stage.when):
        wanted = _wanted(stage, pipeline.aim, left, n, visited)
        contexts = next((each for each in wanted if each not in visited), None)
        if contexts is None:
            return
        visited.add(contexts)
        is_foremost = stage.foremost is not None and contexts == wanted[0]
        growth = (stage.foremost if is_foremost else stage.share) * 2 ** min(n, stage.doublings)
        patience = max(1.0, left.operations / FEW)
        scales = {"steady": 1.0, "growing": growth, "patient": growth * patience}
        for turn in stage.turns:
            if all(CONDITIONS[name](left, n, contexts) for name in turn.when):
                seconds = pipeline.pace * turn.seconds * scales[turn.scale]
                for form, floor in enumerate(floors):
                    hopeless = (turn.engine, contexts) in left.hopeless
                    if floor <= contexts <= left.last and not hopeless:
                        yield Step(turn.engine, contexts, seconds, n, form)


def _wanted(stage: Stage, aim: int | None, left: Left, n: int, visited: set[int]) -> list[int]:
    """Return the IIs that a stage wants to visit by now, in its order."""
    first, last = left.first, left.last
    far = [*_doubled(ceil(stage.far * first), last), last]
    least = max((each + 1 for each in visited if each <= last), default=first)
    middle = [(least + last) // 2] if least <= last else []
    match stage.order:
        case "the smallest II":
            return [first]
        case "smallest first":
            reached = range(first, min(last + 1, first + stage.reach * 2**n))
            aims = [aim] if aim is not None and first <= aim <= last else []
            return [*aims, *(each for each in reached if each not in aims)]
        case "rising":
            return rising(first, last)
        case "rising in doubled steps":
            return [*(first - 1 + step for step in _doubled(1, last + 1 - first)), last]
        case "falling":
            return [last, (first + last) // 2, first]
        case "halving":
            # The middle of the IIs above all that failed.
            return middle
        case "far, then halving":
            return middle if left.mapped else far
        case "far, then falling by one":
            return [last] if left.mapped else far
        case "a far II":
            return far[:1] if not visited else []
        case "the largest II":
            return [last] if not visited else []
        case _:
            raise KeyError(stage.order)


def _doubled(number: int, limit: int) -> Iterator[int]:
    while number < limit:
        yield number
        number *= 2


def rising(least: int, most: int) -> list[int]:
    """Return IIs in growing steps, the largest one last: 2, 3, 5, 8."""
    found, step = list[int](), 1
    while least < most:
        found.append(least)
        least, step = least + step, step + 1
    return [*found, most]
