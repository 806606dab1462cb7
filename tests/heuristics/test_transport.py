"""Placement by what transport costs: whatever it finds is legal, and it fills arrays."""

from __future__ import annotations

import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.modulo.partial import Partial, Pipelined
from heuristics.transport.kernel import begin, sweep
from heuristics.transport.layout import TransportLayout, TransportState, layout_of, state_of
from heuristics.transport.routes import RARE, USUAL
from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem


def pairs(count: int) -> Dfg:
    """`count` trees of three operations: what two loads bring is added, and stored."""
    operators = (Operator("load", 0), Operator("add", 2), Operator("store", 1, effect=True))
    operations = []
    for n in range(count):
        both = (Operand(f"a{n}"), Operand(f"b{n}"))
        operations += [Operation(f"a{n}", "load"), Operation(f"b{n}", "load")]
        operations += [Operation(f"s{n}", "add", both)]
        operations += [Operation(f"t{n}", "store", (Operand(f"s{n}"),))]
    return Dfg("pairs", operators, (), tuple(operations), ())


def partial(dfg: Dfg, arch: Architecture, interval: int) -> Partial:
    """An empty schedule."""
    shared = Pipelined.of(Problem(dfg, arch, interval))
    assert shared is not None
    return shared.partial(0)


@pytest.mark.parametrize("pricing", [RARE, USUAL])
@pytest.mark.parametrize("seed", range(4))
def test_counts(pricing: object, seed: int) -> None:
    """Tests that what is kept up to date over many movements is what counting anew gives."""
    arch = architecture_preset("adres:3x3,io=memory,registers=1")
    layout = layout_of(partial(random_loop(20, seed), arch, 4), pricing)  # type: ignore[arg-type]
    state = state_of(layout)
    assert begin(layout, state, seed)
    for hot in (3.0, 0.5):
        sweep(layout, state, 5_000, hot, 0.2)
        total, issued, taken, excess = _anew(layout, state)
        assert state.total[0] == pytest.approx(total, abs=1e-2)
        assert np.array_equal(state.issued, issued)
        assert np.array_equal(state.taken, taken)
        assert state.excess.tolist() == excess


def _anew(
    layout: TransportLayout, state: TransportState
) -> tuple[float, np.ndarray, np.ndarray, list[int]]:
    """Price and counts of a placement, the slow way."""
    interval, (_, units, _, span) = layout.interval, layout.price.shape
    unit = layout.unit[state.site]
    done = state.cycle + layout.latency[np.arange(len(unit)), unit] - 1
    total = float(layout.own[np.arange(len(unit)), unit].sum())
    issued, taken = np.zeros_like(state.issued), np.zeros_like(state.taken)
    cells = {(o, int(layout.component[unit[o]]), int(done[o])) for o in range(len(unit))}
    for o, u in enumerate(unit):
        issued[layout.counted[o, :, u], state.cycle[o] % interval] += 1
    edges = zip(layout.source, layout.target, layout.shift, layout.kind, strict=True)
    for u, v, shift, kind in edges:
        waited = state.cycle[v] + shift - done[u]
        if waited < 1:
            total += 3.0 + 0.3 * (1 - waited)
            continue
        waited = min(waited, span - 1)
        total += float(layout.price[kind, unit[u], unit[v], waited])
        route = ((kind * units + unit[u]) * units + unit[v]) * span + waited
        for n in range(layout.first[route], layout.first[route + 1]):
            cells.add((int(u), int(layout.cell_of[n]), int(done[u] + layout.cell_after[n])))
    for _, of, cycle in cells:
        taken[of, cycle % interval] += 1
    over = int(np.maximum(taken - layout.room[:, None], 0).sum())
    many = int(np.maximum(issued - layout.at_most[:, None], 0).sum())
    return total + over + many, issued, taken, [over, many]
