"""From a mapping to literals of a model: the inverse of `decode`, for solvers to start from."""

from __future__ import annotations

import numpy as np

from models.data.mapping import Mapping
from models.space_time.xyz_model import XyzModel


def literals_of(model: XyzModel, mapping: Mapping) -> tuple[int, ...]:
    """Return the X, Y and Z of `mapping` as literals of `model`, as far as it has them.

    What the mapping does not do is negated where it is complete: where it brings every result
    to the external component within the model's horizon. Of a part of a mapping, or of one
    that takes longer, only what it does is returned. What a mapping performs where a value can
    has several candidates is left to the solver.
    """
    problem, index = model.problem, model.index
    component, path = index.component, {p.name: h for h, p in enumerate(problem.arch.paths)}
    value = index.value
    chosen: list[np.int32] = []
    for held in mapping.holds:
        if held.value in value and 0 <= held.cycle < model.x.shape[2]:
            chosen.append(model.x[value[held.value], component[held.component], held.cycle])
    for sent in mapping.transfers:
        if sent.value in value and 0 <= sent.cycle < model.y.shape[2]:
            chosen.append(model.y[value[sent.value], path[sent.path], sent.cycle])
    for issue in mapping.issues:
        if issue.operation in value and 0 <= issue.cycle < model.horizon:
            chosen.append(model.z[value[issue.operation], component[issue.component], issue.cycle])
    true = {int(variable) for variable in chosen if variable}
    literals = sorted(true)
    if _complete(model, mapping):
        # What is held in cycle 0 is given, and a pruned mapping leaves out what nothing needs.
        for array in (model.x[:, :, 1:], model.y, model.z):
            literals += [-v for v in array[array > 0].tolist() if v not in true]
    return tuple(literals)


def _complete(model: XyzModel, mapping: Mapping) -> bool:
    arch, results = model.problem.arch, set(model.problem.dfg.results)
    last = model.horizon - 1
    there = {h.value for h in mapping.holds if h.component == arch.external and h.cycle == last}
    return mapping.horizon <= model.horizon and results <= there
