"""The cyclic relaxation of the X/Y/Z model: its cycles are a ring of `turns` times the contexts.

Cycle k of a mapping is cycle k mod R of the ring, R = turns · T. Every rule that looks a fixed
number of cycles back holds there, and limits per context count no more than in the mapping. So a
relaxation without a solution refutes the II for schedules of any length, though the model is no
longer than R cycles. It lacks only the order of time beyond the ring: an operand may be read before
it is computed, as long as the cycles are right modulo R. Orders, limits of chains through switches,
and "at most K of these inputs" in cycle 0 are left out.

Values held or transferred all around the ring could support themselves. `unfounded` finds them, and
`loop_clauses` forbids them: the loop formulas of Lin and Zhao, "ASSAT: Computing Answer Sets of a
Logic Program by SAT Solvers", 2004.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.data.dfg import Operand
from models.data.problem import Problem
from models.data.traits import AS_WRITTEN, RESERVED, unknown_traits
from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index
from models.space_time.limits import (
    rule_8_registers,
    rule_9_width,
    rule_10_issue,
    rule_invariants,
    rule_shared,
)
from models.space_time.progress import rule_required
from models.space_time.transfers import allocate_routes, rule_ports, rule_routes
from models.space_time.xyz_model import Ports, XyzModel, allocate_loaded, loaded

UNDERSTANDS = RESERVED - AS_WRITTEN - {"ported_bus"} | {"invariants"}

MOST_USES = 4
"""The most uses of a counted value: values are hardly ever computed more often."""

RESTS = ("4 holding", "5 transfer", "routes")
"""Families of clauses "this item needs one of those supports"."""

READS = ("6 operands", "3 results")


def is_cyclic(problem: Problem) -> bool:
    """Whether a problem has a cyclic relaxation: a pipelined graph without reordering, whose
    operations are executed in one way each, on an array without limited ports at the ends of buses.
    """
    return problem.contexts is not None and not unknown_traits(problem, UNDERSTANDS)


def build_cyclic(problem: Problem, turns: int) -> XyzModel:
    """Return the relaxation of a problem that has one; its `horizon` is the length of the ring."""
    index, constraints = Index(problem), ConstraintModel()
    ring = turns * (problem.contexts or 0)
    x, y, z = _variables(index, ring, constraints)
    w = z[[entry.value for entry in index.candidates]]
    ports, routes = Ports({}, {}), allocate_routes(index, constraints, x, y)
    model = XyzModel(index, ring, x, y, z, w, {}, constraints, ports, routes, grounded=False)
    allocate_loaded(model)
    _results(model)
    _holding(model)
    _transfers(model)
    _operands(model)
    rule_8_registers(model)
    rule_9_width(model)
    rule_10_issue(model)
    rule_routes(model)
    rule_shared(model)
    rule_invariants(model)
    rule_ports(model)
    rule_required(model, implied=True)
    _uses(model)
    return model


def _variables(
    index: Index, ring: int, constraints: ConstraintModel
) -> tuple[Literals, Literals, Literals]:
    """X[i,j,k], Y[i,h,k] of values that are read, or are results; Z[i,j,k] of executed values."""
    used = np.zeros(len(index.values), dtype=bool)
    for i in index.executed:
        used[[d for n in index.candidates_of[i] for d, _ in index.candidates[n].reads]] = True
    used[[index.value[name] for name in index.problem.dfg.results]] = True
    x = used[:, None] & index.may_hold
    closed = ~index.admits
    y = np.zeros((len(used), len(index.problem.arch.paths)), dtype=bool)
    for h in range(y.shape[1]):
        out = closed[:, index.sources[h]].all(axis=1)
        y[:, h] = used & ~out & ~closed[:, index.targets[h]].all(axis=1)
    executed = np.zeros(len(used), dtype=bool)
    executed[sorted(index.executed)] = True
    z = executed[:, None] & (index.latency > 0)
    around = np.ones(ring, dtype=bool)
    return (
        constraints.new_variables(x[:, :, None] & around),
        constraints.new_variables(y[:, :, None] & around),
        constraints.new_variables(z[:, :, None] & around),
    )


def _results(model: XyzModel) -> None:
    """3: ⋁k X[i,e,k] for every result i, e the external component."""
    rows = [model.index.value[name] for name in model.problem.dfg.results]
    if rows:
        model.constraints.add_clauses("3 results", model.x[rows, model.index.external])


def _add(model: XyzModel, family: str, head: Literals, columns: list[Literals]) -> None:
    """Add head → ⋁ columns for every variable of `head` [V, R]; columns are as large."""
    wanted = head > 0
    rows = np.stack([-head[wanted], *(column[wanted] for column in columns)], axis=1)
    model.constraints.add_clauses(family, rows.astype(np.int32))


def _earlier(literals: Literals, cycles: int) -> Literals:
    """[V, R]: the literals of so many cycles before, around the ring."""
    return np.roll(literals, cycles, axis=1)


def _arriving(model: XyzModel, j: int) -> list[Literals]:
    """Columns of literals "value i arrives in component j"."""
    admitted = model.index.admits[:, j, None]
    return [np.where(admitted, model.y[:, h], 0) for h in model.index.paths_into[j]]


def _holding(model: XyzModel) -> None:
    """4: X[i,j,k] → X[i,j,k-1] ∨ ⋁h Y[i,h,k] ∨ Z[i,j,k-L+1]; inputs are where they are at first."""
    index, cycles = model.index, np.arange(model.horizon)
    for j, part in enumerate(model.problem.arch.components):
        head = model.x[:, j].copy()
        head[[i for i, at in index.initial if at == j]] = 0
        columns = [] if part.transient else [_earlier(model.x[:, j], 1)]
        if part.routing_issues:
            columns.append(model.routes[:, j])
        elif part.keeps_arrivals:
            columns += _arriving(model, j)
        issued = (cycles[None, :] - index.latency[:, j, None] + 1) % model.horizon
        columns.append(np.take_along_axis(model.z[:, j], issued, axis=1))
        _add(model, "4 holding", head, columns)


def _transfers(model: XyzModel) -> None:
    """5: Y[i,h,k] → ⋁s X[i,s,k-1-λ], and ⋁g Y[i,g,k-λ] over the paths g into switches s."""
    index = model.index
    for h, path in enumerate(model.problem.arch.paths):
        columns = []
        for s in index.sources[h]:
            columns.append(_earlier(model.x[:, s], 1 + path.latency))
            if index.switches[s]:
                columns += [_earlier(y, path.latency) for y in _arriving(model, s)]
        _add(model, "5 transfer", model.y[:, h], columns)


def _operands(model: XyzModel) -> None:
    """6: Z[i,j,k] → X[d,j,k-1+δT] ∨ ⋁h Y[d,h,k+δT] ∨ V[d,j] for every operand d at distance δ."""
    index = model.index
    for entry in index.candidates:
        for read in dict.fromkeys(entry.candidate.operands):
            if not isinstance(read, Operand) or read.value not in index.value:
                continue
            d, later = index.value[read.value], read.distance * model.period
            for j in range(len(model.problem.arch.components)):
                sources = [_earlier(model.x[:, j], 1 - later)]
                sources += [_earlier(y, -later) for y in _arriving(model, j)]
                own = loaded(model, j, np.full(model.horizon, d), np.full(model.horizon, later))
                columns = [column[d][None, :] for column in sources]
                columns += [column[None, :] for column in own]
                _add(model, "6 operands", model.z[entry.value, j][None, :], columns)


def _uses(model: XyzModel) -> None:
    """At most U of {Z[i,j,k] for all j, k}, where value i is of use at most U times.

    It is enough to keep one support of each need of the kept items. So a value is computed at most
    as often as something needs it: once for its result, and once for each operand of each issue
    that reads it. No number is known where a value depends on itself.
    """
    index = model.index
    results = {index.value[name] for name in model.problem.dfg.results}
    uses = {i: int(i in results) for i in index.executed}
    readers: dict[int, list[int]] = {i: [] for i in uses}
    for i in index.executed:
        for d, _ in index.operands[i]:
            if d in readers:
                readers[d].append(i)
    known = {i: 1 for i in index.kept if model.problem.dfg.has_effect(index.values[i])}
    waiting = [i for i in uses if i not in index.kept]
    while True:
        ready = [i for i in waiting if all(v in known for v in readers[i])]
        if not ready:
            break
        for i in ready:
            known[i] = uses[i] + sum(known[v] for v in readers[i])
        waiting = [i for i in waiting if i not in known]
    for i, most in known.items():
        literals = model.z[i][model.z[i] > 0]
        if 0 < most < min(len(literals), MOST_USES):
            place = Place(index.values[i], 0)
            model.constraints.add_groups("uses", most, [(place, literals)])


def _clauses(model: XyzModel, families: tuple[str, ...]) -> Iterator[Literals]:
    for block in model.constraints.clauses:
        if block.family in families:
            yield block.rows


def unfounded(model: XyzModel, true: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """Return the variables of a solution `true` [variables + 1] that only support themselves.

    None where no operand or result needs one of them: then the others are a solution, too.
    """
    founded = true.copy()
    rows = [block[true[-block[:, 0]]] for block in _clauses(model, RESTS)]
    heads = np.concatenate([-block[:, 0] for block in rows])
    founded[heads] = False
    while True:
        before = np.count_nonzero(founded)
        for block in rows:
            founded[-block[founded[block[:, 1:]].any(axis=1), 0]] = True
        if np.count_nonzero(founded) == before:
            break
    for block in _clauses(model, READS):
        positive = np.where(block > 0, block, 0)
        asked = ~((block < 0) & ~true[-np.minimum(block, 0)]).any(axis=1)
        if (asked & ~founded[positive].any(axis=1)).any():
            return true & ~founded
    return None


def loop_clauses(model: XyzModel, loose: NDArray[np.bool_]) -> Literals:
    """Return the loop formulas of the sets of `loose` variables, one set for each value: each of a
    set needs a support from outside of it. Rows are padded with zeros.
    """
    owner: dict[int, int] = {}
    for array in (model.x, model.y, model.routes):
        for i in range(len(array)):
            owner.update(dict.fromkeys(array[i][array[i] > 0].tolist(), i))
    members: dict[int, list[int]] = {}
    outside: dict[int, set[int]] = {}
    for block in _clauses(model, RESTS):
        for row in block[loose[-block[:, 0]]].tolist():
            i = owner[-row[0]]
            members.setdefault(i, []).append(-row[0])
            outside.setdefault(i, set()).update(n for n in row[1:] if n and not loose[n])
    found = [[-head, *sorted(outside[i])] for i, own in members.items() for head in own]
    rows = np.zeros((len(found), max(map(len, found))), dtype=np.int32)
    for row, clause in zip(rows, found, strict=True):
        row[: len(clause)] = clause
    return rows
