"""The number of cycles as an objective, for solvers that minimise."""

from __future__ import annotations

import numpy as np

from models.data.dfg import Dfg
from models.space_time.xyz_model import XyzModel


def has_objective(dfg: Dfg) -> bool:
    """Whether the results determine the number of cycles: the DFG has results and no effects."""
    return bool(dfg.results) and not any(dfg.has_effect(o.name) for o in dfg.operations)


def minimise_cycles(model: XyzModel, lower: int = 1) -> None:
    """Let the objective of `model` be N - 1 for the smallest N after which all results are in
    place.

    E[k] is true if some result may still be missing at the end of cycle k. With e the external
    component: E[k] ∨ X[i,e,k] for every result i; E[k+1] → E[k]; the last E is false. A mapping
    with fewer cycles than the model has is one of the model, because the results can stay; hence no
    mapping has fewer than ΣE[k] + 1 cycles. `lower` is a proven lower bound on the cycles. Raises
    `ValueError` where operations without a result have to happen.
    """
    dfg, constraints = model.problem.dfg, model.constraints
    if not has_objective(dfg):
        raise ValueError("the number of cycles cannot be read off the results")
    missing = constraints.new_variables(np.ones(model.horizon, dtype=np.bool_))
    rows = [model.index.value[name] for name in dfg.results]
    there = model.x[rows, model.index.external, : model.horizon]
    either = np.stack([np.broadcast_to(missing, there.shape), there], axis=2)
    constraints.add_clauses("some result is missing", either.reshape(-1, 2).astype(np.int32))
    chain = np.stack([-missing[1:], missing[:-1]], axis=1)
    constraints.add_clauses("missing before", chain.astype(np.int32))
    constraints.add_clauses("all there at last", -missing[-1:, None])
    constraints.add_clauses("lower bound", missing[: lower - 1, None])
    constraints.objective = [(1, int(variable)) for variable in missing]
