"""Restriction of a model to mappings invariant under a symmetry, which makes models small.

Every variable and its images become one. A solution of the restricted model is a mapping of the
whole; its refutation does not cover mappings without the symmetry. A symmetry of the DFG is
lifted to the values, candidates and blocks of the transformed computation first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.data.computation import Candidate, Computation, Read, Setting, Wire
from models.data.dfg import Number, Operand
from models.space_time.constraint_model import ClauseBlock, ConstraintModel, GroupBlock, Literals
from models.space_time.index import Index
from models.space_time.xyz_model import XyzModel
from models.symmetry.symmetry import Symmetry

Key = tuple[object, ...]
Order = tuple[int, str, int]


class NotLiftedError(Exception):
    """The computation lacks the image of a part of it: it is not symmetric."""


class LiftedSymmetry:
    """The images of one symmetry: `values` [V] and `candidates` [L] as indices.

    Raises `NotLiftedError`.
    """

    def __init__(self, index: Index, symmetry: Symmetry) -> None:
        self.index = index
        self.computation = index.computation
        self._names = dict(symmetry.values)
        # Equal constants are one: a symmetry does not distinguish them.
        self._constants: dict[str, str] = {}
        first: dict[tuple[type, Number], str] = {}
        for name, number in index.problem.dfg.constant_by_name.items():
            self._constants[name] = first.setdefault((type(number), number), name)
        self._names |= self._constants
        self._blocks: dict[int, int] = {}
        self._inputs: dict[int, list[int]] = {}
        self._roots = _roots(self.computation)
        self._by_contents: dict[Key, list[int]] = defaultdict(list)
        for p, block in enumerate(self.computation.blocks):
            self._by_contents[self._contents(block.kind, block.inputs)].append(p)
        keys = self.computation.keys
        self._positions = {key[1:]: name for name, key in keys.items() if key[0] == "position"}
        self._by_candidate = {
            self._shape(candidate, candidate.operands, ()): name
            for name in reversed(index.values[index.inputs :])
            if name not in self._names
            for candidate in self._base(name)
        }
        for i in index.order:
            name = index.values[i]
            if name not in self._names:
                self._names[name] = self._image(name)
        self.values = [index.value[self._names[name]] for name in index.values]
        self.candidates = self._candidate_images()

    def setting(self, setting: Setting) -> Setting:
        """The image of a control signal."""
        p, output, place = setting
        image = self._block(p)
        if self.computation.blocks[p].kind == "exchanger":
            return Setting(image, output, 0)
        return Setting(image, output, self._inputs[p][place])

    def wire(self, wire: Wire) -> Wire:
        """The image of an output of a block."""
        return Wire(self._block(wire.block), wire.output)

    def _base(self, name: str) -> list[Candidate]:
        return [c for c in self.computation.candidates[name] if len(c.executes) == 1]

    def _read(self, read: Read) -> Read:
        if isinstance(read, Wire):
            return self.wire(read)
        return Operand(self._names[read.value], read.distance)

    def _order(self, read: Read) -> Order:
        """Return a sort key of the read, equal for equal ones."""
        if isinstance(read, Wire):
            return (read.block, "", read.output)
        return (-1, self._constants.get(read.value, read.value), read.distance)

    def _shape(
        self, candidate: Candidate, operands: tuple[Read, ...], settings: tuple[Setting, ...]
    ) -> Key:
        operator = self.index.problem.dfg.operator_by_name.get(candidate.operator)
        free = operator is None or operator.commutative
        shown = [self._order(read) for read in operands]
        return (candidate.operator, *(sorted(shown) if free else shown), *sorted(settings))

    def _image(self, name: str) -> str:
        kind, *rest = self.computation.keys.get(name, ("",))
        found = None
        if kind == "position":
            found = self._positions.get((self._names[str(rest[0])], rest[1]))
        for candidate in self._base(name):
            if found is None:
                operands = tuple(map(self._read, candidate.operands))
                found = self._by_candidate.get(self._shape(candidate, operands, ()))
        if found is not None:
            return found
        raise NotLiftedError(f"no value is the image of '{name}'")

    def _contents(self, kind: str, inputs: tuple[Read, ...]) -> Key:
        shown = [self._order(read) for read in inputs]
        return (kind, *(sorted(shown) if kind == "sorter" else shown))

    def _block(self, p: int) -> int:
        if p not in self._blocks:
            block = self.computation.blocks[p]
            inputs = tuple(map(self._read, block.inputs))
            found = self._by_contents.get(self._contents(block.kind, inputs), [])
            taken = {*self._blocks.values()}
            # Equal sums have equal blocks; these follow their roots.
            root = self._names.get(self._roots.get(p, ""))
            free = [image for image in found if image not in taken]
            free.sort(key=lambda image: self._roots.get(image) != root)
            if not free:
                raise NotLiftedError(f"no block is the image of block {p}")
            self._blocks[p] = free[0]
            there = self.computation.blocks[free[0]].inputs
            self._inputs[p] = _places([*map(self._order, inputs)], [*map(self._order, there)])
        return self._blocks[p]

    def _candidate_images(self) -> list[int]:
        """The image of every candidate; indistinguishable ones are taken in their order."""
        places: dict[Key, list[int]] = defaultdict(list)
        for n, entry in enumerate(self.index.candidates):
            candidate = entry.candidate
            shape = self._shape(candidate, candidate.operands, candidate.settings)
            places[entry.value, frozenset(candidate.executes), *shape].append(n)
        found = []
        for entry in self.index.candidates:
            candidate = entry.candidate
            executes = frozenset(self._names[name] for name in candidate.executes)
            operands = tuple(map(self._read, candidate.operands))
            settings = tuple(map(self.setting, candidate.settings))
            shape = self._shape(candidate, operands, settings)
            free = places[self.values[entry.value], executes, *shape]
            if not free:
                raise NotLiftedError(f"a candidate of '{candidate.executes[0]}' has no image")
            found.append(free.pop(0))
        return found


def _roots(computation: Computation) -> dict[int, str]:
    """For each block, the sum that it orders the leaves of."""
    found: dict[int, str] = {}
    for name, candidates in computation.candidates.items():
        key = computation.keys.get(name, ())
        root = str(key[1]) if key[:1] == ("position",) else name
        for candidate in candidates:
            if len(candidate.executes) == 1:
                found |= {r.block: root for r in candidate.operands if isinstance(r, Wire)}
    for p in range(len(computation.blocks) - 1, -1, -1):
        for read in computation.blocks[p].inputs:
            if isinstance(read, Wire) and p in found:
                found.setdefault(read.block, found[p])
    return found


def _places(images: list[Order], there: list[Order]) -> list[int]:
    """For each image its position in `there`; equal ones in order."""
    free: dict[Order, list[int]] = defaultdict(list)
    for place, read in enumerate(there):
        free[read].append(place)
    return [free[read].pop(0) for read in images]


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
    """Return `model` restricted to assignments invariant under `symmetry`.

    The restriction is sound for any renaming: it only adds equalities. Raises `NotLiftedError` when
    the computation of the model does not follow the symmetry.
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
        if group.weights:
            raise NotLiftedError("limits with weights are not merged")
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
    """Return the image of every variable; variables without an image map to themselves."""
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
