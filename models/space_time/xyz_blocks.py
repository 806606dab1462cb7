"""Clauses 11 to 17: exchangers and sorters, whose control signals choose the order of operations.

The outputs of a block are no values: nothing holds or sends them. P[p,q,j,k] says that what
the control signals make the q-th output of block p can be read in component j in cycle k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from models.data.computation import Block, Setting, Wire
from models.data.dfg import Operand
from models.space_time.constraint_model import ConstraintModel, Literals, Place

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


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
    for n, way in enumerate(model.index.ways):
        for read in dict.fromkeys(way.candidate.operands):
            if isinstance(read, Wire):
                _want(model, outputs[read], model.w[n] > 0)
                j, k = np.nonzero(model.w[n])
                rows = np.stack([-model.w[n, j, k], outputs[read][j, k]], axis=1)
                model.constraints.add_clauses("6 operands", rows.astype(np.int32))
    # From the last block on: what its outputs need, earlier blocks have to offer.
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
    from models.space_time.xyz_ports import readable

    d = model.index.value[read.value]
    for component in np.unique(j):
        here = j == component
        cycle = k[here] + read.distance * model.period
        value = np.full(len(cycle), d)
        found = readable(model, int(component), value, cycle)
        _add(model, [column[here] for column in columns] + found)
