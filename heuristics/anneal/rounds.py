"""Annealing at ever larger intervals, until one has a mapping."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from heuristics.anneal.search import PLAIN, Annealed, Annealing, attempted
from models.data.problem import Problem

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels

STRIDE = 1_000_003
"""From the seed of a round to that of the next one, so that nobody's own seeds meet them."""


class Step(NamedTuple):
    """What was found at so many contexts, if anything; `number` is that of the round, from 0."""

    number: int
    contexts: int
    found: Annealed | None
    seconds: float


def climb(
    problem: Problem,
    options: Annealing = PLAIN,
    labels: Labels | None = None,
    seed: int = 0,
    first: int = 1,
    most: int | None = None,
    deadline: float | None = None,
    rounds: int | None = 1,
) -> Iterator[Step]:
    """Yield what comes of each interval from `first` to `most`, until one has a mapping.

    `most` is at first the depth of the context memory where there is one, and otherwise one
    operation after the other. If none has a mapping, `rounds` times in all, with other seeds; None:
    until `deadline`, a time of `time.perf_counter`. Each may take half of the time that is left.
    Intervals at which there is nothing to anneal are tried once. Raises what `anneal` does.
    """
    if rounds is None and deadline is None:
        raise ValueError("rounds without end need a deadline")
    if most is None:
        most = problem.arch.max_contexts or first + len(problem.dfg.operations)
    intervals = list(range(first, most + 1))
    for number in count() if rounds is None else range(rounds):
        for contexts in list(intervals):
            clock = time.perf_counter()
            if deadline is not None and clock >= deadline:
                return
            attempt = msgspec.structs.replace(problem, contexts=contexts)
            until = None if deadline is None else (clock + deadline) / 2
            found, moved = attempted(attempt, options, labels, seed + number * STRIDE, until)
            yield Step(number, contexts, found, time.perf_counter() - clock)
            if found is not None:
                return
            if moved == 0:
                intervals.remove(contexts)
        if not intervals:
            return


def anneal_loop(
    problem: Problem,
    options: Annealing = PLAIN,
    labels: Labels | None = None,
    seed: int = 0,
    most: int | None = None,
    deadline: float | None = None,
    first: int = 1,
    rounds: int | None = 1,
) -> Annealed | None:
    """Return the first mapping of a `climb`, or None if none has been found."""
    steps = climb(problem, options, labels, seed, first, most, deadline, rounds)
    return next((step.found for step in steps if step.found is not None), None)
