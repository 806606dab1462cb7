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
    ("spec", "joined"),
    [
        ("lisa:4x4,registers=0,memory=left,io=memory", False),
        ("lisa-systolic:5x5", False),
        ("hycube:4x4", False),
        ("adres:6x6,wrap=no,io=memory", False),
        ("mesh:4x3,io=all,ports=row:1", False),
        ("r4:4x4,global=4", False),
        ("adres:5x4", True),
        ("s4:4x4", True),
        ("torus:3x5", True),
    ],
)
def test_manhattan(spec: str, joined: bool) -> None:
    """Tests the Manhattan distance on meshes, around the edges where they are joined."""
    arch = architecture_preset(spec)
    distance, where = tile_distances(arch), cells(arch)
    assert len(set(where.values())) > 8
    sides = [1 + max(cell[side] for cell in where.values()) for side in (0, 1)]
    for a, one in where.items():
        for b, other in where.items():
            apart = [abs(x - y) for x, y in zip(one, other, strict=True)]
            if joined:
                apart = [min(n, side - n) for n, side in zip(apart, sides, strict=True)]
            assert distance[a, b] == sum(apart)
