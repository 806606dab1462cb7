"""Tiles and the distances between them, on presets and on arrays of the user."""

from __future__ import annotations

import re

import pytest

from archs.presets import architecture_preset
from heuristics.labels.flow import FAR
from heuristics.labels.tiles import tile_distances
from models.data.architecture import Architecture, Component, Path


def array(units: str, *links: str, stores: str = "") -> Architecture:
    """Return an array of units and of stores without units, with links such as a->b."""
    ends = (link.split("->") for link in links)
    return Architecture(
        "array",
        (
            *(Component(name, issue=1, capacity=1) for name in units.split()),
            *(Component(name, capacity=1) for name in stores.split()),
        ),
        tuple(
            Path(f"p{i}", tuple(a.split("+")), tuple(b.split("+"))) for i, (a, b) in enumerate(ends)
        ),
    )


def cells(arch: Architecture) -> dict[int, tuple[int, int]]:
    """The row and column of every component whose name ends in both."""
    found = ((j, re.search(r"_(\d+)_(\d+)$", c.name)) for j, c in enumerate(arch.components))
    return {j: (int(m[1]), int(m[2])) for j, m in found if m is not None}


@pytest.mark.parametrize(
    "spec",
    [
        "lisa:4x4,registers=0,memory=left,io=memory",
        "lisa-systolic:5x5",
        "hycube:4x4",
        "adres:6x6,wrap=no,io=memory",
        "mesh:4x3,io=all,ports=row:1",
        "r4:4x4,global=4",
    ],
)
def test_manhattan(spec: str) -> None:
    """Tests the Manhattan distance on meshes, whatever else joins their tiles."""
    arch = architecture_preset(spec)
    distance, where = tile_distances(arch), cells(arch)
    assert len(set(where.values())) > 8
    for a, (row, column) in where.items():
        for b, (to_row, to_column) in where.items():
            assert distance[a, b] == abs(row - to_row) + abs(column - to_column)


@pytest.mark.parametrize("spec", ["adres:5x4", "s4:4x4", "torus:3x5"])
def test_torus(spec: str) -> None:
    """Tests the Manhattan distance around the edges where they are joined."""
    arch = architecture_preset(spec)
    distance, where = tile_distances(arch), cells(arch)
    rows, columns = (1 + max(cell[side] for cell in where.values()) for side in (0, 1))
    for a, (row, column) in where.items():
        for b, (to_row, to_column) in where.items():
            down, right = abs(row - to_row), abs(column - to_column)
            assert distance[a, b] == min(down, rows - down) + min(right, columns - right)


@pytest.mark.parametrize(
    ("arch", "unit", "due"),
    [
        # Parts of a module, as the reader of Morpher's files names them, are a tile.
        (
            array(
                "PE_X0_Y0.FU0 PE_X1_Y0.FU0 PE_X2_Y0.FU0",
                *(f"PE_X{x}_Y0.FU0->PE_X{x}_Y0.RF0.R01" for x in range(3)),
                *(f"PE_X{x}_Y0.RF0.R01->PE_X{x + 1}_Y0.FU0" for x in range(2)),
                stores=" ".join(f"PE_X{x}_Y0.RF0.R01" for x in range(3)),
            ),
            "PE_X0_Y0.FU0",
            {"PE_X1_Y0.FU0": 1, "PE_X2_Y0.FU0": 2, "PE_X0_Y0.RF0.R01": 0, "PE_X2_Y0.RF0.R01": 2},
        ),
        # Equal numbers alone make no tile: loads and stores are at opposite ends.
        (
            architecture_preset("lisa-systolic:5x5"),
            "load_3",
            {"store_3": 6, "pe_3_0": 1, "const_3_0": 1},
        ),
        # Units joined by nothing but a shared store are two links apart.
        (
            array("a b c d", "a->pool", "pool->b", "b->c", stores="pool"),
            "a",
            {"a": 0, "b": 2, "c": 3, "d": FAR, "pool": 1},
        ),
        (array("a"), "a", {"a": 0}),
    ],
)
def test_by_hand(arch: Architecture, unit: str, due: dict[str, int]) -> None:
    """Tests distances from a unit."""
    at = {component.name: j for j, component in enumerate(arch.components)}
    distance = tile_distances(arch)
    assert {name: distance[at[unit], at[name]] for name in due} == due
