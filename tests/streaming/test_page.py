"""The report of the streaming engine: its data say what the mapping says, and the page is whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from streaming.examples import build
from streaming.model.engine import Engine
from streaming.model.program import Program
from streaming.model.schedule import Placement, Schedule
from streaming.view.page_data import StreamingScene
from streaming.view.rows import Rows


def scattered(program: Program, engine: Engine, ii: int, seed: int) -> Schedule:
    """Return a mapping whose results arrive before they are read, wherever they come from."""
    source, start, tile = random.Random(seed), {}, {}
    latency, posts = engine.latencies(), set(program.posts)
    for n in program.order:
        tile[n] = source.randrange(engine.tiles)
        ready = [0]
        for edge in program.transfers:
            if edge.target == n:
                far = abs(tile[edge.source] - tile[n])
                way = engine.message if edge in posts else latency[far]
                ready.append(start[edge.source] + engine.pipeline + way)
        start[n] = max(ready) + source.randrange(4)
    places = [Placement(x.name, tile[n], start[n]) for n, x in enumerate(program.instructions)]
    return Schedule(program.name, engine, ii, tuple(places))


def scenes() -> list[tuple[StreamingScene, Schedule]]:
    found = []
    for seed, name in enumerate(("distance", "fir:8", "ifft_loop", "matvec:4x4", "ifft:8")):
        program = build(name)
        engine = Engine(tiles=9, relay=True, hops=((1, 2), (2, 1, 4), (1,))[seed % 3])
        schedule = scattered(program, engine, 3 + seed, seed)
        found.append((StreamingScene(program, engine, schedule), schedule))
    return found


@pytest.mark.parametrize(("scene", "schedule"), scenes())
def test_every_instruction_is_issued_where_and_when_the_mapping_says(
    scene: StreamingScene, schedule: Schedule
) -> None:
    data, tiles = scene.data(), scene.shape()["components"]
    names = [entry[0] for entry in data["graph"]["nodes"]]
    found = [
        (names[value], tiles[tile]["name"], cycle)
        for value, tile, cycle, *_ in data["mapping"]["issues"]
    ]
    assert sorted(found) == sorted(
        (p.instruction, f"tile {p.tile}", p.start) for p in schedule.placements
    )
    assert (data["mapping"]["contexts"], data["mapping"]["cycles"]) == (
        schedule.ii, schedule.cycles,
    )  # fmt: skip


@pytest.mark.parametrize(("scene", "schedule"), scenes())
def test_results_go_hop_by_hop_from_their_tile_to_that_of_the_reader(
    scene: StreamingScene, schedule: Schedule
) -> None:
    data, shape, engine = scene.data(), scene.shape(), schedule.engine
    steps: dict[tuple[int, int, int], list[list[Any]]] = {}
    for entry in data["mapping"]["transfers"]:
        value, path, last, source, left, targets = entry
        way = shape["paths"][path]
        assert ([source], targets) == (way["sources"], way["targets"])
        far = abs(source - targets[0])
        takes = engine.message if way["kind"] == "message" else engine.hops[far - 1]
        assert last - left == takes
        steps.setdefault((value, source, left), []).append(entry)
    rows = Rows(scene.program, schedule)
    for t in rows.transfers:
        value, first = scene.values[t.source], scene.tiles.start
        reached = {(rows.at[t.source].tile - first, t.ready - 1)}
        for _ in range(engine.tiles):
            reached |= {
                (targets[0], last)
                for at in reached
                for _, _, last, _, _, targets in steps.get((value, *at), [])
            }
        assert (rows.at[t.reader].tile - first, t.arrives - 1) in reached


@pytest.mark.parametrize(("scene", "schedule"), scenes())
def test_results_wait_from_their_arrival_until_they_are_read(
    scene: StreamingScene, schedule: Schedule
) -> None:
    rows, waits = Rows(scene.program, schedule), set()
    for t in rows.transfers:
        for cycle in range(t.arrives, t.read):
            waits.add((scene.values[t.source], rows.at[t.reader].tile - scene.tiles.start, cycle))
    held = scene.data()["mapping"]["holds"]
    found = [(v, tile, cycle) for v, tile, a, b in held for cycle in range(a, b + 1)]
    assert set(found) == waits and len(found) == len(waits)
