"""Tiles and the distances between them, on presets and on arrays of the user."""

from __future__ import annotations

import re

import pytest

from archs.presets import architecture_preset
from heuristics.labels.tiles import tile_distances
from models.data.architecture import Architecture


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
