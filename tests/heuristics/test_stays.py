"""Register files whose values have addresses: routes that keep no value for too long."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.array import SPAN
from heuristics.modulo import modulo_schedule
from heuristics.modulo.flood import remaining
from heuristics.modulo.partial import Pipelined
from heuristics.negotiated import negotiated_schedule
from heuristics.placement import placed_schedule
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.judge.checker import check
from models.register_files.registers import Registers, allocate
from tests.heuristics.mappers import MAPPERS, Mapper, require_legal

SMALL: dict[str, Mapper] = {
    "modulo": lambda problem, seed: modulo_schedule(problem, seed, effort=20),
    "negotiated": lambda problem, seed: negotiated_schedule(problem, seed, attempts=1, rounds=60),
    "placed": lambda problem, seed: placed_schedule(problem, seed, attempts=1),
}

MOST = 12
"""The largest II that is tried."""


def first_mapping(mapper: Mapper, problem: Problem, seed: int) -> Mapping | None:
    """Return a mapping at the smallest II at which one is found, if there is one."""
    found = (mapper(problem.at(interval), seed) for interval in range(2, MOST))
    return next((mapping for mapping in found if mapping is not None), None)


def has_addresses(problem: Problem, mapping: Mapping, files: Kind) -> bool:
    return isinstance(allocate(problem.at(mapping.contexts), mapping, files), Registers)


@pytest.mark.parametrize("files", ["static", "unroll"])
@pytest.mark.parametrize(
    ("mapper", "array", "share"),
    [
        ("modulo", "hycube:4x4,io=memory", 0.9),
        ("modulo", "hycube:4x4,io=memory,registers=2", 0.9),
        ("modulo", "mesh:3x3,registers=3,io=all", 0.9),
        ("modulo", "lisa:4x4,io=memory", 0.9),
        ("modulo", "satmapit:4x4,io=memory", 0.0),
        ("negotiated", "hycube:4x4,io=memory", 0.9),
        ("negotiated", "hycube:4x4,io=memory,registers=2", 0.9),
        ("negotiated", "mesh:3x3,registers=3,io=all", 0.9),
    ],
)
def test_every_mapping_has_addresses(
    mapper: str, array: str, share: float, files: Kind, amount: Callable[[int], int]
) -> None:
    """Tests random loops at the smallest II that is found: each mapping is legal, with addresses,
    and there nearly always is one where values can move.
    """
    found, seeds = 0, amount(20)
    for seed in range(seeds):
        loop = random_loop(8 + seed % 12, seed, 1, 2)
        problem = Problem(loop, architecture_preset(array), 2, files=files)
        mapping = first_mapping(SMALL[mapper], problem, seed)
        if mapping is None:
            continue
        found += 1
        assert check(problem.at(mapping.contexts), mapping) == []
        assert has_addresses(problem, mapping, files)
    assert found >= share * seeds


def test_smallest_ii() -> None:
    """Tests loops at an II at which counted mappings keep values for too long."""
    array = architecture_preset("hycube:4x4,io=memory")
    for operations, seed, interval in ((26, 0, 3), (30, 1, 3), (40, 4, 4)):
        loop = random_loop(operations, seed, 2)
        for name in ("modulo", "negotiated", "placed"):
            counted = SMALL[name](Problem(loop, array, interval), seed)
            problem = Problem(loop, array, interval, files="static")
            mapping = SMALL[name](problem, seed)
            assert counted is not None and mapping is not None
            assert not has_addresses(problem, counted, "static")
            assert has_addresses(problem, mapping, "static")
            require_legal(problem, mapping)


def test_full_files_give_a_register_up() -> None:
    """Tests a loop that first leaves files full of stays that no registers are enough for."""
    loop, array = random_loop(200, 0), architecture_preset("hycube:8x8,io=memory")
    problem = Problem(loop, array, 6, files="static")
    mapping = negotiated_schedule(problem, 0, attempts=1, rounds=60)
    assert mapping is not None
    assert has_addresses(problem, mapping, "static")


@pytest.mark.parametrize("name", ["modulo", "negotiated", "placed", "refined"])
def test_a_large_limit_is_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a limit that no stay reaches changes nothing."""
    for array, interval in (("hycube:4x4,io=memory", 4), ("adres:4x4,io=memory", 7)):
        problem = Problem(random_loop(30, 1, 2), architecture_preset(array), interval)
        mapping = MAPPERS[name](problem, 1)
        assert mapping is not None
        with monkeypatch.context() as patch:
            patch.setattr(
                "heuristics.modulo.machine.longest_stays",
                lambda problem: [1000 for _ in problem.arch.components],
            )
            assert MAPPERS[name](problem, 1) == mapping


def test_joined_stays() -> None:
    """Tests that a route must not make one long stay of two of its net."""
    array = architecture_preset("hycube:2x2,io=memory")
    shared = Pipelined.of(Problem(random_loop(4), array, 3, files="static"))
    assert shared is not None
    table, j = shared.partial(0).table, shared.index.component["xbar_0_0"]
    assert shared.machine.stays[j] == 3
    first = j * SPAN + 5
    table.add(0, [first, first + 1, first + 3], {})
    assert table.outlasting(0, [first + 2]) == [first + 2]
    assert table.outlasting(0, [first - 1]) == []
    assert table.outlasting(0, [first - 2, first - 1]) == [first - 2, first - 1]
    assert table.outlasting(1, [first + 2]) == []


@pytest.mark.parametrize("array", ["hycube:3x3,io=memory", "mesh:3x3,registers=3,io=all"])
def test_routes_on_an_empty_array(array: str) -> None:
    """Tests that each cheapest route keeps the value no longer than allowed; that it costs as much
    as without limits as long as these have not passed; and that backwards costs are the same.
    """
    loop, arch, cycles = random_loop(6, 1), architecture_preset(array), 14
    limited, counted = (
        Pipelined.of(Problem(loop, arch, 3, files=files)) for files in ("static", None)
    )
    assert limited is not None and counted is not None
    parts = limited.partial(0), counted.partial(0)
    (part, free), dear = parts, 0
    kind = part.kinds[0]
    for start in np.flatnonzero(part.latency[0] > 0).tolist():
        for one in parts:
            one.put(0, (start, 1))
        flood, other = part.flood(0, 1, cycles, False), free.flood(0, 1, cycles, False)
        assert flood is not None and other is not None
        assert (flood.held >= other.held - 1e-9).all()
        assert (flood.held[:3] == other.held[:3]).all()
        dear += int((flood.held > other.held + 1e-9).sum())
        for row, j in zip(*np.nonzero(np.isfinite(flood.held)), strict=True):
            trace = flood.trace(int(j), flood.first + int(row), end_held=True)
            cells = [*trace.cells, trace.component * SPAN + trace.cycle]
            assert part.table.outlasting(0, cells) == []
        for reader, when in ((0, 4), (3, 9), (5, cycles)):
            ahead = remaining(part.table, kind, flood.first, when, (reader, when))
            assert ahead[0, start] == pytest.approx(flood.cost(reader, when))
    assert dear
