"""Placement by what transport costs: whatever it finds is legal, and it fills arrays."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.modulo.order import outwards
from heuristics.modulo.partial import Partial, Pipelined
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.transport import search, transport_schedule
from heuristics.transport.kernel import begin, sweep
from heuristics.transport.layout import Layout, State, layout_of, state_of
from heuristics.transport.routes import FAR, RARE, USUAL
from models.cleanup.prune_unused import prune_unused
from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from tests.heuristics.mappers import require_legal


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


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(
    "array",
    ["lisa:4x4,io=memory", "lisa:3x3,io=memory", "adres:4x4,io=memory", "hycube:4x4,io=memory"],
)
def test_presets(array: str) -> None:
    """Tests that loop bodies with recurrences are mapped on arrays of all kinds."""
    for name in ("gemm", "gesummv", "mvt"):
        problem = Problem(polybench(name), architecture_preset(array), 4)
        mapping = transport_schedule(problem, attempts=6)
        assert mapping is not None
        require_legal(problem, mapping)


def test_every_slot() -> None:
    """Tests that a loop is mapped that has an operation for every issue slot there is."""
    arch = architecture_preset("adres:4x4,io=memory,ports=unlimited")
    problem = Problem(pairs(12), arch, 3)
    mapping = transport_schedule(problem, attempts=12)
    assert mapping is not None
    require_legal(problem, mapping)


@pytest.mark.parametrize("limit", ["room", "routes"])
def test_hopeless(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that nothing is tried until the deadline where nothing can be tried."""
    monkeypatch.setattr(search, "layout_of", None)
    if limit == "routes":
        monkeypatch.setattr(search, "MOST_ROUTES", 1_000)
    problem = Problem(pairs(9 if limit == "room" else 2), architecture_preset("adres:4x4"), 2)
    assert transport_schedule(problem, deadline=time.perf_counter() + 3600) is None


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


def _anew(layout: Layout, state: State) -> tuple[float, np.ndarray, np.ndarray, list[int]]:
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


def test_rare_units() -> None:
    """Tests that what few units execute finds its place among what all execute."""
    arch = architecture_preset("adres:4x4,io=memory")
    parts = [
        replace(part, ops=("add",)) if part.issue and not part.name.endswith("_0") else part
        for part in arch.components
    ]
    few = replace(arch, components=tuple(parts))
    layout = layout_of(partial(pairs(4), few, 3), RARE)
    state = state_of(layout)
    for seed in range(20):
        assert begin(layout, state, seed)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(2))
def test_adopted(seed: int) -> None:
    """Tests that a schedule that begins with the places of another one is completed."""
    problem = Problem(random_loop(20, seed), architecture_preset("adres:4x4,io=memory"), 5)
    part = partial(problem.dfg, problem.arch, 5)
    first = Schedule(part, list(range(part.loop.operations)), seed)
    assert first.run(400, None)
    again = partial(problem.dfg, problem.arch, 5)
    order = outwards(again.loop, again.when, random.Random(0), 0.0)
    schedule = Schedule(again, order, seed)
    places = [part.site(o) for o in range(part.loop.operations)]
    left = schedule.adopt([j for j, _ in places], [k for _, k in places])
    assert left <= len(again.loop.edges)
    assert sum(place is None for place in again.at) <= left
    if schedule.run(400, None):
        require_legal(problem, prune_unused(problem, mapping_of(again)))


class TestPrices:
    """What routes cost on ADRES: units pe_0_0 … pe_3_3, with a result register and four others."""

    @pytest.fixture()
    def layout(self) -> Layout:
        arch = architecture_preset("adres:4x4,io=memory,ports=unlimited,global=0")
        return layout_of(partial(pairs(4), arch, 4), RARE)

    def test_free(self, layout: Layout) -> None:
        """Tests that neighbours read at once for nothing, and a unit its own results any time."""
        price = layout.price[1]
        assert price[0, 1, 1] < 0.1
        assert max(price[0, 0, 1:]) < 0.1

    def test_moves(self, layout: Layout) -> None:
        """Tests that a neighbour that reads later, or a unit that is farther, takes a move."""
        price = layout.price[1]
        assert 1.0 <= price[0, 1, 2] < 1.1
        assert 1.0 <= price[0, 5, 2] < 1.1
        assert price[0, 5, 1] == FAR

    def test_cells(self, layout: Layout) -> None:
        """Tests that waiting takes a register of the unit in every cycle in between."""
        span, units = layout.price.shape[3], layout.price.shape[1]
        for waited in range(2, span):
            route = (units * units + 0) * span + waited
            cells = range(layout.first[route], layout.first[route + 1])
            assert {layout.cell_of[n] for n in cells} == {layout.component[0] + 1}
            assert sorted(layout.cell_after[n] for n in cells) == list(range(1, waited))
