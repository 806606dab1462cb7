"""Constraints on whether and in which order operations are executed at all."""

from __future__ import annotations

import numpy as np

from models.constraint_model import ConstraintModel, Literals, Place
from models.reach import Index


def rule_required(
    index: Index, constraints: ConstraintModel, z: Literals, *, implied: bool
) -> None:
    """⋁ Z[i,j,k] for every effect, and at most one of them; `implied` adds every needed operation.

    For pure operations the clause follows from the others, but saves solvers its derivation.
    """
    dfg = index.problem.dfg
    effects = {i for i in index.kept if dfg.has_effect(dfg.values[i])}
    rows = sorted(index.needed) if implied else sorted(index.kept)
    if rows:
        constraints.add_clauses("required", _compressed(z[rows].reshape(len(rows), -1)))
    once = [(Place(dfg.values[i], 0), z[i][z[i] > 0]) for i in sorted(effects)]
    constraints.add_groups("once", 1, [(place, group) for place, group in once if len(group) > 1])


def _compressed(rows: Literals) -> Literals:
    """Drop the columns that hold zeros only, after moving each row's literals to the left."""
    width = int((rows > 0).sum(axis=1).max(initial=0))
    packed = np.zeros((len(rows), width), dtype=np.int32)
    for row, literals in zip(packed, rows, strict=True):
        found = literals[literals > 0]
        row[: len(found)] = found
    return packed


def rule_order(index: Index, constraints: ConstraintModel, z: Literals) -> dict[int, Literals]:
    """Order edges (b, a, δ): Z[a,j,k] → D[b,k-1+δT]; priorities `>`: D[b,k-1], `>=`: D[b,k].

    D[b,k], "b has been completed by the end of cycle k": D[b,k] → D[b,k-1] ∨ ⋁j Z[b,j,k-L+1].
    Returns D [N] by operation.
    """
    period = index.problem.contexts or 0
    done: dict[int, Literals] = {}
    for before, after, extra, distance, name in index.orders:
        shift = distance * period - 1 - extra
        if before not in done:
            done[before] = _completion(index, constraints, z, before)
        horizon = z.shape[2]
        j, k = np.nonzero(z[after])
        by = np.minimum(k + shift, horizon - 1)
        completed = np.where(by >= 0, done[before][np.maximum(by, 0)], 0)
        rows = np.stack([-z[after, j, k], completed], axis=1).astype(np.int32)
        constraints.add_clauses("order", rows, name)
    return done


def _completion(
    index: Index, constraints: ConstraintModel, z: Literals, operation: int
) -> Literals:
    horizon = z.shape[2]
    done = constraints.new_variables(np.ones(horizon, dtype=bool))
    rows = np.zeros((horizon, 2 + z.shape[1]), dtype=np.int32)
    rows[:, 0] = -done
    rows[1:, 1] = done[:-1]
    for j, latency in enumerate(index.latency[operation]):
        if latency:
            late = int(latency) - 1
            rows[late:, 2 + j] = z[operation, j, : horizon - late]
    constraints.add_clauses("order", rows)
    return done
