"""Constraints on whether and in which order operations are executed at all."""

from __future__ import annotations

import numpy as np

from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index


def rule_required(
    index: Index, constraints: ConstraintModel, z: Literals, w: Literals, *, implied: bool
) -> None:
    """⋁ Z[i,j,k] for every effect, and at most one of them; `implied` adds all that is executed.

    For pure operations the clause follows from the others, but saves solvers its derivation.
    """
    dfg = index.problem.dfg
    effects = {index.value[o.name] for o in dfg.operations if dfg.has_effect(o.name)}
    rows = [z[i].ravel() for i in sorted(index.kept)]
    if implied:
        rows = [w[index.carriers[i]].ravel() for i in sorted(index.executed)]
    if rows:
        constraints.add_clauses("required", _compressed(rows))
    once = [(Place(index.values[i], 0), z[i][z[i] > 0]) for i in sorted(effects)]
    constraints.add_groups("once", 1, [(place, group) for place, group in once if len(group) > 1])


def _compressed(rows: list[Literals]) -> Literals:
    """Return the rows without their zeros, padded at the end."""
    found = [row[row > 0] for row in rows]
    packed = np.zeros((len(rows), max(map(len, found))), dtype=np.int32)
    for target, literals in zip(packed, found, strict=True):
        target[: len(literals)] = literals
    return packed


def rule_order(
    index: Index, constraints: ConstraintModel, z: Literals, w: Literals
) -> dict[int, Literals]:
    """Order edges (b, a, δ): Z[a,j,k] → D[b,k-1+δT]; priorities `>`: D[b,k-1], `>=`: D[b,k].

    D[b,k], "b has been completed by the end of cycle k": D[b,k] → D[b,k-1] ∨ ⋁j Z[b,j,k-L+1].
    Returns D [N] by operation.
    """
    period = index.problem.contexts or 0
    done: dict[int, Literals] = {}
    for before, after, extra, distance, name in index.orders:
        shift = distance * period - 1 - extra
        if before not in done:
            done[before] = _completion(index, constraints, w, before)
        horizon = z.shape[2]
        j, k = np.nonzero(z[after])
        by = np.minimum(k + shift, horizon - 1)
        completed = np.where(by >= 0, done[before][np.maximum(by, 0)], 0)
        rows = np.stack([-z[after, j, k], completed], axis=1).astype(np.int32)
        constraints.add_clauses("order", rows, name)
    return done


def _completion(
    index: Index, constraints: ConstraintModel, w: Literals, operation: int
) -> Literals:
    horizon = w.shape[2]
    done = constraints.new_variables(np.ones(horizon, dtype=bool))
    columns = [-done, np.concatenate([[0], done[:-1]])]
    for n in index.ways_of[operation]:
        for j, latency in enumerate(index.way_latency[n]):
            if latency:
                column = np.zeros(horizon, dtype=np.int32)
                column[latency - 1 :] = w[n, j, : horizon - latency + 1]
                columns.append(column)
    constraints.add_clauses("order", np.stack(columns, axis=1).astype(np.int32))
    return done
