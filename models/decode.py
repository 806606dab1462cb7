"""From a solver's assignment back to a mapping."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from models.mapping import Held, Issue, Mapping, Transfer
from models.tidy import tidy
from models.xyz import XyzModel


def decode(model: XyzModel, true_variables: Iterable[int]) -> Mapping:
    """Return the tidied mapping in which exactly the X, Y, Z of `true_variables` hold."""
    problem = model.problem
    values = problem.dfg.values
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    chosen = np.zeros(model.constraints.variables + 1, dtype=bool)
    chosen[[v for v in true_variables if 0 < v <= model.constraints.variables]] = True
    x, y, z = (np.argwhere(chosen[a]) for a in (model.x, model.y, model.z))
    mapping = Mapping(
        dfg=problem.dfg.name,
        architecture=problem.arch.name,
        horizon=model.horizon,
        contexts=problem.contexts,
        holds=tuple(Held(values[i], components[j], int(k)) for i, j, k in x),
        transfers=tuple(Transfer(values[i], paths[h], int(k)) for i, h, k in y),
        issues=tuple(Issue(values[i], components[j], int(k)) for i, j, k in z),
    )
    return tidy(problem, mapping)
