"""The X/Y/Z model of the SAT-mapping paper, widened: from a problem and a horizon to constraints.

Y. Miyasaka, M. Fujita, A. Mishchenko, J. Wawrzynek: SAT-Based Mapping of Data-Flow Graphs onto
Coarse-Grained Reconfigurable Arrays, VLSI-SoC 2020. Clauses 1 to 10 are those of its section 4.3,
6.1 and 6.2 of section 5.1, 6.3 and 11 to 17 of section 6.1.

One function per family; its docstring is the formula, with the paper's letters: i value,
j component, h path, k cycle, t context, T contexts, N horizon, L latency, λ path latency,
δ distance. `build` reads as the paper's list of clauses. On an architecture without widenings,
`build(..., windowed=False)` gives exactly the paper's variables and clauses.
"""

from __future__ import annotations

import numpy as np

from models.constraints.properties import kept_by
from models.data.dfg import Operand
from models.data.problem import Problem
from models.space_time.addressed_files import rule_stretches
from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index
from models.space_time.limits import (
    rule_8_registers,
    rule_9_width,
    rule_10_issue,
    rule_fill,
    rule_invariants,
    rule_shared,
)
from models.space_time.progress import allocate_settings, rule_blocks, rule_order, rule_required
from models.space_time.transfers import (
    allocate_routes,
    require_plain_ports,
    rule_5_transfer,
    rule_chains,
    rule_driven,
    rule_pairs,
    rule_ports,
    rule_readable,
    rule_routes,
)
from models.space_time.windows import Earliest, Windows, earliest, windows
from models.space_time.xyz_model import Ports, XyzModel, allocate_loaded, arrivals, loaded


def build(
    problem: Problem,
    horizon: int,
    *,
    windowed: bool = True,
    implied: bool = True,
    grounded: bool = True,
    chain: int | None = None,
    index: Index | None = None,
    early: Earliest | None = None,
) -> XyzModel:
    """Return the model of "a mapping with `horizon` cycles exists".

    `windowed` creates variables only in the cycles in which they can be useful; `implied` adds
    constraints that follow from limits and speed solvers up, and must be off if limits are to be
    relaxed; it applies only with windows. Without `grounded`, transfers through switches
    may support each other in a cycle and take any number of hops: a relaxation, whose refutation
    refutes the full model. With `chain`, they may only take so many, which excludes some mappings.
    Raises `InfeasibleError` when no horizon helps.
    """
    require_plain_ports(problem.arch)
    index = index or Index(problem)
    # What a constraint demands may be of no use to any result.
    windowed = windowed and kept_by(problem).down
    implied = implied and windowed
    early = early or (earliest(index, shared=implied) if windowed else None)
    window = windows(index, horizon, early) if windowed else None
    constraints = ConstraintModel()
    x, y, z = _variables(index, horizon, window, constraints)
    w = _candidate_variables(index, window, z, constraints)
    q = allocate_settings(index.computation.blocks, constraints)
    ports = Ports.allocate(index, y, constraints)
    routes = allocate_routes(index, constraints, x, y)
    model = XyzModel(index, horizon, x, y, z, w, q, constraints, ports, routes, grounded=grounded)
    allocate_loaded(model)
    rule_1_2_initial(model, full=not windowed)
    rule_3_results(model)
    rule_4_holding(model)
    rule_5_transfer(model)
    rule_pairs(model)
    if grounded:
        model.chains.extend(rule_chains(model, chain))
    rule_6_operands(model)
    rule_6_2_some_candidate(model)
    rule_6_3_settings(model)
    rule_performed(model)
    model.p.update(rule_blocks(model))
    if not windowed:
        rule_7_impossible(model)
        rule_external(model)
    rule_8_registers(model)
    rule_9_width(model)
    rule_10_issue(model)
    rule_routes(model)
    rule_shared(model)
    rule_invariants(model)
    rule_ports(model)
    rule_driven(model)
    rule_required(model, implied=implied)
    model.done.update(rule_order(model))
    if model.problem.files is not None:
        rule_stretches(model)
    if window is not None and implied:
        rule_fill(model, window)
    if problem.constraints:
        from models.space_time.own_rules import rule_own  # few problems have any

        rule_own(model)
    return model


def _between(first: np.ndarray, last: np.ndarray, span: int) -> np.ndarray:
    cycles = np.arange(span)
    inside: np.ndarray = (cycles >= first[:, :, None]) & (cycles <= last[:, :, None])
    return inside


def _variables(
    index: Index, horizon: int, window: Windows | None, constraints: ConstraintModel
) -> tuple[Literals, Literals, Literals]:
    """X[i,j,k] for k ≥ 0; Y[i,h,k] and Z[i,j,k] for k ≥ 1."""
    problem = index.problem
    values, components = len(index.values), len(problem.arch.components)
    paths = len(problem.arch.paths)
    if window is not None:
        x = _between(window.x_first, window.x_last, window.span)
        y = _between(window.y_first, window.y_last, window.span)
        z = _between(window.z_first, window.z_last, horizon)
    else:
        span = horizon + problem.dfg.max_distance * (problem.contexts or 0)
        x = np.ones((values, components, span), dtype=bool)
        y = np.ones((values, paths, span), dtype=bool)
        z = np.ones((values, components, horizon), dtype=bool)
    y[:, :, 0] = False
    z[:, :, 0] = False
    return (
        constraints.new_variables(x),
        constraints.new_variables(y),
        constraints.new_variables(z),
    )


def _candidate_variables(
    index: Index, window: Windows | None, z: Literals, constraints: ConstraintModel
) -> Literals:
    """Z[i,j,k,l] of the values with several candidates; of all others Z[i,j,k]."""
    candidates = [entry.value for entry in index.candidates]
    w = z[candidates]
    chosen = np.array([index.chosen[i] for i in candidates], dtype=bool)
    if chosen.any():
        wanted = w > 0
        if window is not None:
            wanted &= _between(window.w_first, window.w_last, z.shape[2])
        wanted &= chosen[:, None, None]
        w[chosen] = constraints.new_variables(wanted)[chosen]
    return w


def rule_1_2_initial(model: XyzModel, *, full: bool) -> None:
    """1: X[i,j,0] where j stores input i at the start; 2: ¬X[i,j,0] elsewhere.

    Where the solver chooses the contents, X[i,j,0] is free but for "at most K of the set". Where
    room is limited X[i,j,0] is free too: unneeded inputs are not loaded.
    """
    constraints, index = model.constraints, model.index
    start = model.x[:, :, 0]
    known = np.full(start.shape, -1, dtype=np.int32)
    components = model.problem.arch.components
    for (i, j), certain in index.initial.items():
        known[i, j] = 1 if certain and components[j].capacity is None else 0
    held = start[(start > 0) & (known == 1)]
    constraints.add_clauses("1 initial", held[:, None])
    if full:
        constraints.add_clauses("2 nothing else", -start[known == -1][:, None])
    for j, component in enumerate(components):
        if component.initial == "all":
            continue
        for choice in component.initial.choices:
            literals = start[[index.value[name] for name in choice.of], j]
            literals = literals[literals > 0]
            if len(literals) > choice.at_most:
                place = Place(component.name, 0)
                constraints.add_groups("1 choice", choice.at_most, [(place, literals)])


def rule_3_results(model: XyzModel) -> None:
    """3: X[i,e,N-1] for every result i, e the external component."""
    dfg = model.problem.dfg
    if not dfg.results:
        return
    rows = [model.index.value[name] for name in dfg.results]
    literals = model.x[rows, model.index.external, model.horizon - 1]
    model.constraints.add_clauses("3 results", literals[:, None])


def rule_4_holding(model: XyzModel) -> None:
    """4: X[i,j,k] → X[i,j,k-1] ∨ ⋁h Y[i,h,k] ∨ Z[i,j,k-L+1], k ≥ 1; no first term if transient.

    Where storing an arriving value takes an issue slot, R[i,j,k] replaces the arrivals.
    """
    for j, component in enumerate(model.problem.arch.components):
        i, k = np.nonzero(model.x[:, j, :])
        later = k > 0
        i, k = i[later], k[later]
        columns = [-model.x[i, j, k]]
        if not component.transient:
            columns.append(model.x[i, j, k - 1])
        if component.routing_issues:
            columns.append(model.routes[i, j, k])
        elif component.keeps_arrivals:
            columns += arrivals(model, j, i, k)
        if component.issue:
            columns += _results(model, j, i, k)
        model.constraints.add_clauses("4 holding", np.stack(columns, axis=1).astype(np.int32))


def _results(model: XyzModel, j: int, i: np.ndarray, k: np.ndarray) -> list[np.ndarray]:
    """Columns of literals "value i, computed in j, is there at the end of cycle k"."""
    index = model.index
    latency, uneven = index.latency[:, j], index.uneven[:, j]
    last = model.horizon - 1
    issued = k - latency[i] + 1
    valid = (issued >= 1) & (issued <= last) & (latency[i] > 0) & ~uneven[i]
    columns = [np.where(valid, model.z[i, j, np.clip(issued, 0, last)], 0)]
    # Where candidates differ in latency, the chosen one matters.
    rows = np.flatnonzero(uneven[i])
    most = max((len(index.candidates_of[value]) for value in i[rows]), default=0)
    for place in range(most):
        column = np.zeros(len(i), dtype=np.int32)
        for row in rows:
            candidates = index.candidates_of[i[row]]
            if place < len(candidates):
                length = index.candidate_latency[candidates[place], j]
                start = k[row] - length + 1
                if length and 1 <= start <= last:
                    column[row] = model.w[candidates[place], j, start]
        columns.append(column)
    return columns


def rule_6_operands(model: XyzModel) -> None:
    """6, 6.1: w[l,j,k] → X[d,j,k-1+δT] ∨ ⋁h Y[d,h,k+δT] for every operand d of candidate l at δ;
    ∨ V[d,j] where d is an invariant that j may hold for the whole loop, and δ = 0.

    Clauses 11 to 14 treat operands that come out of blocks.
    """
    reads = [
        (n, read)
        for n, entry in enumerate(model.index.candidates)
        for read in dict.fromkeys(entry.candidate.operands)
        if isinstance(read, Operand) and read.value in model.index.value
    ]
    if not reads:
        return
    reader = np.array([n for n, _ in reads])
    operand = np.array([model.index.value[read.value] for _, read in reads])
    distance = np.array([read.distance for _, read in reads])
    for j in range(len(model.problem.arch.components)):
        possible = model.index.candidate_latency[reader, j] > 0
        row, k = np.nonzero((model.w[reader, j, :] > 0) & possible[:, None])
        columns = [-model.w[reader[row], j, k], *loaded(model, j, operand[row], distance[row])]
        read_in = k + distance[row] * model.period
        rule_readable(model, "6 operands", columns, j, operand[row], read_in)


def rule_6_2_some_candidate(model: XyzModel) -> None:
    """6.2: Z[i,j,k] → ⋁l Z[i,j,k,l]."""
    for i, candidates in enumerate(model.index.candidates_of):
        if model.index.chosen[i]:
            j, k = np.nonzero(model.z[i])
            rows = np.concatenate(
                [-model.z[i, j, k][:, None], model.w[candidates][:, j, k].T], axis=1
            )
            model.constraints.add_clauses("6.2 some way", rows.astype(np.int32))


def rule_6_3_settings(model: XyzModel) -> None:
    """6.3: Z[i,j,k,l] → Q for every control signal Q that candidate l depends on."""
    pairs = [
        (n, model.q[setting])
        for n, entry in enumerate(model.index.candidates)
        for setting in entry.candidate.settings
    ]
    if pairs:
        own, signal = np.array(pairs).T
        row, j, k = np.nonzero(model.w[own])
        rows = np.stack([-model.w[own[row], j, k], signal[row]], axis=1).astype(np.int32)
        model.constraints.add_clauses("6.3 settings", rows)


def rule_performed(model: XyzModel) -> None:
    """Z[i,j,k,l] → Z[i,j,k]: a candidate is one of an issue; where latencies differ, only one is.

    The paper has no such clauses: there, only 6.2 relates candidates to issues.
    """
    index = model.index
    candidates = [n for n, entry in enumerate(index.candidates) if index.chosen[entry.value]]
    if not candidates:
        return
    row, j, k = np.nonzero(model.w[candidates])
    n = np.array(candidates)[row]
    i = np.array([entry.value for entry in index.candidates])[n]
    rows = np.stack([-model.w[n, j, k], model.z[i, j, k]], axis=1).astype(np.int32)
    model.constraints.add_clauses("performed", rows)
    groups = []
    for value, component in np.argwhere(index.uneven):
        own = model.w[index.candidates_of[value], component]
        name = f"{index.values[value]} on {model.problem.arch.components[component].name}"
        for cycle in range(model.horizon):
            literals = own[:, cycle][own[:, cycle] > 0]
            if len(literals) > 1:
                groups.append((Place(name, cycle), literals))
    model.constraints.add_groups("one way", 1, groups)


def rule_7_impossible(model: XyzModel) -> None:
    """7: ¬Z[i,j,k] where j cannot execute i, or i would not complete within the horizon."""
    for latency, issued in (
        (model.index.latency, model.z),
        (model.index.candidate_latency, np.where(np.isin(model.w, model.z), 0, model.w)),
    ):
        late = np.arange(model.horizon) + latency[:, :, None] > model.horizon
        literals = issued[(issued > 0) & ((latency[:, :, None] == 0) | late)]
        model.constraints.add_clauses("7 impossible", -literals[:, None])


def rule_external(model: XyzModel) -> None:
    """¬X of values that a component may not hold, and ¬Y of intermediates over paths whose sources,
    or whose targets, all are memories without intermediates.

    The windows leave these variables out; without windows they are forbidden by clauses.
    """
    index = model.index
    literals = [model.x[~index.may_hold].ravel()]
    closed = ~index.admits  # of a component without registers, not all that it may not hold
    for h in range(len(model.problem.arch.paths)):
        out = closed[:, index.sources[h]].all(axis=1)
        into = closed[:, index.targets[h]].all(axis=1)
        literals.append(model.y[out | into, h].ravel())
    flat = np.concatenate(literals)
    model.constraints.add_clauses("external", -flat[flat > 0][:, None])
