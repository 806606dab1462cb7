"""Tries of one interval with register files of a kind, from short schedules to longer ones.

That there is no mapping with addresses is nothing that a certificate shows, and where there is
none, ever longer schedules could be looked at for ever. Without a time limit an interval is given
up after as many conflicts as the search with counted registers took, or a few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from models.data.certificate import is_monotone
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.search.addressed_race import UNSEEN, race
from solvers.search.interval_answer import Tried
from solvers.search.interval_horizons import FIRST_SECONDS, Horizons
from solvers.search.messages import Message
from solvers.search.options import SolverOptions
from solvers.search.supervisor import Worker

TIME = "time limit"

LEAST_CONFLICTS = 20_000
"""So many an interval gets, however few the search with counted registers took."""


class Tries:
    """What has been tried of each interval; those in `exhausted` are not worth another try.

    `hear` and `beside` are as of `Race`, `hear` for an interval. Without a `deadline` an interval
    gets as many `conflicts`, and at least `LEAST_CONFLICTS`.
    """

    def __init__(
        self,
        options: SolverOptions,
        horizons: Horizons,
        deadline: float | None,
        conflicts: int,
        hear: Callable[[int], bool],
        beside: Callable[[], Worker[Message] | None],
    ) -> None:
        self.exhausted: set[int] = set()
        self._options, self._horizons, self._deadline = options, horizons, deadline
        self._most = None if deadline is not None else max(conflicts, LEAST_CONFLICTS)
        self._hear, self._beside = hear, beside
        self._spent = Counter[int]()

    def searched(
        self, problem: Problem, ends: float
    ) -> tuple[Mapping | None, str, int | None, str]:
        """Return a mapping, who found it, the longest horizon, and why there is no mapping."""
        contexts, kind = problem.contexts or 1, self._options.files
        try:
            span = self._horizons.span(contexts, None)
        except InfeasibleError as fact:
            self.exhausted.add(contexts)
            return None, "", None, str(fact)
        while True:
            first, limit, _ = span
            whole = is_monotone(problem.dfg, problem.arch)
            spans = [(first, limit)] if whole else [(n, n) for n in range(first, limit + 1)]
            for one in spans:
                found, by, stopped = self._decided(problem, one, ends)
                if found is not None or stopped is not None:
                    return found, by, limit, stopped or ""
            reason = f"no {kind} mapping of at most {limit} cycles was found"
            reason += ", which proves nothing"
            tried = Tried(contexts, "refuted up to horizon", reason, limit)
            span = self._horizons.span(contexts, tried)
            if not self._horizons.worth(contexts, span, tried, FIRST_SECONDS, limited=False):
                self.exhausted.add(contexts)
                return None, "", limit, reason

    def _decided(
        self, problem: Problem, span: tuple[int, int], ends: float
    ) -> tuple[Mapping | None, str, str | None]:
        """Return a mapping and who found it; or why the search ended before it was over."""
        until = ends if self._deadline is None else min(ends, self._deadline)
        contexts = problem.contexts or 1
        left = None if self._most is None else self._most - self._spent[contexts]
        hear = partial(self._hear, contexts)
        verdict = race(problem, span, self._options, until, hear, self._beside, left)
        self._spent[contexts] += verdict.conflicts
        if verdict.mapping is not None:
            return verdict.mapping, verdict.by, None
        if verdict.refuted or verdict.impossible is not None:
            return None, "", None
        spent = self._most is not None and self._spent[contexts] >= self._most
        if verdict.broken or verdict.stopped == UNSEEN or spent:
            self.exhausted.add(contexts)  # the next try would end in the same way
        if spent:
            return None, "", f"not decided in {self._spent[contexts]} conflicts"
        # Of a moment, not of the whole search.
        ended = verdict.stopped == TIME and ends == until
        return None, "", "not decided" if ended else verdict.stopped or "not decided"
