from __future__ import annotations

import random
import subprocess
import sys
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.modulo.flood import AT_HAND, COMPILED, LOADED, Flood, Loops, remaining
from heuristics.modulo.machine import Kind, Machine
from heuristics.modulo.reservation import SPAN, Reservation
from models.data.architecture import Architecture
from models.data.problem import Problem
from models.space_time.index import Index

ARRAYS = [
    "mesh:3x3,registers=2,io=all",
    "lisa:2x2,io=memory",
    "hycube:2x2,io=memory",
    "satmapit:2x2,moves=2,io=memory",
    "adres:4x4,io=memory",
]


def varied(array: Architecture, chance: random.Random) -> Architecture:
    """Return an array with ports, latencies and hops at random."""
    replace = msgspec.structs.replace
    delays = chance.choice([[0], [0, 0, 1, 2]])
    ported, max_hops = chance.random() < 0.5, chance.choice([None, None, 1, 2])
    return replace(
        array,
        components=tuple(
            replace(c, read_ports=chance.choice([None, 1, 2]), write_ports=1) if ported else c
            for c in array.components
        ),
        paths=tuple(
            replace(p, latency=chance.choice(delays), hops=chance.choice([0, 1]))
            for p in array.paths
        ),
        max_hops=max_hops,
        max_routes=chance.choice([None, 3]),
    )


def table_of(spec: str, chance: random.Random) -> tuple[Reservation, Kind]:
    """Return a table with cells of two nets, and what values of some kind may do."""
    array, interval = varied(architecture_preset(spec), chance), chance.randint(1, 4)
    machine = Machine(Index(Problem(polybench("bicg"), array, interval)))
    table = Reservation(machine, interval, 2)
    for net in (0, 1):
        cells = chance.choices(range(table.first_other), k=machine.components << net)
        table.add(net, [place * SPAN + chance.randrange(12) for place in cells], {})
    return table, machine.kind(chance.randrange(len(machine.index.values)))


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> tuple[Loops, Loops]:
    """Numpy and compiled, one after the other."""
    pytest.importorskip("numba")
    compiled = Loops()
    compiled.load()
    plain = Loops()
    plain.due = sys.maxsize
    assert compiled.module is not plain.module
    return plain, compiled


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("spec", ARRAYS)
def test_compiled_floods_and_ways_are_those_of_numpy_to_the_last_bit(
    spec: str, both: tuple[Loops, Loops], monkeypatch: pytest.MonkeyPatch
) -> None:
    traced = 0
    for seed in range(8):
        chance = random.Random(f"{spec} {seed}")
        table, kind = table_of(spec, chance)
        held = np.flatnonzero(kind.holds).tolist()
        starts = [(chance.choice(held), chance.randint(1, 3)) for _ in range(1 + seed % 3)]
        last, hard = chance.randint(3, 11), chance.random() < 0.3
        found = []
        for some in both:
            monkeypatch.setattr("heuristics.modulo.flood.loops", some)
            flood = Flood(table, kind, 0, starts, last, hard)
            cycles = range(flood.first + 1, last + 1)
            places = [(j, k) for k in cycles for j in range(table.machine.components)]
            ways = [flood.trace(j, k) for j, k in places if np.isfinite(flood.cost(j, k))]
            ends = np.argwhere(np.isfinite(flood.held)).tolist()
            ways += [flood.trace(j, k + flood.first, end_held=True) for k, j in ends]
            found.append((flood.read.tobytes(), flood.held.tobytes(), ways))
        assert found[0] == found[1]
        traced += len(found[0][2])
    assert traced > 100


@pytest.mark.parametrize("spec", ARRAYS)
def test_compiled_ways_that_remain_are_those_of_numpy_to_the_last_bit(
    spec: str, both: tuple[Loops, Loops], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(16):
        chance = random.Random(f"back {spec} {seed}")
        table, kind = table_of(spec, chance)
        first, last = chance.randint(0, 4), chance.randint(5, 11)
        read = collected = None
        if seed % 2:
            read = chance.randrange(table.machine.components), last
        else:
            collected = chance.choice(np.flatnonzero(kind.holds).tolist())
        found = []
        for some in both:
            monkeypatch.setattr("heuristics.modulo.flood.loops", some)
            found.append(remaining(table, kind, first, last, read, collected, seed % 4 == 0))
        assert np.isfinite(found[0]).any()
        assert found[0].tobytes() == found[1].tobytes()


def test_compiled_loops_are_loaded_when_floods_have_taken_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr("heuristics.modulo.compiled.is_compiled", lambda: False)
    monkeypatch.setattr(
        "heuristics.modulo.flood.sys", SimpleNamespace(modules={}, maxsize=sys.maxsize)
    )
    used, dues = Loops(), []
    while used.floods < COMPILED:
        dues.append(used.due)
        assert used.module.__name__ == "heuristics.modulo.rows"
        used.use()
    assert sorted(set(dues)) == [AT_HAND, LOADED, COMPILED]
    assert used.module.__name__ == "heuristics.modulo.kernel"


def test_without_numba_floods_go_on_with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "models.process.compiled", raising=False)
    monkeypatch.delitem(sys.modules, "heuristics.modulo.compiled", raising=False)
    used = Loops()
    for _ in range(COMPILED + 1):
        module = used.use()
    assert module.__name__ == "heuristics.modulo.rows"


def test_numba_is_not_imported_with_the_scheduler() -> None:
    code = "import sys, heuristics.modulo; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
