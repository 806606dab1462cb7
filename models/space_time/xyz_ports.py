"""Read and write ports: transfers that leave or enter a component per cycle.

A transfer over a path with one source and one target uses both ends' ports. On a bus it is
the solver's choice which source drives it and which targets latch it, so each such end with
limited ports gets variables of its own, as far as ports are limited there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


@dataclass(frozen=True)
class Ports:
    """Own variables of bus ends: `latched[h, j]` and `driven[h, s]`, each [V, span]."""

    latched: dict[tuple[int, int], Literals]
    driven: dict[tuple[int, int], Literals]

    @classmethod
    def allocate(cls, index: Index, y: Literals, constraints: ConstraintModel) -> Ports:
        """Create variables for the bus ends whose ports are limited."""
        latched, driven = {}, {}
        components = index.problem.arch.components
        for h, (sources, targets) in enumerate(zip(index.sources, index.targets, strict=True)):
            for j in targets:
                if len(targets) > 1 and components[j].write_ports is not None:
                    latched[h, j] = constraints.new_variables(y[:, h] > 0)
            for s in sources:
                if len(sources) > 1 and components[s].read_ports is not None:
                    driven[h, s] = constraints.new_variables(y[:, h] > 0)
        return cls(latched, driven)

    def latch(self, h: int, j: int, y: Literals) -> Literals:
        """[V, span]: literals that say that a value on path h enters component j."""
        return self.latched.get((h, j), y[:, h])

    def drive(self, h: int, s: int, x: Literals, latency: int) -> Literals:
        """[V, span], by cycle of leaving: literals that justify a transfer on h out of s."""
        own = self.driven.get((h, s))
        if own is None:
            return x[:, s]
        leaving = np.zeros_like(own)
        arriving = own[:, 1 + latency :]
        leaving[:, : arriving.shape[1]] = arriving
        return leaving


def arrivals(model: XyzModel, j: int, i: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns of literals "value i arrives in j in cycle k", one column per path into j."""
    return [model.ports.latch(h, j, model.y)[i, k] for h in model.index.paths_into[j]]


def readable(model: XyzModel, j: int, d: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns of literals "value d can be read in j in cycle k": it is there, or arrives."""
    columns = [model.x[d, j, k - 1]]
    # A component without intermediates reads none, whatever passes it on a bus.
    admitted = model.index.admits[d, j]
    return columns + [np.where(admitted, c, 0) for c in arrivals(model, j, d, k)]


def rule_ports(index: Index, constraints: ConstraintModel, ports: Ports, y: Literals) -> None:
    """At most `read_ports` transfers leave and `write_ports` enter a component per cycle mod T.

    On a bus: latched → Y, and driven → X at its source; clause 5 asks for one that drives.
    """
    for (h, _), own in ports.latched.items():
        used = own > 0
        constraints.add_clauses(
            "ports", np.stack([-own[used], y[:, h][used]], axis=1).astype(np.int32)
        )
    arch = index.problem.arch
    for j, component in enumerate(arch.components):
        if component.write_ports is not None and index.paths_into[j]:
            ends = [ports.latch(h, j, y) for h in index.paths_into[j]]
            _limit_ports(index, constraints, "write ports", component.write_ports, j, ends)
        if component.read_ports is not None and index.paths_from[j]:
            ends = []
            for h in index.paths_from[j]:
                ends.append(_leaving(ports.driven.get((h, j), y[:, h]), arch.paths[h].latency))
            _limit_ports(index, constraints, "read ports", component.read_ports, j, ends)


def _leaving(arriving: Literals, latency: int) -> Literals:
    """Shift [V, span] from the cycle of arriving to the cycle of leaving."""
    if not latency:
        return arriving
    leaving = np.zeros_like(arriving)
    leaving[:, :-latency] = arriving[:, latency:]
    return leaving


def rule_driven(index: Index, constraints: ConstraintModel, ports: Ports, x: Literals) -> None:
    """driven[i,h,s,k] → X[i,s,k-1-λ]."""
    for (h, s), own in ports.driven.items():
        i, k = np.nonzero(own)
        left = k - 1 - index.problem.arch.paths[h].latency
        held = np.where(left >= 0, x[i, s, np.maximum(left, 0)], 0)
        constraints.add_clauses("ports", np.stack([-own[i, k], held], axis=1).astype(np.int32))


def _limit_ports(
    index: Index,
    constraints: ConstraintModel,
    family: str,
    bound: int,
    j: int,
    ends: list[Literals],
) -> None:
    stacked = np.concatenate(ends)
    period = index.problem.contexts
    cycles = stacked.shape[1]
    groups = []
    for t in range(period or cycles):
        literals = stacked[:, t::period] if period else stacked[:, t]
        literals = literals[literals > 0]
        if len(literals) > bound:
            groups.append((Place(index.problem.arch.components[j].name, t), literals))
    constraints.add_groups(family, bound, groups)
