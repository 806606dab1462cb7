"""The steps of a pipeline, one by one, from the state of what is left to map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple, assert_never

from solvers.mappers.pipelines import FAR, FEW, ROUNDS, Condition, Pipeline, Stage
from solvers.search.names import ADJACENT, AT_ONCE, IN_TURN, LABELS, MODULO

SEQUENTIAL = (AT_ONCE, IN_TURN)
"""Engines whose mappings say nothing about the IIs where others succeed."""

COLD_SECONDS = 0.5
"""Seconds of modulo scheduling for an II, before another engine is compiled."""


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


def schedule(pipeline: Pipeline, left: Left) -> Iterator[Step]:
    """Yield the steps of a pipeline. Whoever executes them keeps `left` up to date in between."""
    failed, mapped = 0, pipeline.mapped
    for step in _rounds(pipeline, left):
        if step.by not in SEQUENTIAL:
            for after, stage in pipeline.unmapped:
                if after == failed and not left.mapped:
                    yield from _visits((stage,), pipeline, left, 0, forms=1)
            failed += 1
        if left.mapped:
            yield from _visits(mapped, pipeline, left, 0, forms=1)
            mapped = ()
        yield step
    if left.mapped:
        yield from _visits(mapped, pipeline, left, 0, forms=1)


def _rounds(pipeline: Pipeline, left: Left) -> Iterator[Step]:
    for n in range(ROUNDS):
        stages = [stage for stage in pipeline.stages if n in stage.rounds]
        yield from _visits(stages, pipeline, left, n)


def _visits(
    stages: Iterable[Stage], pipeline: Pipeline, left: Left, n: int, forms: int | None = None
) -> Iterator[Step]:
    """Visit the IIs of each stage in round `n`, until none is left that was not visited.

    Turns are for the first `forms` of a graph; None: for all.
    """
    patience = max(1.0, left.operations / FEW)
    for stage in stages:
        visited: set[int] = set()
        while all(_holds(name, left, n) for name in stage.when):
            wanted = _wanted(stage, pipeline.aim, left, n, visited)
            contexts = next((each for each in wanted if each not in visited), None)
            if contexts is None:
                break
            visited.add(contexts)
            share = stage.share
            if stage.foremost is not None and contexts == wanted[0]:
                share = stage.foremost
            factor = share * 2 ** min(n, stage.doublings)
            scales = {"steady": 1.0, "growing": factor, "patient": factor * patience}
            for turn in stage.turns:
                if not all(_holds(name, left, n, contexts) for name in turn.when):
                    continue
                seconds = pipeline.pace * turn.seconds * scales[turn.scale]
                for form, floor in enumerate(left.floors[:forms]):
                    hopeless = (turn.engine, contexts) in left.hopeless
                    if floor <= contexts <= left.last and not hopeless:
                        yield Step(turn.engine, contexts, seconds, n, form)


def _wanted(stage: Stage, aim: int | None, left: Left, n: int, visited: set[int]) -> list[int]:
    """Return the IIs that a stage wants to visit by now, in its order."""
    first, last = left.first, left.last
    match stage.order:
        case "smallest":
            return [first]
        case "largest":
            return [] if visited else [last]
        case "far":
            return [] if visited else _far(stage, left)[:1]
        case "smallest first":
            reached = range(first, min(last + 1, first + stage.reach * 2**n))
            aims = [aim] if aim is not None and first <= aim <= last else []
            return [*aims, *(each for each in reached if each not in aims)]
        case "rising":
            return rising(first, last)
        case "rising by doubled steps":
            return _doubling(left)
        case "falling":
            return [last, (first + last) // 2, first]
        case "halving":
            return _middle(left, visited)
        case "far, then halving":
            return _middle(left, visited) if left.mapped else _far(stage, left)
        case "far, then falling by one":
            return [last] if left.mapped else _far(stage, left)
        case _:
            assert_never(stage.order)


def rising(least: int, most: int) -> list[int]:
    """Return IIs in growing steps, the largest one last: 2, 3, 5, 8."""
    found, step = list[int](), 1
    while least < most:
        found.append(least)
        least, step = least + step, step + 1
    return [*found, most]


def _doubling(left: Left) -> list[int]:
    """Return the first II, and others at distances that double, with the largest one last."""
    found, contexts, step = list[int](), left.first, 1
    while contexts < left.last:
        found.append(contexts)
        contexts, step = contexts + step, 2 * step
    return [*found, left.last]


def _middle(left: Left, visited: set[int]) -> list[int]:
    """Return the middle of the IIs that are larger than all visited without a mapping."""
    least = max((each + 1 for each in visited if each <= left.last), default=left.first)
    return [(least + left.last) // 2] if least <= left.last else []


def _far(stage: Stage, left: Left) -> list[int]:
    """Return the first far II, and ever twice as many contexts, with the largest one last."""
    found, contexts = list[int](), ceil(stage.far * left.first)
    while contexts < left.last:
        found.append(contexts)
        contexts *= 2
    return [*found, left.last]


def _holds(name: Condition, left: Left, n: int, contexts: int = 0) -> bool:
    """Whether a condition holds in round `n`, for a turn at so many contexts."""
    match name:
        case "nothing mapped":
            return not left.mapped
        case "something mapped":
            return left.mapped
        case "many operations":
            return left.operations > FEW
        case "few wires":
            return left.few_wires
        case "units read neighbours":
            return left.adjacent
        case "values are moved":
            return not left.adjacent
        case "a context for each operation":
            return left.last >= left.operations
        case "fewer contexts than operations":
            return left.last < left.operations
        case "far contexts":
            return left.last > FAR * left.first
        case "no far contexts":
            return left.last <= FAR * left.first
        case "every third round, or no labels":
            return n % 3 == 0 or (LABELS, contexts) in left.hopeless
        case "places not refuted":
            return (ADJACENT, contexts) not in left.hopeless
        case _:
            assert_never(name)


def compiled_later(
    steps: Iterable[Step], is_cold: Callable[[str], bool], left: Left
) -> Iterator[Step]:
    """Yield steps; without a mapping yet, modulo scheduling tries rising IIs before the first step
    of an engine that `is_cold`.

    Compiling annealing or negotiation takes 10 to 30 s, once after an installation. Modulo
    scheduling is compiled in 3 s. IIs that it tried are left out.
    """
    asked, tried = False, set[int]()
    for step in steps:
        if not asked and step.contexts <= left.last and is_cold(step.by):
            asked = True
            for contexts in [] if left.mapped else rising(left.first, left.last):
                if contexts not in tried:
                    yield Step(MODULO, contexts, COLD_SECONDS)
        if step.by == MODULO:
            tried.add(step.contexts)
        yield step
