"""A race at one interval in which tries start from a mapping at a larger one.

Such a mapping breaks limits at fewer contexts, but most of it may stay: solvers take its literals
as the values that they guess first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from models.mapping import Mapping
from models.problem import Problem
from solvers.interval_race import Race, Try
from solvers.worker import Job, SolverOptions

Numbered = Iterator[tuple[int, Try]]


class HintedRace(Race):
    """One question, put to as many processes; before each try that does not decide there is one
    that starts from the mapping that `start` returns.
    """

    def __init__(
        self,
        problem: Problem,
        first: int,
        last: int,
        options: SolverOptions,
        beside: Callable[[], Job | None],
        start: Callable[[], Mapping],
    ) -> None:
        super().__init__(problem, first, last, options, beside)
        self._tries = hinted(self._tries, start)


def hinted(tries: Numbered, start: Callable[[], Mapping]) -> Numbered:
    """Yield tries, and before each that does not decide the same from a mapping."""
    for number, attempt in tries:
        if not attempt.decides:
            options = replace(attempt.options, start=start())
            yield number, replace(attempt, options=options)
        yield number, attempt
