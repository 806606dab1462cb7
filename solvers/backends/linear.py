"""A constraint model as 0-1 rows: the form for ILP solvers, LP relaxations and linear files.

A clause with n negated literals becomes Σ positive - Σ negated ≥ 1 - n; at most K of the literals
becomes one row, as in section 4.4 of the SAT-mapping paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.space_time.constraint_model import ConstraintModel, Literals


@dataclass(frozen=True)
class Rows:
    """lower ≤ A·x ≤ upper over x ∈ {0,1}^variables; A in compressed rows, columns from 0.

    Row r has columns `index[start[r]:start[r+1]]` with their coefficients in `value`: ±1, or a
    weight, or the sum where a row has a variable more than once. `cost` is the objective to
    minimise, [variables].
    """

    variables: int
    start: NDArray[np.int32]
    index: NDArray[np.int32]
    value: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    cost: NDArray[np.float64]

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.lower)

    def each(self) -> Iterator[tuple[list[int], list[int], float, float]]:
        """Yield columns, coefficients, lower and upper limit of every row."""
        ends = self.start.tolist()
        index, value = self.index.tolist(), self.value.astype(int).tolist()
        for r, (a, b) in enumerate(zip(ends, ends[1:], strict=False)):
            yield index[a:b], value[a:b], float(self.lower[r]), float(self.upper[r])


def rows_of(model: ConstraintModel) -> Rows:
    """Return the rows of `model`; an empty clause becomes the row 0 ≥ 1."""
    parts: list[tuple[Literals, NDArray[np.float64], NDArray[np.float64]]] = []
    weights = []
    for block in model.clauses:
        negated = np.count_nonzero(block.rows < 0, axis=1)
        parts.append((block.rows, 1.0 - negated, np.full(len(block.rows), np.inf)))
        weights.append(np.ones(np.count_nonzero(block.rows)))
    for group in model.groups:
        own = np.array(group.weights or 1, dtype=np.float64)
        negated = (own * (group.rows < 0)).sum(axis=1)
        weights.append(np.broadcast_to(own, group.rows.shape)[group.rows != 0])
        upper = group.bound - negated
        parts.append((group.rows, np.full(len(group.rows), -np.inf), upper))
    literals = [np.zeros(0, dtype=np.int32)]
    lengths = [np.zeros(0, dtype=np.int64)]
    for rows, _, _ in parts:
        literals.append(rows[rows != 0])
        lengths.append(np.count_nonzero(rows, axis=1))
    flat = np.concatenate(literals)
    counts = np.concatenate(lengths)
    index = np.abs(flat) - 1
    value = np.sign(flat) * np.concatenate([np.zeros(0), *weights])
    counts, index, value = _merged(model.variables, counts, index, value)
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    cost = np.zeros(model.variables)
    for weight, variable in model.objective:
        cost[variable - 1] += weight
    nothing = np.zeros(0)
    return Rows(
        model.variables,
        start,
        index,
        value,
        np.concatenate([nothing, *(lower for _, lower, _ in parts)]),
        np.concatenate([nothing, *(upper for _, _, upper in parts)]),
        cost,
    )


def _merged(
    variables: int,
    counts: NDArray[np.int64],
    index: NDArray[np.int32],
    value: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    """Add up the coefficients of one variable in a row: solvers want every column once."""
    row = np.repeat(np.arange(len(counts)), counts)
    cells, place = np.unique(row * variables + index, return_inverse=True)
    if len(cells) == len(index):
        return counts, index, value
    total = np.bincount(place, weights=value)
    cells, total = cells[total != 0], total[total != 0]
    row, column = np.divmod(cells, variables)
    return np.bincount(row, minlength=len(counts)), column.astype(np.int32), total
