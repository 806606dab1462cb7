"""Switches: what arrives leaves again in the same cycle, over so many hops, and never in a circle.

Clause 5 lets a transfer rest on another one of the same cycle. A ring of transfers that rest on
each other satisfies it without any of them carrying a value, so chains get a length. Leaving the
lengths out asks for less than a mapping: enough to refute, and often to find one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.data.architecture import Architecture
from models.errors import NotSupportedError
from models.space_time.constraint_model import Literals
from models.space_time.index_array import ArrayIndex, circling

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


def require_plain_ports(arch: Architecture) -> None:
    """Raise `NotSupportedError` where the model has no words for the ports of a switch."""
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


def held_at_sources(model: XyzModel, h: int, i: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns of literals "value i is held at source s in time for path h to bring it in k"."""
    latency = model.problem.arch.paths[h].latency
    left = k - 1 - latency
    columns = []
    for s in model.index.sources[h]:
        literals = model.ports.drive(h, s, model.x, latency)
        columns.append(np.where(left >= 0, literals[i, np.maximum(left, 0)], 0))
    return columns


def passing(
    model: XyzModel, h: int, i: np.ndarray, k: np.ndarray, arriving: Literals
) -> list[np.ndarray]:
    """Columns of literals of `arriving` [V, H, span]: value i comes into a switch that is a source
    of path h in the cycle in which it has to leave to arrive in cycle k.
    """
    index = model.index
    left = k - model.problem.arch.paths[h].latency
    columns = []
    for s in index.sources[h]:
        if index.switches[s]:
            possible = index.admits[i, s] & (left >= 1)
            for g in index.paths_into[s]:
                literals = arriving[i, g, np.maximum(left, 0)]
                columns.append(np.where(possible, literals, 0))
    return columns


class ChainLimit(NamedTuple):
    """A chain of transfers within a cycle takes at most `most`, over path h `takes[h]` of it.

    `unit` is what one hop takes, or one arrival in a switch where hops are not limited.
    """

    most: int
    takes: list[int]
    unit: int = 1


def chain_limit(index: ArrayIndex) -> ChainLimit | None:
    """Return the limit that keeps chains within `max_hops`, and transfers from resting on each
    other in a circle. None where every chain ends by itself.

    The shortest chain comes into each switch once, so arrivals in switches are counted where
    there may be circles; where these take no hops, and hops are limited, both at once.
    """
    arch = index.problem.arch
    if not index.switches.any():
        return None
    around = circling(index)
    if arch.max_hops is None and not around:
        return None
    into = {t for h in around for t in index.targets[h]}
    # A bus may come back into a switch on its way to something else.
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
