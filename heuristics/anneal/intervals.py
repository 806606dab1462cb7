"""Annealing at ever larger intervals, until one has a mapping."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from heuristics.anneal.parameters import PLAIN, Annealing
from heuristics.anneal.search import Annealed, attempted
from models.data.mapping import Mapping
from models.data.problem import Problem

if TYPE_CHECKING:
    from heuristics.labels.labels import Guess

STRIDE = 1_000_003
"""From the seed of a round to that of the next one, far from the usual seeds of users."""


class AnnealStep(NamedTuple):
    """The result at `contexts` contexts, or None, in round `number`, from 0."""

    number: int
    contexts: int
    found: Annealed | None
    seconds: float


def search_intervals(
    problem: Problem,
    options: Annealing = PLAIN,
    guess: Guess | None = None,
    seed: int = 0,
    first: int = 1,
    most: int | None = None,
    deadline: float | None = None,
    rounds: int | None = 1,
    made: Callable[[Mapping], Mapping | None] | None = None,
) -> Iterator[AnnealStep]:
    """Yield the result of each II from `first` to `most`, in cycles, until one has a mapping.

    `most` is by default the depth of the context memory, or else as many cycles as a schedule of
    one operation at a time needs. While none has a mapping, all are tried again with other seeds,
    `rounds` times in all, or with None until `deadline`, a time of `time.perf_counter` in seconds.
    Each attempt may take half of the remaining time. The return value of `made` replaces a mapping;
    None rejects it. IIs without anything to anneal are tried once.

    Raises `ValueError` for endless rounds without a deadline, and the errors of `anneal`.
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
            labels = None if guess is None else guess(attempt)
            found, moved = attempted(attempt, options, labels, seed + number * STRIDE, until)
            if found is None and moved == 0:
                intervals.remove(contexts)
            if found is not None and made is not None:
                mapping = made(found.mapping)
                found = None if mapping is None else replace(found, mapping=mapping)
            yield AnnealStep(number, contexts, found, time.perf_counter() - clock)
            if found is not None:
                return
        if not intervals:
            return


def anneal_loop(
    problem: Problem,
    options: Annealing = PLAIN,
    guess: Guess | None = None,
    seed: int = 0,
    most: int | None = None,
    deadline: float | None = None,
    first: int = 1,
    rounds: int | None = 1,
) -> Annealed | None:
    """Return the first mapping of `search_intervals`, or None; raises its errors."""
    steps = search_intervals(problem, options, guess, seed, first, most, deadline, rounds)
    return next((step.found for step in steps if step.found is not None), None)
