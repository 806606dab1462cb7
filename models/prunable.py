"""A model in which components and paths can be switched off: the array that several kernels share.

Section 7 of the SAT-mapping paper. Every prunable component and path has a variable "is there";
each kernel, with a number of cycles of its own, has its own X, Y and Z on the one array.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import msgspec
import numpy as np

from models.architecture import Architecture
from models.constraint_model import ClauseBlock, ConstraintModel, GroupBlock, Literals
from models.decode import decode
from models.encode import literals_of
from models.mapping import Mapping
from models.problem import Problem
from models.xyz import XyzModel, build


@dataclass(frozen=True)
class Kernel:
    """A problem that the array must still solve, within `horizon` cycles.

    `start` is a mapping onto the whole array, if one is known.
    """

    problem: Problem
    horizon: int
    start: Mapping | None = None


@dataclass
class Prunable:
    """The constraints of all kernels, and the variables that say what is there, by name."""

    kernels: tuple[Kernel, ...]
    models: list[XyzModel]
    offsets: list[int]
    constraints: ConstraintModel
    components: dict[str, int] = field(default_factory=dict)
    paths: dict[str, int] = field(default_factory=dict)

    @property
    def arch(self) -> Architecture:
        """The array before anything is removed."""
        return self.kernels[0].problem.arch

    def start(self) -> list[int]:
        """Return literals of the mappings that are known of the whole array."""
        found = []
        for kernel, model, offset in zip(self.kernels, self.models, self.offsets, strict=True):
            if kernel.start is not None:
                found += [v + offset for v in literals_of(model, kernel.start) if v > 0]
        return found

    def mappings(self, true_variables: Iterable[int]) -> list[Mapping]:
        """Return the mapping of every kernel."""
        true = np.array(sorted(v for v in true_variables if v > 0), dtype=np.int64)
        return [
            decode(model, (true[true > offset] - offset).tolist())
            for model, offset in zip(self.models, self.offsets, strict=True)
        ]


def prunable(kernels: Collection[Kernel], keep: Collection[str] = ()) -> Prunable:
    """Return the model of "each kernel has a mapping onto what is there".

    All problems have the same architecture. The external component, and everything in `keep`,
    is always there. Raises `InfeasibleError` where a kernel has no mapping at any horizon.
    """
    constraints = ConstraintModel()
    models, offsets = [], []
    for kernel in kernels:
        model = build(kernel.problem, kernel.horizon)
        offsets.append(constraints.variables)
        _append(constraints, model.constraints)
        models.append(model)
    found = Prunable(tuple(kernels), models, offsets, constraints)
    arch = found.arch
    fixed = {*keep, arch.external}
    for kind, things in ((found.components, arch.components), (found.paths, arch.paths)):
        for thing in things:
            if thing.name not in fixed:
                kind[thing.name] = _new(constraints)
    rule_components(found)
    rule_paths(found)
    return found


def _new(constraints: ConstraintModel) -> int:
    constraints.variables += 1
    return constraints.variables


def _append(whole: ConstraintModel, part: ConstraintModel) -> None:
    """Add the constraints of `part` over variables of their own."""
    by = whole.variables
    for block in part.clauses:
        whole.clauses.append(ClauseBlock(block.family, _shifted(block.rows, by), block.name))
    for group in part.groups:
        rows = _shifted(group.rows, by)
        whole.groups.append(GroupBlock(group.family, group.bound, rows, group.places))
    whole.variables += part.variables


def _shifted(rows: Literals, by: int) -> Literals:
    return np.where(rows == 0, 0, rows + np.sign(rows) * by).astype(np.int32)


def rule_components(found: Prunable) -> None:
    """X[i,j,k] → S[j] for k ≥ 1; Z[i,j,k] → S[j], for every kernel.

    What a memory holds in cycle 0 is of no use unless a path takes it away.
    """
    for model, offset in zip(found.models, found.offsets, strict=True):
        for name, switch in found.components.items():
            j = model.index.component[name]
            used = np.concatenate([model.x[:, j, 1:].ravel(), model.z[:, j].ravel()])
            _imply(found.constraints, "component is there", used[used > 0] + offset, switch)


def rule_paths(found: Prunable) -> None:
    """Y[i,h,k] → S[h]; S[h] → ⋁s S[s] over its sources, and the same over its targets."""
    for model, offset in zip(found.models, found.offsets, strict=True):
        for h, path in enumerate(found.arch.paths):
            if path.name in found.paths:
                used = model.y[:, h].ravel()
                switch = found.paths[path.name]
                _imply(found.constraints, "path is there", used[used > 0] + offset, switch)
    for path in found.arch.paths:
        for ends in (path.sources, path.targets):
            if path.name in found.paths and all(end in found.components for end in ends):
                row = [-found.paths[path.name], *(found.components[end] for end in ends)]
                found.constraints.add_clauses("path has ends", np.array([row], dtype=np.int32))


def _imply(constraints: ConstraintModel, family: str, used: Literals, switch: int) -> None:
    rows = np.stack([-used, np.full(len(used), switch)], axis=1)
    constraints.add_clauses(family, rows.astype(np.int32))


def pruned(arch: Architecture, without: Collection[str]) -> Architecture:
    """Return `arch` without some components and paths, and without paths that lose an end."""
    gone = set(without)
    components = tuple(c for c in arch.components if c.name not in gone)
    paths = []
    for path in arch.paths:
        sources = tuple(name for name in path.sources if name not in gone)
        targets = tuple(name for name in path.targets if name not in gone)
        if path.name not in gone and sources and targets:
            paths.append(msgspec.structs.replace(path, sources=sources, targets=targets))
    changed = msgspec.structs.replace(arch, components=components, paths=tuple(paths))
    return msgspec.structs.replace(changed, name=f"{arch.name} pruned")
