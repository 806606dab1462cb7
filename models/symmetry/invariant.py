"""Only mappings that a symmetry leaves as they are: a restriction that makes models small.

Every variable and its images become one. A solution of what is left is a mapping of the whole;
that there is none says nothing about mappings without the symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.space_time.constraint_model import ClauseBlock, ConstraintModel, GroupBlock, Literals
from models.space_time.xyz_model import XyzModel
from models.symmetry.lifted import LiftedSymmetry
from models.symmetry.symmetry import Symmetry


@dataclass(frozen=True)
class Invariant:
    """A model of which orbits of variables are merged; `representative` [variables + 1]."""

    constraints: ConstraintModel
    representative: NDArray[np.int32]

    def expanded(self, true_variables: Iterable[int]) -> list[int]:
        """Return the true variables of the whole model, given those of the merged one."""
        chosen = np.zeros(len(self.representative), dtype=bool)
        chosen[[v for v in true_variables if 0 < v < len(chosen)]] = True
        found: list[int] = np.flatnonzero(chosen[self.representative]).tolist()
        return found


def invariant(model: XyzModel, symmetry: Symmetry) -> Invariant:
    """Return `model` restricted to what `symmetry` leaves alone.

    The restriction is sound for any renaming: it only adds equalities. Raises `NotLiftedError`
    when the computation of the model does not follow the symmetry.
    """
    image = _images(model, symmetry)
    representative = np.arange(len(image), dtype=np.int32)
    while True:
        smaller = np.minimum(representative, representative[image])
        if np.array_equal(smaller, representative):
            break
        representative = smaller
    merged = ConstraintModel(model.constraints.variables)
    seen: set[bytes] = set()
    for block in model.constraints.clauses:
        rows = _merged(block.rows, representative)
        rows = rows[[n for n, row in enumerate(rows) if _new(row, seen) and not _tautology(row)]]
        if len(rows):
            merged.clauses.append(ClauseBlock(block.family, rows, block.name))
    seen_by_bound: dict[int, set[bytes]] = {}
    for group in model.constraints.groups:
        seen = seen_by_bound.setdefault(group.bound, set())
        rows = _merged(group.rows, representative)
        kept = [n for n, row in enumerate(rows) if _new(row, seen)]
        if kept:
            places = tuple(group.places[n] for n in kept)
            merged.groups.append(GroupBlock(group.family, group.bound, rows[kept], places))
    return Invariant(merged, representative)


def _new(row: Literals, seen: set[bytes]) -> bool:
    key = row[: np.count_nonzero(row)].tobytes()
    if key in seen:
        return False
    seen.add(key)
    return True


def _tautology(row: Literals) -> bool:
    literals = set(row[row != 0].tolist())
    return any(-literal in literals for literal in literals)


def _merged(rows: Literals, representative: NDArray[np.int32]) -> Literals:
    """The rows over representatives, each with its literals sorted and the zeros at the end."""
    renamed = np.sign(rows) * representative[np.abs(rows)]
    keys = np.where(renamed == 0, np.iinfo(np.int32).max, renamed)
    ordered = np.sort(keys, axis=1)
    return np.where(ordered == np.iinfo(np.int32).max, 0, ordered).astype(np.int32)


def _images(model: XyzModel, symmetry: Symmetry) -> NDArray[np.int32]:
    """The image of every variable; variables that have none stay themselves."""
    index = model.index
    lifted = LiftedSymmetry(index, symmetry)
    values, candidates = lifted.values, lifted.candidates
    places = [index.component[symmetry.components[name]] for name in index.component]
    names = [path.name for path in index.problem.arch.paths]
    number = {name: h for h, name in enumerate(names)}
    paths = [number[symmetry.paths[name]] for name in names]
    found = np.arange(model.constraints.variables + 1, dtype=np.int32)

    def note(own: Literals, image: Literals) -> None:
        pairs = (own > 0) & (image > 0)
        found[own[pairs]] = image[pairs]

    note(model.x, model.x[np.ix_(values, places)])
    note(model.y, model.y[np.ix_(values, paths)])
    note(model.z, model.z[np.ix_(values, places)])
    note(model.w, model.w[np.ix_(candidates, places)])
    for setting, variable in model.q.items():
        found[variable] = model.q[lifted.setting(setting)]
    for wire, output in model.p.items():
        note(output, model.p[lifted.wire(wire)][places])
    for i, done in model.done.items():
        if values[i] in model.done:
            note(done, model.done[values[i]])
    for ends, at in ((model.ports.latched, paths), (model.ports.driven, paths)):
        for (h, j), own in ends.items():
            note(own, ends[at[h], places[j]][values])
    return found
