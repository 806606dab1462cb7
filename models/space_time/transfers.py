"""Clauses on transfers: their supports, chains through switches, routes, and ports.

Clause 5 lets a transfer through a switch be supported by another one of the same cycle. A cycle of
transfers that support each other satisfies it without carrying a value, so chains get a length.
Omitting the lengths gives a relaxation: enough to refute, and often to find a mapping.

A transfer over a path with one source and one target uses both ends' ports. On a bus the solver
chooses the source that drives it and the targets that latch it, so each such end with limited ports
gets variables of its own, as far as ports are limited there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from models.data.architecture import Architecture
from models.data.traits import RESERVED, require_understood
from models.errors import NotSupportedError
from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index
from models.space_time.index_array import ArrayIndex, circling, feeds
from models.space_time.limits import limit_per_cycle
from models.space_time.xyz_model import (
    XyzModel,
    arrivals,
    earlier,
    held_at_sources,
    passing,
    readable,
)

UNDERSTANDS = RESERVED | {"file_ports", "invariants"}
"""The traits of arrays that the rules of the model express."""


def require_plain_ports(arch: Architecture) -> None:
    """Raise `NotSupportedError` for a trait that the model lacks, and for ports of a switch."""
    require_understood(arch, UNDERSTANDS, "is in no rule of the model")
    ported = {
        part.name
        for part in arch.components
        if part.switch and (part.read_ports is not None or part.write_ports is not None)
    }
    for position, path in enumerate(arch.paths):
        for ends in (path.sources, path.targets):
            both = ported.intersection(ends)
            if both and len(ends) > 1:
                raise NotSupportedError(
                    f"switch '{min(both)}' has limited ports, and is one of several ends of"
                    f" path '{path.name}'",
                    f"$.paths[{position}]",
                )


def rule_readable(
    model: XyzModel, family: str, columns: list[np.ndarray], j: int, d: np.ndarray, k: np.ndarray
) -> None:
    """Add the clauses of `columns`, or else value d can be read in component j in cycle k.

    Where ports are those of a register file, there is a second one: … ∨ F[d,j,k] ∨ ⋁h Y[d,h,k],
    and F, "d is read from the file", takes a port.
    """
    held, *arriving = readable(model, j, d, k)
    rows = np.stack([*columns, held, *arriving], axis=1)
    model.constraints.add_clauses(family, rows.astype(np.int32))
    if model.problem.arch.components[j].file_ports:
        rows = np.stack([*columns, _file_reads(model)[d, j, k], *arriving], axis=1)
        model.constraints.add_clauses("file ports", rows.astype(np.int32))


def _file_reads(model: XyzModel) -> Literals:
    """F [V, J, span]: "value i is read from the register file j in cycle k", which it was in."""
    if "read" not in model.marks:
        wanted = np.zeros(model.x.shape, dtype=bool)
        for j, component in enumerate(model.problem.arch.components):
            if component.file_ports:
                wanted[:, j, 1:] = model.x[:, j, :-1] > 0
        model.marks["read"] = model.constraints.new_variables(wanted)
    return model.marks["read"]


def _file_writes(model: XyzModel, j: int) -> Literals:
    """[issues, span]: the issues whose results enter the register file j, by that cycle."""
    index, rows = model.index, []
    for i, ways in enumerate(index.candidates_of):
        if index.values[i] in model.problem.dfg.unread:
            continue
        issues = [(model.z[i, j], index.latency[i, j])]
        if index.uneven[i, j]:
            issues = [(model.w[n, j], index.candidate_latency[n, j]) for n in ways]
        for issued, latency in issues:
            if latency:
                started = np.flatnonzero(issued[: max(model.horizon - latency + 1, 0)])
                rows.append(np.zeros(model.x.shape[2], dtype=np.int32))
                rows[-1][started + latency - 1] = issued[started]
    return np.array(rows, dtype=np.int32).reshape(len(rows), model.x.shape[2])


def rule_5_transfer(model: XyzModel) -> None:
    """5: Y[i,h,k] → ⋁s X[i,s,k-1-λ] over the sources s of h, and ⋁g Y[i,g,k-λ] over the paths g
    into those that are switches.
    """
    for h in range(len(model.problem.arch.paths)):
        i, k = np.nonzero(model.y[:, h, :])
        columns = [-model.y[i, h, k], *held_at_sources(model, h, i, k)]
        columns += passing(model, h, i, k, model.y)
        model.constraints.add_clauses("5 transfer", np.stack(columns, axis=1).astype(np.int32))


def rule_pairs(model: XyzModel) -> None:
    """The loop formulas of single paths and of pairs that may support each other."""
    if not model.index.switches.any():
        return
    before = feeds(model.index)
    pairs = {tuple(sorted({g, h})) for h, own in enumerate(before) for g in own if h in before[g]}
    for pair in sorted(pairs):
        rule_circle(model, pair)


def rule_circle(model: XyzModel, circle: Collection[int]) -> None:
    """Y[i,h,k] → ⋁ of all arrivals of i in `circle` from outside in k, for all h of it, i, k."""
    used = (model.y[:, list(circle)] > 0).any(axis=1)
    i, k = np.nonzero(used)
    outside = model.y.copy()
    outside[:, list(circle)] = 0
    columns: list[np.ndarray] = []
    for h in circle:
        columns += held_at_sources(model, h, i, k)
        columns += passing(model, h, i, k, outside)
    rows = []
    for h in circle:
        own = model.y[i, h, k]
        kept = own > 0
        rows.append(np.stack([-own, *columns], axis=1)[kept])
    model.constraints.add_clauses("circles", np.concatenate(rows).astype(np.int32))


class ChainLimit(NamedTuple):
    """A chain of transfers within a cycle takes at most `most`, over path h `takes[h]` of it.

    `unit` is the amount of one hop, or of one arrival in a switch where hops are not limited.
    """

    most: int
    takes: list[int]
    unit: int = 1


def chain_limit(index: ArrayIndex) -> ChainLimit | None:
    """Return the limit that keeps chains within `max_hops`, and transfers from supporting each
    other in a cycle; None where every chain is acyclic and unlimited.

    The shortest chain enters each switch once, so arrivals in switches are counted where cycles are
    possible; where these take no hops, and hops are limited, both at once.
    """
    arch = index.problem.arch
    if not index.switches.any():
        return None
    around = circling(index)
    if arch.max_hops is None and not around:
        return None
    into = {t for h in around for t in index.targets[h]}
    # A bus may come back into a switch and reach another component as well.
    most = sum(int(index.switches[t]) for t in into) + any(not index.switches[t] for t in into)
    arrivals = [int(h in around) for h in range(len(arch.paths))]
    if arch.max_hops is None:
        return ChainLimit(most, arrivals)
    unit = most + 1
    takes = [unit * path.hops + own for path, own in zip(arch.paths, arrivals, strict=True)]
    return ChainLimit(unit * arch.max_hops + most, takes, unit)


def rule_chains(model: XyzModel, most: int | None = None) -> list[Literals]:
    """With `chain_limit` M: D[i,h,k,n], value i arrives over h in k by a chain of at most n < M.

    D[i,h,k,n] → Y[i,h,k]; D[i,h,k,n] → ⋁s X[i,s,k-1-λ] ∨ ⋁g D[i,g,k,n-c], and so Y[i,h,k] itself
    with n = M; c is what path h takes, g the paths into switches at its source. A path of
    latency λ > 0 begins a new chain. Returns the D[·,·,·,n] of all n.
    """
    limited = chain_limit(model.index)
    if limited is None:
        return []
    bound, takes, unit = limited
    most = bound if most is None else min(bound, most * unit)
    paths, index = model.problem.arch.paths, model.index
    into_switch = np.array([any(index.switches[t] for t in targets) for targets in index.targets])
    layers: list[Literals] = []
    for n in range(most):
        possible = into_switch & (np.array(takes) <= n)
        layers.append(model.constraints.new_variables((model.y > 0) & possible[None, :, None]))
    layers.append(model.y)
    for n, layer in enumerate(layers):
        for h, path in enumerate(paths):
            i, k = np.nonzero(layer[:, h])
            if not len(i) or takes[h] > n:
                model.constraints.add_clauses("chains", -layer[i, h, k][:, None])
                continue
            if n < most:
                both = np.stack([-layer[i, h, k], model.y[i, h, k]], axis=1)
                model.constraints.add_clauses("chains", both.astype(np.int32))
            before = model.y if path.latency else layers[n - takes[h]]
            columns = [-layer[i, h, k], *held_at_sources(model, h, i, k)]
            columns += passing(model, h, i, k, before)
            model.constraints.add_clauses("chains", np.stack(columns, axis=1).astype(np.int32))
    return layers[:-1]


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


def rule_ports(model: XyzModel) -> None:
    """At most `read_ports` transfers leave and `write_ports` enter a component per cycle mod T.

    On a bus: latched → Y, and driven → X at its source; clause 5 requires a driver.
    Ports of a register file count F[i,j,k] as well, and Z[i,j,k-L+1] of values that are used.
    """
    index, ports, y = model.index, model.ports, model.y
    for (h, _), own in ports.latched.items():
        used = own > 0
        rows = np.stack([-own[used], y[:, h][used]], axis=1).astype(np.int32)
        model.constraints.add_clauses("ports", rows)
    arch = model.problem.arch
    for j, component in enumerate(arch.components):
        name, filed = component.name, component.file_ports
        if component.write_ports is not None and (filed or index.paths_into[j]):
            ends = [ports.latch(h, j, y) for h in index.paths_into[j]]
            ends += [_file_writes(model, j)] if filed else []
            entering = np.concatenate(ends)
            limit_per_cycle(model, "write ports", component.write_ports, name, entering, 0)
        if component.read_ports is not None and (filed or index.paths_from[j]):
            ends = [
                earlier(ports.driven.get((h, j), y[:, h]), arch.paths[h].latency)
                for h in index.paths_from[j]
            ]
            ends += [_file_reads(model)[:, j]] if filed else []
            leaving = np.concatenate(ends)
            limit_per_cycle(model, "read ports", component.read_ports, name, leaving, 0)


def rule_driven(model: XyzModel) -> None:
    """driven[i,h,s,k] → X[i,s,k-1-λ]."""
    for (h, s), own in model.ports.driven.items():
        i, k = np.nonzero(own)
        left = k - 1 - model.problem.arch.paths[h].latency
        held = np.where(left >= 0, model.x[i, s, np.maximum(left, 0)], 0)
        rows = np.stack([-own[i, k], held], axis=1).astype(np.int32)
        model.constraints.add_clauses("ports", rows)
