"""Clauses on what passes through components that can be switched off.

Clause 5 lets a transfer leave a switch in the cycle in which its value arrives there. The arrival
is no variable of the switch, and a bus that brings it may have other targets. So the clauses that
say what supports a transfer are added again, with the arrivals in a switch behind its variable.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from models.space_time.constraint_model import Literals
from models.space_time.transfers import chain_limit
from models.space_time.xyz_model import XyzModel, held_at_sources, passing_by

FAMILY = "switch is there"


def rule_passing(model: XyzModel, places: Mapping[int, int]) -> None:
    """No value passes through a component of `places` unless its variable is true.

    Chains of limited length are supported in the same way, layer by layer.
    """
    gates = {j: variable for j, variable in places.items() if model.index.switches[j]}
    limited = chain_limit(model.index)
    layers = [*model.chains, model.y]
    for h, path in enumerate(model.problem.arch.paths):
        if gates.keys().isdisjoint(model.index.sources[h]):
            continue
        for n, layer in enumerate(layers):
            before = n if limited is None else n - limited.takes[h]
            if before >= 0:
                arriving = model.y if path.latency else layers[before]
                _support(model, gates, h, layer[:, h], arriving)


def _support(
    model: XyzModel, gates: Mapping[int, int], h: int, sent: Literals, arriving: Literals
) -> None:
    """sent[i,k] → ⋁s X[i,s,k-1-λ] ∨ ⋁s P[i,s,k] over the sources s of path h; P[i,s,k] → S[s], and
    P[i,s,k] → ⋁g arriving[i,g,k-λ] over the paths g into s.
    """
    i, k = np.nonzero(sent)
    columns = [-sent[i, k], *held_at_sources(model, h, i, k)]
    for s in model.index.sources[h]:
        if not model.index.switches[s]:
            continue
        through = passing_by(model, h, s, i, k, arriving)
        if s in gates:
            passes = model.constraints.new_variables(np.ones(len(i), dtype=bool))
            there = np.full(len(i), gates[s], dtype=np.int32)
            _add(model, [-passes, there])
            _add(model, [-passes, *through])
            through = [passes]
        columns += through
    _add(model, columns)


def _add(model: XyzModel, columns: list[np.ndarray]) -> None:
    model.constraints.add_clauses(FAMILY, np.stack(columns, axis=1).astype(np.int32))
