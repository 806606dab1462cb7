"""Finds branch trees: proofs that no integers in a box satisfy a system of rows, for a checker.

Linear programs are solved by HiGHS. Where one is infeasible, or its optimum exceeds the allowed
value, its dual values give the rows that add up to a contradiction; rounded to integers, they are
tried by exact arithmetic. Otherwise the box is divided at the variable whose halves promise most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.verification.branching import Row

Floats = NDArray[np.float64]

CANDIDATES = 8
"""Variables that are tried at a time."""

SCALES = (1, 2, 6, 60, 1_000, 100_000, 10_000_000)
"""Factors on dual values before rounding, tried one after the other."""

CLOSE = 1e-6

CLOSED = 1e9
"""Score of an empty half."""


class _Node(NamedTuple):
    low: Floats
    high: Floats


class _Solved(NamedTuple):
    """A relaxation: its least goal, None where it is infeasible, its values, and its duals."""

    goal: float | None
    values: Floats
    duals: Floats


def branch_tree(
    rows: Sequence[Row],
    highest: Sequence[int],
    goal: int,
    first: Sequence[int] = (),
    deadline: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> list[str] | None:
    """Return the lines of a tree that `solvers.verification.branching` accepts, or None.

    Row number `goal` limits the objective. Branches choose a variable of `first` as long as one has
    no integer value. Returns None if the rows can be satisfied, `deadline` (a time of
    `time.perf_counter`) is past, or `keep_going` returns False.
    """
    if not highest:
        # Without variables the goal is refuted by its constant, or not at all.
        return [f"add {goal} 1"] if rows[goal][1] > 0 else None
    search = _Search(rows, highest, goal, np.array(first, dtype=np.int64))
    waiting = [_Node(np.zeros(len(highest)), np.array(highest, dtype=float))]
    lines: list[str] = []
    while waiting:
        if (deadline is not None and time.perf_counter() > deadline) or not keep_going():
            return None
        node = waiting.pop()
        solved = search.solve(node)
        if search.closed(solved):
            line = search.reason(solved, node)
            if line is not None:
                lines.append(line)
                continue
        branch = search.branch(solved, node)
        if branch is None:
            return None
        variable, most = branch
        lines.append(f"branch {variable} {most}")
        below, above = search.halves(node, variable, most)
        waiting += [above, below]
    return lines


class _Search:
    """The linear program, which boxes are put into one after the other."""

    def __init__(
        self, rows: Sequence[Row], highest: Sequence[int], goal: int, first: NDArray[np.int64]
    ) -> None:
        import highspy

        self.rows, self.goal, self.first = rows, goal, first
        self._kinds = highspy.HighsModelStatus
        highspy.Highs.resetGlobalScheduler(True)
        self._highs: Any = highspy.Highs()
        for name, value in (("output_flag", False), ("presolve", "off"), ("threads", 1)):
            self._highs.setOptionValue(name, value)
        count, columns = len(rows), len(highest)
        self._columns = np.arange(columns, dtype=np.int32)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = columns, count
        cost = np.zeros(columns)
        for variable, times in rows[goal][0]:
            cost[variable] = -times
        lp.col_cost_ = cost
        lp.col_lower_, lp.col_upper_ = np.zeros(columns), np.array(highest, dtype=float)
        lower = np.array([least for _, least in rows], dtype=float)
        self.most = -lower[goal]
        lower[goal] = -np.inf
        lp.row_lower_, lp.row_upper_ = lower, np.full(count, np.inf)
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.num_col_, matrix.num_row_ = columns, count
        matrix.start_ = np.cumsum([0, *(len(terms) for terms, _ in rows)]).astype(np.int32)
        matrix.index_ = np.array([v for terms, _ in rows for v, _ in terms], dtype=np.int32)
        matrix.value_ = np.array([k for terms, _ in rows for _, k in terms], dtype=float)
        if self._highs.passModel(lp) == highspy.HighsStatus.kError:
            raise RuntimeError("HiGHS rejects the model")

    def solve(self, node: _Node) -> _Solved:
        """Solve the relaxation within a box."""
        highs = self._highs
        highs.changeColsBounds(len(self._columns), self._columns, node.low, node.high)
        highs.run()
        status = highs.getModelStatus()
        if status == self._kinds.kOptimal:
            found = highs.getSolution()
            least = float(highs.getInfo().objective_function_value)
            return _Solved(least, np.array(found.col_value), np.array(found.row_dual))
        ray = np.zeros(len(self.rows))
        if status == self._kinds.kInfeasible:
            _, known, values = highs.getDualRay()
            ray = np.array(values) if known else ray
        return _Solved(None, (node.low + node.high) / 2, ray)

    def closed(self, solved: _Solved) -> bool:
        """Whether the node has no allowed solution, by floating point."""
        return solved.goal is None or solved.goal > self.most + CLOSE

    def reason(self, solved: _Solved, node: _Node) -> str | None:
        """Return the line that excludes a box by exact arithmetic, if rounded duals do."""
        size = float(np.abs(solved.duals).max(initial=0))
        if not np.isfinite(size) or (solved.goal is None and not size):
            return None
        whole = solved.duals if solved.goal is not None else solved.duals / size
        for scale in SCALES:
            for sign in (1, -1) if solved.goal is None else (1,):
                times = np.rint(np.maximum(sign * whole, 0) * scale).astype(np.int64)
                times[self.goal] = scale if solved.goal is not None else 0
                used = np.flatnonzero(times).tolist()
                if self._excludes(used, times, node):
                    return "add " + " ".join(f"{n} {times[n]}" for n in used)
        return None

    def _excludes(self, used: Sequence[int], times: NDArray[np.int64], node: _Node) -> bool:
        sums: dict[int, int] = {}
        need = 0
        for n in used:
            terms, least = self.rows[n]
            need += int(times[n]) * least
            for variable, multiple in terms:
                sums[variable] = sums.get(variable, 0) + int(times[n]) * multiple
        most = sum(k * int(node.high[v] if k > 0 else node.low[v]) for v, k in sums.items())
        return most < need

    def branch(self, solved: _Solved, node: _Node) -> tuple[int, int] | None:
        """Return a variable, and the number above which the second half begins."""
        candidates = self._candidates(solved, node)
        best: tuple[float, int, int] | None = None
        for variable in candidates:
            most = int(min(np.floor(solved.values[variable] + CLOSE), node.high[variable] - 1))
            if len(candidates) == 1:
                return variable, most
            gains = []
            for half in self.halves(node, variable, most):
                own = self.solve(half)
                gains.append(
                    CLOSED
                    if self.closed(own)
                    else max(0.0, (own.goal or 0.0) - (solved.goal or 0.0)) + 1e-4
                )
            worth = gains[0] * gains[1]
            if best is None or worth > best[0]:
                best = (worth, variable, most)
        return None if best is None else best[1:]

    def _candidates(self, solved: _Solved, node: _Node) -> list[int]:
        away = np.abs(solved.values - np.rint(solved.values))
        if self.closed(solved):
            # Rounding has failed: any division will do.
            away = node.high - node.low
        for some in (self.first, self._columns):
            order = some[np.argsort(-away[some], kind="stable")]
            found = order[away[order] > CLOSE][:CANDIDATES].tolist()
            if found:
                return [int(variable) for variable in found]
        return []

    def halves(self, node: _Node, variable: int, most: int) -> tuple[_Node, _Node]:
        """Return the two parts of a box."""
        high, low = node.high.copy(), node.low.copy()
        high[variable], low[variable] = most, most + 1
        return _Node(node.low, high), _Node(low, node.high)
