"""Tries of one II with register files of a kind, from short schedules to longer ones.

No certificate shows the absence of a mapping with addresses, and ever longer schedules could be
tried without end. An II is given up after as many conflicts as the search with counted registers
took, or a few, with or without a time limit. The first round of IIs gets a small part of them, so
that easy mappings are found first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from models.data.certificate import is_monotone
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from shell.budget import Budget
from solvers.intervals.addressed_race import UNSEEN, race
from solvers.search.interval_answer import Tried
from solvers.search.interval_horizons import FIRST_SECONDS, Horizons
from solvers.search.messages import Message
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import Worker

TIME = "time limit"

LEAST_CONFLICTS = 20_000
"""Least conflicts of an II, even if the search with counted registers took fewer."""

FIRST_PART = 4
"""Divisor of the conflicts of an II in the first round."""

UNMAPPED = 4
"""Factor on the conflicts of an II for all IIs together, while none has a mapping."""


class Tries:
    """The tries of each II; those in `exhausted` get no further try.

    `hear` and `beside` are as of `Race`, `hear` for an II. Within the `budget`, an II gets as many
    `conflicts`, and at least `LEAST_CONFLICTS`.
    """

    def __init__(
        self,
        options: SolverOptions,
        horizons: Horizons,
        budget: Budget,
        conflicts: int,
        hear: Callable[[int], bool],
        beside: Callable[[], Worker[Message] | None],
    ) -> None:
        self.exhausted: set[int] = set()
        self._options, self._horizons, self._budget = options, horizons, budget
        self._most = max(conflicts, LEAST_CONFLICTS)
        self._hear, self._beside = hear, beside
        self._spent = Counter[int]()
        self._refuted: dict[int, Tried] = {}

    def is_over(self, number: int, *, mapped: bool) -> bool:
        """Whether the n-th round is over its budget, with or without a mapping so far.

        After the first round, all IIs together get no more conflicts than one may have below a
        mapping, and `UNMAPPED` times as many without one.
        """
        most = self._most * (1 if mapped else UNMAPPED)
        return number > 0 and sum(self._spent.values()) >= most

    def searched(
        self, problem: Problem, seconds: float, number: int
    ) -> tuple[Mapping | None, str, int | None, str]:
        """Go on from the refuted schedules to longer ones, for so many seconds of the n-th round.

        Returns a mapping, the name of its finder, the longest horizon, and the reason for a missing
        mapping.
        """
        budget = self._budget.within(seconds)
        contexts, kind = problem.contexts or 1, self._options.files
        before = self._refuted.get(contexts)
        try:
            first, limit, _ = self._horizons.span(contexts, before)
        except InfeasibleError as fact:
            self.exhausted.add(contexts)
            return None, "", None, str(fact)
        whole = is_monotone(problem.dfg, problem.arch)
        begin = first if before is None or before.horizon is None else before.horizon + 1
        spans = [(first, limit)] if whole else [(n, n) for n in range(begin, limit + 1)]
        for one in spans:
            found, by, stopped = self._decided(problem, one, budget, number)
            if found is not None or stopped is not None:
                return found, by, limit, stopped or ""
        reason = f"no {kind} mapping of at most {limit} cycles was found, which proves nothing"
        tried = Tried(contexts, "refuted up to horizon", reason, limit)
        span = self._horizons.span(contexts, tried)
        if not self._horizons.worth(contexts, span, tried, FIRST_SECONDS, limited=False):
            self.exhausted.add(contexts)
        self._refuted[contexts] = tried
        return None, "", limit, reason

    def _decided(
        self, problem: Problem, span: tuple[int, int], budget: Budget, number: int
    ) -> tuple[Mapping | None, str, str | None]:
        """Return a mapping and who found it; or why the search ended before it was over."""
        contexts = problem.contexts or 1
        most = self._most if number else self._most // FIRST_PART
        left = most - self._spent[contexts]
        hear = partial(self._hear, contexts)
        verdict = race(problem, span, self._options, budget, hear, self._beside, left)
        self._spent[contexts] += verdict.conflicts
        if verdict.mapping is not None:
            return verdict.mapping, verdict.by, None
        if verdict.refuted or verdict.impossible is not None:
            return None, "", None
        spent = self._spent[contexts]
        if verdict.broken or verdict.stopped == UNSEEN or spent >= self._most:
            self.exhausted.add(contexts)  # the next try would end in the same way
        if spent >= most:
            return None, "", f"not decided in {spent} conflicts"
        # That is the end of this try, not of the whole search.
        ended = verdict.stopped == TIME and budget != self._budget
        return None, "", "not decided" if ended else verdict.stopped or "not decided"
