"""The smallest II for register files of a kind: counted registers, and then addresses."""

from __future__ import annotations

from dataclasses import replace

from models.data.certificate import RegisterFiles
from shell.budget import UNLIMITED, Budget
from shell.events import Observer
from solvers.intervals.addressed_search import AddressedSearch
from solvers.intervals.question import IntervalQuestion
from solvers.intervals.search import IntervalSearch
from solvers.search.addresses import addressed, fits
from solvers.search.interval_answer import MinIi

COUNTED_SHARE = 2 / 3
"""Share of a time limit for the search with counted registers."""


class FilesSearch:
    """One run; `answer` is valid at any moment.

    Bounds are those of counted registers, which hold for files of every kind. If the mapping has no
    addresses in them, another one is looked for. Annealing alone only accepts mappings with
    addresses.
    """

    def __init__(
        self,
        question: IntervalQuestion,
        kind: RegisterFiles,
        budget: Budget = UNLIMITED,
        observer: Observer | None = None,
    ) -> None:
        files = addressed(kind)
        self._budget = budget
        self._question = replace(question, options=replace(question.options, files=files))
        self._addressed = files is not None and question.exact
        first = self._question
        if question.exact:
            plain = replace(question.options, files=None)
            first = replace(question, options=plain, shortest=question.shortest and files is None)
        share, later = budget, None
        if budget.limited and self._addressed:
            share, later = budget.part(COUNTED_SHARE), self._later
        self._search = IntervalSearch(first, share, observer, later)
        self.answer: MinIi = self._search.answer
        self.answer.register_files = kind

    def run(self) -> MinIi:
        """Search until the answer is proven, the time is up, or `Stop` is raised by a signal."""
        self._search.run()
        if self._addressed:
            AddressedSearch(self._question, self._search.record, self._budget).run()
        return self.answer

    def _later(self) -> Budget | None:
        """Return the budget of further steps; None if the rest of the time is for addresses."""
        files, mapping = self._question.options.files, self.answer.mapping
        fit = files is None or mapping is None or fits(self.answer.problem, files, mapping)
        return self._budget if fit else None
