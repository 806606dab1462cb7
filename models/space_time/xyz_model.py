"""The X/Y/Z model of one question: its variables, and the literals that rules ask it for.

The rules of `transfers.py`, `limits.py`, `progress.py` and `symmetry_breaking.py` add clauses to
it; `xyz.py` builds it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from models.data.computation import Setting, Wire
from models.data.problem import Problem
from models.space_time.constraint_model import ConstraintModel, Literals
from models.space_time.index import Index


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
        """[V, span]: literals that are true if a value on path h enters component j."""
        return self.latched.get((h, j), y[:, h])

    def drive(self, h: int, s: int, x: Literals, latency: int) -> Literals:
        """[V, span], by cycle of leaving: literals that justify a transfer on h out of s."""
        own = self.driven.get((h, s))
        if own is None:
            return x[:, s]
        return earlier(own, 1 + latency)


def allocate_loaded(model: XyzModel) -> None:
    """Create V[i,j], "component j holds invariant i for the whole loop", as a mark of cycle 0."""
    if model.index.loadable.any():
        wanted = np.zeros(model.x.shape, dtype=bool)
        wanted[:, :, 0] = model.index.loadable
        model.marks["loaded"] = model.constraints.new_variables(wanted)


def loaded(model: XyzModel, j: int, d: np.ndarray, distance: np.ndarray) -> list[np.ndarray]:
    """Columns [n] of literals "j holds value d for the whole loop", 0 for earlier iterations."""
    if "loaded" not in model.marks:
        return []
    return [np.where(distance == 0, model.marks["loaded"][d, j, 0], 0)]


def earlier(literals: Literals, cycles: int) -> Literals:
    """[V, span]: the literals of so many cycles later, 0 at the end."""
    found = np.zeros_like(literals)
    later = literals[:, cycles:]
    found[:, : later.shape[1]] = later
    return found


@dataclass(frozen=True)
class XyzModel:
    """The constraints of one question, and the variables from which its answer is read.

    `x` [V, J, span], `y` [V, H, span], `z` [V, J, N] hold variables, 0 where none exists; `w` [L,
    J, N] are the paper's Z[i,j,k,l] of every candidate l, or z itself for a value with only one.
    `q` are the control signals of blocks, `p` [J, N] the variables for reading their outputs;
    `done` [N] by operation is true if it has been completed by the end of a cycle; `chains` by n,
    if a transfer [V, H, span] needs a chain of at most n, if the model is `grounded`. `routes` [V,
    J, span] are true if a component stores a value in passing, where that takes a slot. `marks`
    are further variables [V, J, span], by their word in the symbol table, `cells` those of a user's
    constraints: number, side and key.
    """

    index: Index
    horizon: int
    x: Literals
    y: Literals
    z: Literals
    w: Literals
    q: dict[Setting, int]
    constraints: ConstraintModel
    ports: Ports
    routes: Literals
    done: dict[int, Literals] = field(default_factory=dict)
    p: dict[Wire, Literals] = field(default_factory=dict)
    chains: list[Literals] = field(default_factory=list)
    marks: dict[str, Literals] = field(default_factory=dict)
    cells: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    grounded: bool = True

    @property
    def problem(self) -> Problem:
        """The problem that was modelled."""
        return self.index.problem

    @property
    def period(self) -> int:
        """T, or 0 without pipelining."""
        return self.problem.contexts or 0


def arrivals(model: XyzModel, j: int, i: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns [n] of literals "value i arrives in j in cycle k", for `i`, `k` [n]; one per path."""
    return [model.ports.latch(h, j, model.y)[i, k] for h in model.index.paths_into[j]]


def readable(model: XyzModel, j: int, d: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns [n] of literals "value d can be read in j in cycle k", held or arriving."""
    columns = [model.x[d, j, k - 1]]
    # A component without intermediates reads none, even if a bus passes one on.
    admitted = model.index.admits[d, j]
    return columns + [np.where(admitted, c, 0) for c in arrivals(model, j, d, k)]


def held_at_sources(model: XyzModel, h: int, i: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns [n] of literals "value i is held at source s when path h starts to bring it in k"."""
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
    columns = []
    for s in model.index.sources[h]:
        if model.index.switches[s]:
            columns += passing_by(model, h, s, i, k, arriving)
    return columns


def passing_by(
    model: XyzModel, h: int, s: int, i: np.ndarray, k: np.ndarray, arriving: Literals
) -> list[np.ndarray]:
    """The columns of `passing` of one switch `s`."""
    index = model.index
    left = k - model.problem.arch.paths[h].latency
    possible = index.admits[i, s] & (left >= 1)
    before = np.maximum(left, 0)
    return [np.where(possible, arriving[i, g, before], 0) for g in index.paths_into[s]]
