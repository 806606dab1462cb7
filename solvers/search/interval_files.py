"""The smallest II for register files of a kind: counted registers, and then addresses."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from models.data.certificate import RegisterFiles
from models.data.problem import Problem
from shell.events import Observer
from solvers.search.addressed_intervals import AddressedSearch
from solvers.search.addresses import addressed, fits
from solvers.search.interval_answer import MinIi
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions

COUNTED_SHARE = 2 / 3
"""Share of a time limit for the search with counted registers."""


class FilesSearch:
    """One run; `answer` is valid at any moment. The fields of `how` are those of `IntervalSearch`.

    Bounds are those of counted registers, which hold for files of every kind. If the mapping has no
    addresses in them, another one is looked for. Annealing alone only accepts mappings with
    addresses.
    """

    def __init__(
        self,
        problem: Problem,
        kind: RegisterFiles,
        options: SolverOptions,
        most: int | None,
        deadline: float | None = None,
        observer: Observer | None = None,
        *,
        slack: int | None = None,
        shortest: bool = False,
        first: bool = False,
        exact: bool = True,
        **how: Any,
    ) -> None:
        self._begun, self._deadline = time.perf_counter(), deadline
        self._observe = observer or (lambda event: None)
        self._options, self._how = replace(options, files=addressed(kind)), how
        self._slack, self._shortest, self._first, self._exact = slack, shortest, first, exact
        files = self._options.files
        share, later = deadline, None
        if deadline is not None and files is not None and exact:
            share = self._begun + COUNTED_SHARE * (deadline - self._begun)
            later = self._later
        self._search = IntervalSearch(
            problem,
            replace(options, files=None if exact else files),
            most,
            slack,
            shortest and files is None,
            share,
            observer,
            first=first,
            exact=exact,
            later=later,
            **how,
        )
        self.answer: MinIi = self._search.answer
        self.answer.register_files = kind

    def run(self) -> MinIi:
        """Search until the answer is proven, the time is up, or `Stop` is raised by a signal."""
        self._search.run()
        if self._options.files is not None and self._exact:
            annealer = self._how.get("annealer")
            AddressedSearch(
                self.answer,
                self._options,
                self._slack,
                self._deadline,
                self._observe,
                self._begun,
                self._first,
                self._shortest,
                self._search.met,
                heuristics=self._how.get("heuristics", True),
                guess=None if annealer is None else annealer.guess,
                shapes=self._how.get("shapes", ()),
                conflicts=self._search.conflicts,
            ).run()
        return self.answer

    def _later(self, answer: MinIi) -> float | None:
        """Return the deadline of further steps; None if the rest of the time is for addresses."""
        files, mapping = self._options.files, answer.mapping
        fit = mapping is None or fits(answer.problem, files, mapping)
        return self._deadline if fit else None
