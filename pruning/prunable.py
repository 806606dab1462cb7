"""A model in which features of the array can be switched off, to minimize the array.

Section 7 of the SAT-mapping paper, which switches components and paths. Here registers, units,
widths and operators have switches as well, one per unit of the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.constraint_model import Literals, Place
from models.space_time.decode import decode, literals_of
from models.space_time.limits import slot_takers, slots
from models.space_time.symmetry_breaking import rule_arrival
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from pruning.features import LEVELS, Feature, Parts
from pruning.switches import rule_passing


@dataclass(frozen=True)
class Kernel:
    """A problem that the array must still solve, within `horizon` cycles.

    `start` is a mapping onto the whole array, if one is known.
    """

    problem: Problem
    horizon: int
    start: Mapping | None = None


@dataclass(frozen=True)
class Prunable:
    """The model of one kernel on the whole array, and the switch variables of its features."""

    model: XyzModel
    switch: dict[Feature, int]
    start: tuple[int, ...]

    def mapping(self, true_variables: Iterable[int]) -> Mapping:
        """Return the mapping of an assignment."""
        return decode(self.model, true_variables)


def prunable(kernel: Kernel, parts: Parts) -> Prunable:
    """Return the model of "the kernel has a mapping onto the features that are switched on".

    Raises `InfeasibleError` if no horizon has a mapping.
    """
    problem = msgspec.structs.replace(kernel.problem, arch=parts.whole)
    model = build(problem, kernel.horizon)
    # Exchanging results does not change the array, so it is sound under all switches.
    rule_arrival(model, turned=False)
    known = () if kernel.start is None else literals_of(model, kernel.start)
    first = model.constraints.variables + 1
    switch = {feature: first + n for n, feature in enumerate(parts.features)}
    model.constraints.variables += len(switch)
    rule_places(model, switch)
    rule_passing(model, _places(model, switch))
    rule_levels(model, switch)
    rule_operators(model, switch)
    rule_needs(model, parts, switch)
    # Phases are set for used variables only: a phase "absent" would keep the solver from trying a
    # feature.
    return Prunable(model, switch, tuple(v for v in known if v > 0))


def rule_places(model: XyzModel, switch: dict[Feature, int]) -> None:
    """X[i,j,k] → S[j], Z[i,j,k] → S[j], and Y[i,h,k] → S[h]; `rule_passing` adds what passes.

    So a component has its initial contents only if it is switched on.
    """
    _drop_units(model, "1 initial", model.x[:, list(_places(model, switch)), 0])
    for h, path in enumerate(model.problem.arch.paths):
        feature = Feature("paths", path.name)
        if feature in switch:
            _imply(model, "path is there", model.y[:, h].ravel(), switch[feature])
    for j, variable in _places(model, switch).items():
        used = np.concatenate([model.x[:, j].ravel(), model.z[:, j].ravel()])
        _imply(model, "component is there", used, variable)


def _places(model: XyzModel, switch: dict[Feature, int]) -> dict[int, int]:
    """The switch variables of the components that can be switched off."""
    return {
        model.index.component[feature.name]: variable
        for feature, variable in switch.items()
        if feature.kind in ("elements", "memories")
    }


def _drop_units(model: XyzModel, family: str, literals: Literals) -> None:
    """Remove the clauses of a family that consist of one of `literals`."""
    kept = []
    for block in model.constraints.clauses:
        if block.family == family:
            rows = block.rows[~np.isin(block.rows[:, 0], literals)]
            block = replace(block, rows=rows)
        kept.append(block)
    model.constraints.clauses = [block for block in kept if len(block.rows)]


def rule_levels(model: XyzModel, switch: dict[Feature, int]) -> None:
    """Σ of the users of a resource in a cycle ≤ Σn S[n], the units that are switched on.

    As a group: of the users and ¬S[1] … ¬S[K], at most K hold. If a cycle has less than K possible
    users, only that many units matter.
    """
    units: dict[tuple[str, str], list[int]] = {}
    for feature, variable in switch.items():
        if feature.kind in LEVELS:
            units.setdefault((LEVELS[feature.kind], feature.name), []).append(variable)
    for (field, name), own in units.items():
        by_size: dict[int, list[tuple[Place, Literals]]] = {}
        for place, taken in _takers(model, field, name):
            size = min(len(own), len(taken))
            row = np.concatenate([taken, [-v for v in own[:size]]]).astype(np.int32)
            by_size.setdefault(size, []).append((place, row))
        _drop_groups(model, FAMILY[field], name)
        for size, groups in by_size.items():
            model.constraints.add_groups(f"{field} that is there", size, groups)


FAMILY = {"capacity": "8 registers", "width": "9 width", "issue": "10 issue"}
"""The limits that levels take the place of."""


def _takers(model: XyzModel, field: str, name: str) -> Iterator[tuple[Place, Literals]]:
    """Yield, per cycle or context, the variables that take a register, a wire, or a slot."""
    if field == "width":
        h = [path.name for path in model.problem.arch.paths].index(name)
        return slots(model, name, model.y[:, h], 1)
    j = model.index.component[name]
    if field == "capacity":
        return slots(model, name, model.x[:, j], 0)
    return slots(model, name, slot_takers(model, j), 1)


def _drop_groups(model: XyzModel, family: str, name: str) -> None:
    """Remove the limits of `name` that groups with switches imply."""
    kept = []
    for block in model.constraints.groups:
        if block.family == family:
            rows = [n for n, place in enumerate(block.places) if place.name != name]
            places = tuple(block.places[n] for n in rows)
            block = replace(block, rows=block.rows[rows], places=places)
        kept.append(block)
    model.constraints.groups = [block for block in kept if len(block.rows)]


def rule_operators(model: XyzModel, switch: dict[Feature, int]) -> None:
    """Z[i,j,k,l] → S[j,o] for the operator o of candidate l."""
    wanted = [feature for feature in switch if feature.kind == "operators"]
    candidates: dict[int | str, list[int]] = {}
    for n, entry in enumerate(model.index.candidates):
        candidates.setdefault(entry.candidate.operator, []).append(n)
    for feature in wanted:
        j, own = model.index.component[feature.name], candidates.get(feature.unit, [])
        _imply(model, "operator is there", model.w[own, j].ravel(), switch[feature])


def rule_needs(model: XyzModel, parts: Parts, switch: dict[Feature, int]) -> None:
    """S[f] → ⋁g S[g] for every need of f, over the features g that satisfy it."""
    for need in parts.needs:
        row = [-switch[need.feature], *(switch[g] for g in sorted(need.some))]
        model.constraints.add_clauses("needs", np.array([row], dtype=np.int32))


def _imply(model: XyzModel, family: str, used: Literals, switch: int) -> None:
    used = used[used > 0]
    rows = np.stack([-used, np.full(len(used), switch)], axis=1)
    model.constraints.add_clauses(family, rows.astype(np.int32))
