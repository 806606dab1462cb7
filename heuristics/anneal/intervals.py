"""Annealing at ever larger intervals, until one has a mapping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import msgspec

from heuristics.anneal.parameters import PLAIN, Annealing
from heuristics.anneal.search import Annealed, attempted
from heuristics.labels.labels import Guess, guessed
from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget, Stopwatch

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
    budget: Budget = UNLIMITED,
    rounds: int | None = 1,
    made: Callable[[Mapping], Mapping | None] | None = None,
) -> Iterator[AnnealStep]:
    """Yield the result of each II from `first` to `most`, in cycles, until one has a mapping.

    `most` is by default the depth of the context memory, or else as many cycles as a schedule of
    one operation at a time needs. While none has a mapping, all are tried again with other seeds,
    `rounds` times in all, or with None until the budget is over. Each attempt may take half of the
    remaining time. The return value of `made` replaces a mapping; None rejects it. IIs without
    anything to anneal are tried once.

    Raises `ValueError` for endless rounds in an unlimited budget, and the errors of `anneal`.
    """
    if rounds is None and not budget.limited:
        raise ValueError("rounds without end need a limited budget")
    if most is None:
        most = problem.arch.max_contexts or first + len(problem.dfg.operations)
    intervals = list(range(first, most + 1))
    for number in count() if rounds is None else range(rounds):
        for contexts in list(intervals):
            watch = Stopwatch()
            if budget.over():
                return
            attempt = msgspec.structs.replace(problem, contexts=contexts)
            half = budget.part(0.5)
            labels = None if guess is None else guessed(guess, attempt)
            found, moved = attempted(attempt, options, labels, seed + number * STRIDE, half)
            if found is None and moved == 0:
                intervals.remove(contexts)
            if found is not None and made is not None:
                mapping = made(found.mapping)
                found = None if mapping is None else replace(found, mapping=mapping)
            yield AnnealStep(number, contexts, found, watch.seconds)
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
    budget: Budget = UNLIMITED,
    first: int = 1,
    rounds: int | None = 1,
) -> Annealed | None:
    """Return the first mapping of `search_intervals`, or None; raises its errors."""
    steps = search_intervals(problem, options, guess, seed, first, most, budget, rounds)
    return next((step.found for step in steps if step.found is not None), None)
