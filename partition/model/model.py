"""The constraint model of the best partition into K parts that run one after another.

Variables: y[b,p], "block b is in part p or a later one" (order encoding: an edge is one
implication); s[u,p] and l[u,p], "value u is stored, loaded in part p"; i[p,t], "the II of part p
is t or more". The objective is one of

- `cut`: edges between parts, the sum of c[u,v];
- `extra`: stores and loads, the sum of all s and l;
- `intervals`: the sum of all i, a lower bound on the total II (`partition.model.limits`);
- `none`: a feasibility question.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from models.space_time.constraint_model import ConstraintModel, Literals, Place
from partition.model.graph import PartitionGraph
from partition.model.limits import Limits

Objective = Literal["cut", "extra", "intervals", "none"]


@dataclass(frozen=True)
class Asked:
    """A question about partitions.

    At most `parts` parts, all of them non-empty if `full`. Every part, used or not, has `least` to
    `most` operations and an II of at most `max_interval`; the IIs sum to at most `total`.
    Operations use at most the fraction `fill` of the slots that routed values share, as full parts
    are hard to map.
    """

    parts: int
    objective: Objective
    full: bool = True
    most: int | None = None
    least: int | None = None
    max_interval: int | None = None
    total: int | None = None
    fill: float = 1.0


@dataclass
class PartitionModel:
    """The variables by meaning, and the constraints over them.

    `y` [blocks, K+1]: 0 is a constant, true at p = 0 and false at p = K.
    """

    asked: Asked
    graph: PartitionGraph
    limits: Limits
    y: Literals
    constraints: ConstraintModel
    stored: dict[tuple[str, int], int] = field(default_factory=dict)
    loaded: dict[tuple[str, int], int] = field(default_factory=dict)
    cut: dict[tuple[str, str], int] = field(default_factory=dict)
    interval: Literals = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int32))

    def before(self, b: int, p: int) -> list[int]:
        """Return the literals of "b is in a part before p", as a clause; empty if impossible."""
        return [-int(self.y[b, p])] if self.y[b, p] else []

    def outside(self, b: int, p: int) -> list[int]:
        """Return the clause "b is not in part p": before it, or after it."""
        after = int(self.y[b, p + 1])
        return [*self.before(b, p), *([after] if after else [])]


def build(graph: PartitionGraph, limits: Limits, asked: Asked) -> PartitionModel:
    """Return the constraint model of a question; `asked.parts` must be at least 1."""
    model = ConstraintModel()
    wanted = np.ones((len(graph.blocks), asked.parts + 1), dtype=np.bool_)
    wanted[:, 0] = wanted[:, -1] = False
    built = PartitionModel(asked, graph, limits, model.new_variables(wanted), model)
    order(built)
    if asked.full:
        no_part_empty(built)
    sizes(built)
    if asked.objective == "cut":
        edges_cut(built)
    if asked.objective != "cut" or asked.max_interval is not None or asked.total is not None:
        stores_and_loads(built)
        intervals(built)
    model.objective = [(1, v) for v in objective_variables(built)]
    return built


def order(model: PartitionModel) -> None:
    """Constraint 1, order: y[b,p+1] => y[b,p]; for every edge a -> b, y[a,p] => y[b,p].

    If the array cannot store and load, readers are in the part of their operands.
    """
    y = model.y[:, 1:-1]
    add = model.constraints.add_clauses
    add("1 order", np.stack([-y[:, 1:], y[:, :-1]], axis=-1).reshape(-1, 2))
    for a, b in model.graph.edges:
        add("1 order", np.stack([-y[a], y[b]], axis=-1))
    if not model.limits.carries:
        of = model.graph.block_of
        for value, readers in model.graph.readers.items():
            for reader in readers:
                add("1 order", np.stack([y[of[value]], -y[of[reader]]], axis=-1))


def no_part_empty(model: PartitionModel) -> None:
    """Constraint 2, no part empty: every part has a block."""
    for p in range(model.asked.parts):
        inside = model.constraints.new_variables(np.ones(len(model.y), dtype=np.bool_))
        rows: list[list[int]] = []
        for b, literal in enumerate(inside.tolist()):
            if model.y[b, p]:
                rows.append([-literal, int(model.y[b, p])])
            if model.y[b, p + 1]:
                rows.append([-literal, -int(model.y[b, p + 1])])
        model.constraints.add_clauses("2 no part empty", _rows(rows))
        model.constraints.add_clauses("2 no part empty", inside[None, :])


def sizes(model: PartitionModel) -> None:
    """Constraint 3, sizes: every part has `least` to `most` operations.

    The size of part p is the sum of y[b,p] less that of y[b,p+1].
    """
    count = np.array([len(names) for names in model.graph.blocks])
    for p in range(model.asked.parts):
        inside, certain = _inside(model, count, p)
        if model.asked.most is not None:
            bound = model.asked.most + int(count.sum()) - certain
            _at_most(model, "3 sizes", inside, bound, f"part {p}")
        if model.asked.least is not None:
            outside = [-literal for literal in inside]
            bound = len(inside) + certain - int(count.sum()) - model.asked.least
            _at_most(model, "3 sizes", outside, bound, f"part {p}")


def edges_cut(model: PartitionModel) -> None:
    """Constraint 4, cut: y[v,p] and not y[u,p] => c[u,v]."""
    of = model.graph.block_of
    for value, readers in model.graph.readers.items():
        for reader in readers:
            a, b = of[value], of[reader]
            if a == b:
                continue
            variable = _variable(model)
            model.cut[value, reader] = variable
            y = model.y[:, 1:-1]
            rows = np.stack([-y[b], y[a], np.full(y.shape[1], variable)], axis=-1)
            model.constraints.add_clauses("4 cut", rows.astype(np.int32))


def stores_and_loads(model: PartitionModel) -> None:
    """Constraint 5, stores: u in part p and a reader after it => s[u,p].

    Constraint 6, loads: a reader in part p and u before it => l[u,p].
    """
    if not model.limits.carries:
        return
    of, parts = model.graph.block_of, model.asked.parts
    stores: list[list[int]] = []
    loads: list[list[int]] = []
    for value, names in model.graph.readers.items():
        own = of[value]
        readers = sorted({of[name] for name in names} - {own})
        if not readers:
            continue
        for p in range(parts - 1):
            stored = model.stored[value, p] = _variable(model)
            for b in readers:
                stores.append([*model.outside(own, p), -int(model.y[b, p + 1]), stored])
        for p in range(1, parts):
            loaded = model.loaded[value, p] = _variable(model)
            for b in readers:
                loads.append([int(model.y[own, p]), *model.outside(b, p), loaded])
    model.constraints.add_clauses("5 stores", _rows(stores))
    model.constraints.add_clauses("6 loads", _rows(loads))


def intervals(model: PartitionModel) -> None:
    """Constraint 7, II: operations competing for n slots in part p are at most n * sum i[p,t].

    Besides, i[p,t+1] => i[p,t]; every block in part p needs i[p,1], a block with a recurrence its
    II; used parts come first.
    """
    asked, limits, add = model.asked, model.limits, model.constraints.add_clauses
    # No part needs more than the whole DFG with every value stored and loaded.
    all_counts = limits.weight.sum(axis=0)
    if limits.carries:
        crossing = len(model.graph.readers)
        all_counts[limits.store] += crossing
        all_counts[limits.load] += crossing
    most = limits.interval(all_counts, int(limits.recurrence.max(initial=1)))
    most = math.ceil(most / asked.fill)
    if asked.max_interval is not None:
        most = min(most, asked.max_interval)
    shape = (asked.parts, most)
    model.interval = model.constraints.new_variables(np.ones(shape, dtype=np.bool_))
    i = model.interval
    add("7 intervals", np.stack([-i[:, 1:], i[:, :-1]], axis=-1).reshape(-1, 2))
    add("7 intervals", np.stack([-i[1:, 0], i[:-1, 0]], axis=-1))
    used: list[list[int]] = []
    for b in range(len(model.y)):
        needs = int(limits.recurrence[b])
        for p in range(asked.parts):
            used.append([*model.outside(b, p), *([int(i[p, needs - 1])] if needs <= most else [])])
    add("7 intervals", _rows(used))
    for n, row in enumerate(limits.competes):
        count = limits.weight @ row
        offered = [limits.offered(n, t, asked.fill) for t in range(most + 1)]
        for p in range(asked.parts):
            items, certain = _inside(model, count, p)
            for chosen, place in ((model.stored, limits.store), (model.loaded, limits.load)):
                if row[place] and limits.carries:
                    items += [v for (_, q), v in chosen.items() if q == p]
            # At II t, `offered[t]` of the slots may be used.
            items += [
                -int(v) for v, more in zip(i[p], np.diff(offered), strict=True) for _ in range(more)
            ]
            bound = int(offered[-1]) + int(count.sum()) - certain
            _at_most(model, "7 intervals", items, bound, f"part {p}")
    if asked.total is not None:
        _at_most(model, "8 total", i.ravel().tolist(), asked.total, "all parts")


def objective_variables(model: PartitionModel) -> list[int]:
    """Return the variables whose sum is minimised."""
    if model.asked.objective == "cut":
        return list(model.cut.values())
    if model.asked.objective == "extra":
        return [*model.stored.values(), *model.loaded.values()]
    if model.asked.objective == "none":
        return []
    found: list[int] = model.interval.ravel().tolist()
    return found


def decode(model: PartitionModel, true: Sequence[int]) -> list[int]:
    """Return the part of each block, given the true variables."""
    on = np.zeros(model.constraints.variables + 1, dtype=np.int64)
    on[[v for v in true if v <= model.constraints.variables]] = 1
    on[0] = 0
    return [int(n) for n in on[model.y].sum(axis=1)]


def literals_of(model: PartitionModel, part: Sequence[int]) -> list[int]:
    """Return the literals of the given part of each block, as a hint."""
    return [
        int(v) if p <= own else -int(v)
        for row, own in zip(model.y[:, 1:-1], part, strict=True)
        for p, v in enumerate(row, start=1)
    ]


def _inside(model: PartitionModel, count: Literals, p: int) -> tuple[list[int], int]:
    """Return literals and a constant: true literals + constant = Σ `count` + load of part p.

    `count` [blocks] is the weight of each block; the load is the weight of the blocks in part p.
    """
    found: list[int] = []
    certain = 0
    for b, times in enumerate(count.tolist()):
        now, later = int(model.y[b, p]), int(model.y[b, p + 1])
        found += [now] * (times if now else 0)
        found += [-later] * (times if later else 0)
        certain += times * ((not now) + (not later))
    return found, certain


def _variable(model: PartitionModel) -> int:
    return int(model.constraints.new_variables(np.ones(1, dtype=np.bool_))[0])


def _at_most(
    model: PartitionModel, family: str, literals: list[int], bound: int, name: str
) -> None:
    if len(literals) > bound:
        row = np.array(literals, dtype=np.int32)
        if bound < 0:
            model.constraints.add_clauses(family, np.zeros((1, 1), dtype=np.int32))
        else:
            model.constraints.add_groups(family, bound, [(Place(name, 0), row)])


def _rows(rows: list[list[int]]) -> Literals:
    found = np.zeros((len(rows), max(map(len, rows), default=0)), dtype=np.int32)
    for row, literals in zip(found, rows, strict=True):
        row[: len(literals)] = literals
    return found
