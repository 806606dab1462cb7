"""One run of CP-SAT, in a thread so that the caller can look at signals."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from models.errors import InputError
from shell.budget import Budget
from solvers.search.answer import Status

MOMENT = 0.02
"""Seconds from one look at the solver to the next."""

T = TypeVar("T")


def cp_model_module() -> Any:
    """Return OR-Tools' CP-SAT module. Raises `InputError` if it is not installed."""
    try:
        from ortools.sat.python import cp_model
    except ModuleNotFoundError:
        what = "exact mapping needs OR-Tools: pip install 'xyzmap[solvers]'"
        raise InputError(what) from None
    return cp_model


@dataclass(frozen=True)
class Ended(Generic[T]):
    """The solutions in order, and a lower bound on the objective."""

    status: Status
    found: list[T]
    bound: int


class Run(Generic[T]):
    """A running solve of a model by `jobs` threads within `budget`.

    `read` converts the values of variables into a solution. As a context manager, it always stops
    the solver on exit.
    """

    def __init__(
        self,
        proto: Any,
        read: Callable[[Callable[[Any], int]], T],
        budget: Budget,
        seed: int = 0,
        jobs: int = 2,
    ) -> None:
        cp_model = cp_model_module()
        self.found: list[T] = []
        self.bound = 0
        self._cp_model, self._proto, self._budget = cp_model, proto, budget
        self._codes: list[Any] = []
        solver = self._solver = cp_model.CpSolver()
        solver.parameters.num_workers = jobs
        solver.parameters.random_seed = seed
        solver.parameters.catch_sigint_signal = False
        solver.parameters.max_time_in_seconds = min(1e9, budget.left())
        found = self.found

        class Watch(cp_model.CpSolverSolutionCallback):  # type: ignore[misc,name-defined]
            """Collects the solutions."""

            def on_solution_callback(self) -> None:
                found.append(read(self.value))

        solver.best_bound_callback = self._raise_bound

        self._failed: Exception | None = None

        def solve() -> None:
            try:
                self._codes.append(solver.solve(proto, Watch()))
            except Exception as error:  # it is raised where the result is asked for
                self._failed = error

        self._thread = threading.Thread(target=solve, daemon=True)

    def __enter__(self) -> Run[T]:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        while self._thread.is_alive():
            self._solver.stop_search()
            self._thread.join(MOMENT)

    def _raise_bound(self, least: float) -> None:
        self.bound = max(self.bound, round(least))

    def goes_on(self) -> bool:
        """Return whether the solver still runs."""
        return self._thread.is_alive()

    def end(self, watch: Callable[[], bool] = lambda: True) -> Ended[T]:
        """Wait for the end, of the budget too, or until `watch` returns False; return as `result`.

        `watch` is asked now and then, and once more after the end.
        """
        going = True
        while going:
            self._thread.join(MOMENT)
            alive = self.goes_on()
            going = watch() and alive and not self._budget.over()
        return self.result()

    def result(self) -> Ended[T]:
        """Return the outcome, or the intermediate result of a solver that still runs.

        Raises the exception of the solver thread, such as `MemoryError`.
        """
        if self._failed is not None:
            raise self._failed
        code = self._codes[0] if self._codes else self._cp_model.UNKNOWN
        if code == self._cp_model.MODEL_INVALID:
            raise RuntimeError(f"CP-SAT rejects its model: {self._proto.validate()}")
        status: Status = "feasible" if self.found else "unknown"
        if code == self._cp_model.INFEASIBLE:
            status = "infeasible"
        elif code == self._cp_model.OPTIMAL:
            status, self.bound = "optimal", round(self._solver.best_objective_bound)
        return Ended(status, list(self.found), self.bound)
