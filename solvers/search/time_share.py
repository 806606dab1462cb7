"""The time of a search that may take over the time of another one."""

from __future__ import annotations

from collections.abc import Callable

from shell.budget import Budget, Stop


class TimeShare:
    """The `budget` of a search; when it is over, `later` may return another one, once."""

    def __init__(self, budget: Budget, later: Callable[[], Budget | None] | None = None) -> None:
        self.budget, self._later = budget, later

    def check(self) -> None:
        """Raise `Stop` if no time is left."""
        if not self.budget.over():
            return
        later, self._later = self._later, None
        budget = None if later is None else later()
        if budget is None or budget.over():
            raise Stop(self.budget.why)
        self.budget = budget
