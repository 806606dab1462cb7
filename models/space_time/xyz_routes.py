"""Values stored in passing, where that occupies the issue slot of a component.

A value that arrives at a component with `routing_issues` and is stored there, though it was not
held there before and is not computed there, takes a slot as an operation does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index
from models.space_time.xyz_ports import arrivals

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


def allocate_routes(
    index: Index, constraints: ConstraintModel, x: Literals, y: Literals
) -> Literals:
    """Return R [V, J, span]: a variable where a value may arrive, and storing it takes a slot."""
    wanted = np.zeros(x.shape, dtype=bool)
    for j, component in enumerate(index.problem.arch.components):
        if component.routing_issues and component.issue and index.stores_arrivals[j]:
            if not index.paths_into[j]:
                continue
            arrives = (y[:, index.paths_into[j], : x.shape[2]] > 0).any(axis=1)
            wanted[:, j] = (x[:, j] > 0) & arrives & index.admits[:, j, None]
    return constraints.new_variables(wanted)


def rule_routes(model: XyzModel) -> None:
    """R[i,j,k] → ⋁h Y[i,h,k] over the paths h into j; at most `max_routes` of all R."""
    for j in np.flatnonzero(model.routes.any(axis=(0, 2))):
        i, k = np.nonzero(model.routes[:, j])
        columns = [-model.routes[i, j, k], *arrivals(model, int(j), i, k)]
        model.constraints.add_clauses("routes", np.stack(columns, axis=1).astype(np.int32))
    most = model.problem.arch.max_routes
    literals = model.routes[model.routes > 0]
    if most is not None and len(literals) > most:
        place = Place(model.problem.arch.name, 0)
        model.constraints.add_groups("max routes", most, [(place, literals)])
