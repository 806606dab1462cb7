"""Breaking the symmetry of an array: one operation is placed on one component of every orbit.

A mapping that is renamed by a symmetry of the architecture, which leaves the DFG alone, is a
mapping again. So if there is one at all, there is one in which a given operation that every
mapping executes is issued on a representative of its component's orbit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from models.data.certificate import Placement, Renaming
from models.symmetry.automorphisms import architecture_symmetries
from models.symmetry.symmetry import component_orbits

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


def rule_placement(model: XyzModel) -> Placement | None:
    """Add ⋁ w[l,j,k] over the ways l that execute one value, j a representative of its orbit.

    The value is the one with the fewest places. Returns what was assumed, None where the
    architecture has no symmetry.
    """
    generators = architecture_symmetries(model.problem)
    orbits = component_orbits(generators)
    executed = sorted(model.index.executed)
    if not executed or all(len(orbit) == 1 for orbit in orbits):
        return None
    order = model.index.component
    chosen = [min(orbit, key=order.__getitem__) for orbit in orbits]
    places = [np.count_nonzero(model.w[model.index.carriers[i]]) for i in executed]
    value = executed[int(np.argmin(places))]
    literals = model.w[np.ix_(model.index.carriers[value], [order[name] for name in chosen])]
    literals = np.unique(literals[literals > 0])
    model.constraints.add_clauses("symmetry", literals[None, :])
    return Placement(
        value=model.index.values[value],
        components=tuple(chosen),
        symmetries=tuple(
            Renaming(
                {a: b for a, b in generator.components.items() if a != b},
                {a: b for a, b in generator.paths.items() if a != b},
            )
            for generator in generators
        ),
    )
