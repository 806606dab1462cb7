"""Clauses on executed operations, their place and order: required operations, blocks, pins.

Blocks are the exchangers and sorters of clauses 11 to 17, whose control signals choose the order of
operations. Their outputs are no values: they are not held or sent. P[p,q,j,k] is true if the value
that the control signals select for the q-th output of block p can be read in component j in cycle
k.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.data.computation import Block, Setting, Wire
from models.data.dfg import Operand
from models.data.mapping import Mapping
from models.data.pins import Pin, Pins
from models.distinct import distinct
from models.errors import InputError
from models.judge.checker_operations import executions
from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.transfers import rule_readable
from models.space_time.xyz_model import XyzModel, loaded


def rule_required(model: XyzModel, *, implied: bool) -> None:
    """⋁ Z[i,j,k] for every effect, and at most one of them; `implied` adds all executed operations.

    Without recomputation, the limit of one applies to every operation. For pure operations the
    clause follows from the others, but saves solvers its derivation.
    """
    index, z, dfg = model.index, model.z, model.problem.dfg
    again = model.problem.recompute
    limited = {index.value[o.name] for o in dfg.operations if not again or dfg.has_effect(o.name)}
    rows = [z[i].ravel() for i in sorted(index.kept)]
    if implied:
        rows = [model.w[index.carriers[i]].ravel() for i in sorted(index.executed)]
    if rows:
        model.constraints.add_clauses("required", _compressed(rows))
    once = [(Place(index.values[i], 0), z[i][z[i] > 0]) for i in sorted(limited)]
    several = [(place, group) for place, group in once if len(group) > 1]
    model.constraints.add_groups("once", 1, several)


def _compressed(rows: list[Literals]) -> Literals:
    """Return the rows without their zeros, padded at the end."""
    found = [row[row > 0] for row in rows]
    packed = np.zeros((len(rows), max(map(len, found))), dtype=np.int32)
    for target, literals in zip(packed, found, strict=True):
        target[: len(literals)] = literals
    return packed


def rule_order(model: XyzModel) -> dict[int, Literals]:
    """Order edges (b, a, δ): Z[a,j,k] → D[b,k-1+δT]; priorities `>`: D[b,k-1], `>=`: D[b,k].

    D[b,k], "b has been completed by the end of cycle k": D[b,k] → D[b,k-1] ∨ ⋁j Z[b,j,k-L+1].
    Returns D [N] by operation.
    """
    done: dict[int, Literals] = {}
    for before, after, extra, distance, name in model.index.orders:
        shift = distance * model.period - 1 - extra
        if before not in done:
            done[before] = _completion(model, before)
        j, k = np.nonzero(model.z[after])
        by = np.minimum(k + shift, model.horizon - 1)
        completed = np.where(by >= 0, done[before][np.maximum(by, 0)], 0)
        rows = np.stack([-model.z[after, j, k], completed], axis=1).astype(np.int32)
        model.constraints.add_clauses("order", rows, name)
    return done


def _completion(model: XyzModel, operation: int) -> Literals:
    index, horizon = model.index, model.horizon
    done = model.constraints.new_variables(np.ones(horizon, dtype=bool))
    columns = [-done, np.concatenate([[0], done[:-1]])]
    for n in index.candidates_of[operation]:
        for j, latency in enumerate(index.candidate_latency[n]):
            if latency:
                column = np.zeros(horizon, dtype=np.int32)
                column[latency - 1 :] = model.w[n, j, : max(horizon - latency + 1, 0)]
                columns.append(column)
    model.constraints.add_clauses("order", np.stack(columns, axis=1).astype(np.int32))
    return done


def setting_of(blocks: tuple[Block, ...], p: int, q: int, r: int) -> Setting:
    """Return the signal that makes output q of block p its input r (equation 4)."""
    block = blocks[p]
    if block.kind == "sorter":
        return Setting(p, q, r)
    return Setting(p, (r - q) % len(block.inputs), 0)


def allocate_settings(
    blocks: tuple[Block, ...], constraints: ConstraintModel
) -> dict[Setting, int]:
    """Create the control signals Q, with clauses 15 to 17: one-hot, and no input taken twice."""
    signals: dict[Setting, int] = {}
    for p, block in enumerate(blocks):
        size = len(block.inputs)
        place = Place(f"block {p}", 0)
        if block.kind == "exchanger":
            made = constraints.new_variables(np.ones(size, dtype=bool))
            signals |= {Setting(p, q, 0): int(made[q]) for q in range(size)}
            constraints.add_clauses("15 exchanger", made[None, :])
            constraints.add_groups("15 exchanger", 1, [(place, made)])
            continue
        made = constraints.new_variables(np.ones((size, size), dtype=bool))
        signals |= {Setting(p, q, r): int(made[q, r]) for q in range(size) for r in range(size)}
        constraints.add_clauses("16 sorter", made)
        constraints.add_groups("16 sorter", 1, [(place, row) for row in made])
        constraints.add_groups("17 sorter", 1, [(place, column) for column in made.T])
    return signals


def rule_blocks(model: XyzModel) -> dict[Wire, Literals]:
    """Return P[p,q,j,k] [J, N] of every output, after adding its clauses.

    Clauses 11 to 14, and 6.1 for the operands that come out of blocks.

    Under "xbtree" as in the paper: P[p,q,j,k] → ⋁r P[p,q,r,j,k], and P[p,q,r,j,k] → Q and → the
    r-th input can be read. Otherwise the same without P[p,q,r,j,k]: P[p,q,j,k] ∧ Q → the r-th
    input can be read, Q being the signal that makes output q the input r.
    """
    blocks = model.index.computation.blocks
    outputs = {
        Wire(p, q): np.zeros(model.w.shape[1:], dtype=np.int32)
        for p, block in enumerate(blocks)
        for q in range(len(block.inputs))
    }
    for n, entry in enumerate(model.index.candidates):
        for read in dict.fromkeys(entry.candidate.operands):
            if isinstance(read, Wire):
                _want(model, outputs[read], model.w[n] > 0)
                j, k = np.nonzero(model.w[n])
                rows = np.stack([-model.w[n, j, k], outputs[read][j, k]], axis=1)
                model.constraints.add_clauses("6 operands", rows.astype(np.int32))
    # From the last block on: its outputs determine the requirements on earlier blocks.
    for p in range(len(blocks) - 1, -1, -1):
        for q in range(len(blocks[p].inputs)):
            _rule_output(model, outputs, Wire(p, q))
    return outputs


def _want(model: XyzModel, output: Literals, where: np.ndarray) -> None:
    """Create the missing variables of an output [J, N]."""
    missing = where & (output == 0)
    output[missing] = model.constraints.new_variables(missing)[missing]


def _rule_output(model: XyzModel, outputs: dict[Wire, Literals], wire: Wire) -> None:
    blocks, output = model.index.computation.blocks, outputs[wire]
    j, k = np.nonzero(output)
    if not len(j):
        return
    paper = model.problem.transform == "xbtree"
    chosen = []
    for r, read in enumerate(blocks[wire.block].inputs):
        signal = np.full(len(j), model.q[setting_of(blocks, wire.block, wire.output, r)])
        own = output[j, k]
        if paper:
            own = model.constraints.new_variables(np.ones(len(j), dtype=bool))
            chosen.append(own)
            rows = np.stack([-own, signal], axis=1).astype(np.int32)
            model.constraints.add_clauses("11-12 control", rows)
        columns = [-own] if paper else [-own, -signal]
        if isinstance(read, Wire):
            _want(model, outputs[read], output > 0)
            columns.append(outputs[read][j, k])
            _add(model, columns)
        elif read.value in model.index.value:
            _add_readable(model, columns, read, j, k)
    if paper:
        rows = np.stack([-output[j, k], *chosen], axis=1).astype(np.int32)
        model.constraints.add_clauses("14 output", rows)


def _add(model: XyzModel, columns: list[np.ndarray]) -> None:
    model.constraints.add_clauses("13 input", np.stack(columns, axis=1).astype(np.int32))


def _add_readable(
    model: XyzModel, columns: list[np.ndarray], read: Operand, j: np.ndarray, k: np.ndarray
) -> None:
    d = model.index.value[read.value]
    for component in distinct(j):
        here = j == component
        cycle = k[here] + read.distance * model.period
        value = np.full(len(cycle), d)
        own = [column[here] for column in columns]
        own += loaded(model, int(component), value, np.full(len(cycle), read.distance))
        rule_readable(model, "13 input", own, int(component), value, cycle)


PIN_FAMILY = "pins"


def rule_pins(model: XyzModel, pins: Pins) -> None:
    """Add: ¬w[l,j,k] for every candidate l that executes a pinned operation, outside of its place;
    ⋁ w[l,j,k] within it, for operations that every mapping executes.

    Symmetries of the array must not be broken together with pins: they move pinned operations.
    Raises `InputError` for a context without pipelining.
    """
    for pin in pins.places:
        add_pin(model, pin.operation, allowed(model, pin))


def rule_places(model: XyzModel, mapping: Mapping) -> None:
    """Add: the operations of a mapping are executed at its places and cycles, and nowhere else."""
    for name, places in executions(model.problem.dfg, mapping).items():
        here = np.zeros((len(model.problem.arch.components), model.horizon), dtype=bool)
        for component, cycle in places:
            here[model.index.component[component], cycle] = True
        add_pin(model, name, here)


def allowed(model: XyzModel, pin: Pin) -> NDArray[np.bool_]:
    """[J, N]: the components and cycles that a pin allows.

    Raises `InputError` for a context without pipelining.
    """
    components = model.problem.arch.components
    cycles = np.arange(model.horizon)
    here = np.ones((len(components), model.horizon), dtype=bool)
    if pin.components is not None:
        here &= np.array([part.name in pin.components for part in components])[:, None]
    if pin.cycle is not None:
        here &= (cycles == pin.cycle)[None, :]
    if pin.context is not None:
        if not model.period:
            raise InputError(f"pin '{pin}' names a context, but nothing is pipelined")
        here &= (cycles % model.period == pin.context)[None, :]
    return here


def add_pin(
    model: XyzModel, operation: str, here: NDArray[np.bool_], guard: int | None = None
) -> None:
    """Restrict `operation` to places where `here` [J, N] holds; with a guard, only while the
    variable `guard` is true.
    """
    index = model.index
    candidates = [
        n for n, entry in enumerate(index.candidates) if operation in entry.candidate.executes
    ]
    outside = model.w[candidates][:, ~here].ravel()
    _add_pinned(model, operation, -distinct(outside[outside > 0])[:, None], guard)
    if index.value[operation] in index.executed:
        within = model.w[candidates][:, here].ravel()
        within = distinct(within[within > 0])
        # A row with a zero is false: no place has a variable for the operation.
        row = within if len(within) else np.zeros(1, dtype=np.int32)
        _add_pinned(model, operation, row[None, :], guard)


def _add_pinned(model: XyzModel, operation: str, rows: Literals, guard: int | None) -> None:
    if guard is not None:
        rows = np.concatenate([np.full((len(rows), 1), -guard), rows], axis=1)
    name = operation if guard is None else None
    model.constraints.add_clauses(PIN_FAMILY, rows.astype(np.int32), name)
