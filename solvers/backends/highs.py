"""HiGHS, directly: the rows of a model as a 0-1 program, or its LP relaxation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from solvers.backends.backend import Improved, Outcome, Settings
from solvers.backends.linear import Rows, rows_of

OPTIONS = {
    "threads": "threads (default 1)",
    "presolve": "on or off (default on)",
}


MOST_THREADS = 1024


def usable(options: dict[str, str]) -> None:
    """Raise `InputError` for a bad value."""
    threads, presolve = options.get("threads", "1"), options.get("presolve", "on")
    if not (threads.isascii() and threads.isdigit() and 1 <= int(threads) <= MOST_THREADS):
        raise InputError(f"highs: 'threads={threads}' must be from 1 to {MOST_THREADS}")
    if presolve not in ("on", "off"):
        raise InputError(f"highs: 'presolve={presolve}' must be on or off")


def lp_of(rows: Rows, *, relaxed: bool = False) -> Any:
    """Return `rows` as a `HighsLp`; with `relaxed`, variables may be fractions."""
    import highspy

    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = rows.variables, rows.count
    lp.col_cost_ = rows.cost
    lp.col_lower_, lp.col_upper_ = np.zeros(rows.variables), np.ones(rows.variables)
    lp.row_lower_, lp.row_upper_ = rows.lower, rows.upper
    matrix = lp.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.num_col_, matrix.num_row_ = rows.variables, rows.count
    matrix.start_, matrix.index_, matrix.value_ = rows.start, rows.index, rows.value
    if not relaxed:
        lp.integrality_ = [highspy.HighsVarType.kInteger] * rows.variables
    return lp


class Highs:
    """A session with HiGHS."""

    relaxed = False

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        self._settings, self._optimises = settings, bool(model.objective)
        self._rows = rows_of(model)
        self.variables, self.rows = self._rows.variables, self._rows.count
        self._highs: Any = None

    def load(self) -> None:
        """Pass the matrix, and the solution to start from; `RuntimeError` if HiGHS rejects it."""
        import highspy

        # Otherwise the number of threads of an earlier session would have to be kept.
        highspy.Highs.resetGlobalScheduler(True)
        highs = self._highs = highspy.Highs()
        for name, value in _chosen(self._settings).items():
            highs.setOptionValue(name, value)
        if highs.passModel(lp_of(self._rows, relaxed=self.relaxed)) == highspy.HighsStatus.kError:
            raise RuntimeError("HiGHS rejects the model")
        if self._settings.start and not self.relaxed:
            literals = np.array(self._settings.start)
            columns = (np.abs(literals) - 1).astype(np.int32)
            highs.setSolution(len(columns), columns, (literals > 0).astype(np.float64))

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Solve; `keep_going` is called between nodes."""
        import highspy

        highs = self._highs
        if not self.relaxed:
            self._watch(keep_going, improved)
        highs.run()
        status = highs.getModelStatus()
        info = highs.getInfo()
        nodes = max(0, int(info.mip_node_count))
        kinds = highspy.HighsModelStatus
        # No variable is unbounded.
        if status in (kinds.kInfeasible, kinds.kUnboundedOrInfeasible):
            return Outcome(False, [], nodes)
        if status == kinds.kModelEmpty:
            # Without variables, HiGHS does not look at the rows.
            if (self._rows.lower > 0).any() or (self._rows.upper < 0).any():
                return Outcome(False, [], nodes)
            return Outcome(None if self.relaxed else True, [], nodes)
        if status != kinds.kOptimal:
            return Outcome(None, [], nodes)
        if self.relaxed:
            bound = _up(info.objective_function_value) if self._optimises else None
            return Outcome(None, [], nodes, bound)
        values = np.array(highs.getSolution().col_value)
        bound = _up(info.mip_dual_bound) if self._optimises else None
        return Outcome(True, (np.flatnonzero(values > 0.5) + 1).tolist(), nodes, bound)

    def _watch(self, keep_going: Callable[[int], bool] | None, improved: Improved | None) -> None:
        def between_nodes(event: Any) -> None:
            nodes = int(event.data_out.mip_node_count)
            if improved is not None and self._optimises:
                bound = event.data_out.mip_dual_bound
                if 0 <= bound < 1e9:
                    improved(None, _up(bound))
            if keep_going is not None and not keep_going(max(0, nodes)):
                event.data_in.user_interrupt = True

        def better(event: Any) -> None:
            if improved is not None:
                values = np.asarray(event.data_out.mip_solution)
                improved((np.flatnonzero(values > 0.5) + 1).tolist(), None)

        self._highs.cbMipInterrupt += between_nodes
        if self._optimises:
            self._highs.cbMipImprovingSolution += better

    def refutation(self) -> None:
        """HiGHS has no proofs."""


class Relaxation(Highs):
    """The LP relaxation: it may refute, but has no mapping to give."""

    relaxed = True


def _up(bound: float) -> int:
    """The next integer, with room for rounding of floating-point numbers."""
    return int(np.ceil(bound - 1e-6))


def _chosen(settings: Settings) -> dict[str, Any]:
    found: dict[str, Any] = {
        "output_flag": False,
        "threads": 1,
        "mip_rel_gap": 0.0,
        "random_seed": settings.seed % 2**31,
    }
    for key, text in settings.options.items():
        found[key] = int(text) if key == "threads" else text
    return found
