"""Answers with a fault made on purpose: the checker names it, and execution shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ecosystems.neura.check import faults, runs
from ecosystems.neura.document import Array, Document, Edge, Link, Op, Tile
from ecosystems.neura.execute import difference
from ecosystems.neura.timing import TIMINGS
from ecosystems.neura.written import Placement, Route, Written
from tests.ecosystems.neura_answers import (
    answer,
    document,
    moved,
    with_path,
    with_placement,
    with_routes,
)

RTL = TIMINGS["rtl"]


def route(written: Written, s: int, d: int) -> Route:
    """Return the route of an edge."""
    return next(each for each in written.routes or () if (each.s, each.d) == (s, d))


@pytest.mark.parametrize("convention", TIMINGS)
def test_answers_are_right(convention: Any) -> None:
    """Tests that what was mapped breaks no rule, and computes what the graph says."""
    written, timing = answer(convention), TIMINGS[convention]
    assert faults(document(), written, timing) == []
    assert difference(document(), written, timing) is None
    assert all(run.last - run.first <= written.compiled_ii for run in runs(written.routes or ()))


@pytest.mark.parametrize("convention, other", [("rtl", "solver"), ("solver", "rtl")])
def test_conventions_differ(convention: Any, other: Any) -> None:
    """Tests that the routes of one convention are refused by the other."""
    found = faults(document(), answer(convention), TIMINGS[other])
    assert any("begins at" in line for line in found)


def _far(written: Written) -> Written:
    """Send a value to where no link goes: tiles 0 and 3 are at opposite corners."""
    path = route(written, 7, 8).path
    return with_path(written, 7, 8, path[0], (3 - path[0][0], path[0][1] + 1), *path[1:])


FAULTS: dict[str, tuple[Callable[[Written], Written], str]] = {
    "interval": (lambda w: msgspec.structs.replace(w, compiled_ii=9), "compiled_ii 9 is not from"),
    "tiles": (lambda w: msgspec.structs.replace(w, num_tiles=5), "num_tiles 5 is not 4"),
    "missing": (
        lambda w: msgspec.structs.replace(w, placements=w.placements[1:]),
        "the placements are not of each of the 14 operations",
    ),
    "class": (lambda w: with_placement(w, 4, op_class="mul"), "has the class 'mul', not 'mem'"),
    "unable": (
        lambda w: with_placement(w, 4, tile=1, x=1, y=0),
        "operation 4: tile 1 does not execute 'mem'",
    ),
    "no tile": (lambda w: with_placement(w, 4, tile=7), "tile 7 does not execute"),
    "place": (
        lambda w: with_placement(w, 5, x=9),
        "is not at 9,",
    ),
    "slot": (lambda w: with_placement(w, 5, index_per_ii=9), "is another one modulo 5"),
    "early": (lambda w: moved(w, 5, -1), "operation 5 starts before cycle 0"),
    "time": (lambda w: moved(w, 8, 40), "route from 7 to 8 ends at"),
    "no route": (
        lambda w: with_routes(w, [r for r in w.routes or () if r.s != 12]),
        "no route from 12 to 13",
    ),
    "two routes": (
        lambda w: with_routes(w, [*(w.routes or ()), (w.routes or ())[0]]),
        "two routes from 0 to 2",
    ),
    "no edge": (
        lambda w: with_routes(w, [*(w.routes or ()), Route(2, 3, ((0, 1),))]),
        "a route from 2 to 3, between which there is no edge",
    ),
    "empty": (lambda w: with_path(w, 7, 8), "route from 7 to 8 is empty"),
    "no link": (_far, "has no link"),
    "jump": (
        lambda w: with_path(w, 7, 8, route(w, 7, 8).path[0], (route(w, 7, 8).path[0][0], 99)),
        "is no step of one cycle",
    ),
}


@pytest.mark.parametrize("make, line", FAULTS.values(), ids=FAULTS)
def test_faults_are_found(make: Callable[[Written], Written], line: str) -> None:
    """Tests that each rule has an answer that breaks it."""
    found = faults(document(), make(answer("rtl")), RTL)
    assert any(line in each for each in found), found


def two_tiles(ii: int, latency: int, *places: tuple[int, int]) -> tuple[Document, Written]:
    """Return two loops of one operation and one that reads it, on two tiles, and an answer.

    Operations 0 and 1 are read by 2 and 3; `places` are the tile and the cycle of each.
    """
    arch = Array(
        2, 8, (Tile(0, 0, 0, 8, 1), Tile(1, 1, 0, 8, 1)), {"add": (0, 1)}, (Link(0, 1, 1),)
    )
    ops = tuple(Op(n, "add", latency if n < 2 else 1) for n in range(4))
    found = Document(arch, ops, (Edge(0, 2, 0), Edge(1, 3, 0)))
    placed = tuple(
        Placement(n, "add", tile, tile, 0, cycle, cycle % ii, cycle // ii)
        for n, (tile, cycle) in enumerate(places)
    )
    routes = []
    for s, d in ((0, 2), (1, 3)):
        (tile, start), (target, end) = places[s], places[d]
        begin = start + latency - 1
        stay = [(tile, cycle) for cycle in range(begin, end + (tile == target))]
        path = stay if tile == target else [*stay, (target, end)]
        routes.append(Route(s, d, tuple(path)))
    return found, Written(ii, 2, placed, tuple(routes))


SHARED: dict[str, tuple[tuple[Any, ...], str]] = {
    "one tile and slot": ((3, 1, (0, 0), (0, 3), (0, 1), (0, 5)), "slot 0: operations 0, 1 meet"),
    "two begin": ((4, 2, (0, 0), (0, 4), (0, 2), (0, 6)), "slot 0: operations 0, 1 meet"),
    "one and an inner one": ((3, 3, (0, 0), (0, 3), (0, 4), (1, 7)), "meet"),
    "link": ((3, 1, (0, 0), (0, 1), (1, 2), (1, 5)), "link 0 to 1, slot 1: values of"),
    "longer than the interval": ((2, 1, (0, 0), (1, 0), (0, 3), (1, 1)), "longer than 2"),
    "nothing": ((3, 1, (0, 0), (1, 0), (0, 1), (1, 1)), ""),
}


@pytest.mark.parametrize("made, line", SHARED.values(), ids=SHARED)
def test_resources(made: tuple[Any, ...], line: str) -> None:
    """Tests that tiles, links and registers are counted, modulo the interval."""
    graph, written = two_tiles(*made)
    found = faults(graph, written, RTL)
    assert any(line in each for each in found) if line else found == []


def test_ports() -> None:
    """Tests that a tile with one register file reads and writes one value in a slot."""
    graph, written = two_tiles(4, 1, (0, 0), (0, 1), (0, 2), (1, 3))
    assert faults(graph, written, RTL) == ["tile 0, slot 1: 2 values are read in registers, not 1"]
    tiles = tuple(msgspec.structs.replace(tile, regfiles=2) for tile in graph.arch.tiles)
    wider = Document(msgspec.structs.replace(graph.arch, tiles=tiles), graph.ops, graph.edges)
    assert faults(wider, written, RTL) == []
    few = tuple(msgspec.structs.replace(tile, regs=1) for tile in tiles)
    small = Document(msgspec.structs.replace(graph.arch, tiles=few), graph.ops, graph.edges)
    assert faults(small, written, RTL) == ["tile 0, slot 1: 2 values are kept in registers, not 1"]


def test_stages_that_may_meet() -> None:
    """Tests that one operation of several cycles may begin where another one ends."""
    graph, written = two_tiles(3, 2, (0, 0), (0, 1), (1, 2), (1, 3))
    assert not any("meet" in line for line in faults(graph, written, RTL))


@pytest.mark.parametrize("convention", TIMINGS)
def test_execution_finds_wrong_values(convention: Any) -> None:
    """Tests that an operation that is moved, or a route that is another one's, changes values."""
    written, timing = answer(convention), TIMINGS[convention]
    place = next(each for each in written.placements if each.id == 8)
    assert "does not read" in str(
        difference(document(), moved(written, 8, place.time_step + 1), timing)
    )
    wrong = with_path(written, 7, 10, *route(written, 9, 10).path)
    assert "operation 10" in str(difference(document(), wrong, timing))


def test_execution_takes_links_for_their_time() -> None:
    """Tests that values meet on a link, and in a register that is kept for too long."""
    graph, written = two_tiles(3, 1, (0, 0), (0, 1), (1, 2), (1, 5))
    assert difference(graph, written, RTL) is not None
    graph, written = two_tiles(2, 1, (0, 0), (1, 0), (0, 3), (1, 1))
    assert difference(graph, written, RTL) is not None


@pytest.mark.parametrize("convention", TIMINGS)
def test_a_result_is_there_after_its_operation(convention: Any) -> None:
    """Tests that by `rtl` no operation reads a result in the last cycle of what computes it."""
    array = Array(1, 4, (Tile(0, 0, 0, 8, 1),), {"mul": (0,)}, ())
    document, ii = Document(array, (Op(0, "mul", 2),), (Edge(0, 0, 1),)), 1
    timing = TIMINGS[convention]
    if convention == "solver":
        ii = 2
    entry = 0, timing.appears(document.ops[0], 0)
    written = Written(ii, 1, (Placement(0, "mul", 0, 0, 0, 0, 0, 0),), (Route(0, 0, (entry,)),))
    found = faults(document, written, timing)
    assert ("in the last cycle of 0, not after it" in " ".join(found)) == (convention == "rtl")
    assert bool(found) == (convention == "rtl")
