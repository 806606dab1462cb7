"""Tiles and the distances between them, on presets and on arrays of the user."""

from __future__ import annotations

import re

from models.data.architecture import Architecture


def cells(arch: Architecture) -> dict[int, tuple[int, int]]:
    """The row and column of every component whose name ends in both."""
    found = ((j, re.search(r"_(\d+)_(\d+)$", c.name)) for j, c in enumerate(arch.components))
    return {j: (int(m[1]), int(m[2])) for j, m in found if m is not None}
