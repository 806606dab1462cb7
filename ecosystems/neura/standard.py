"""Arrays in rows and columns, and the one on which the compiler's authors test.

The standard array: 4×4 tiles in a mesh, 32 registers in 4 files each, 20 control words, loads and
stores in the first column and the lowest row, fused multiply-add in the others. Source:
`test/arch_spec/architecture.yaml` of https://github.com/coredac/neura at d517bff0eece, read in
November 2026.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ecosystems.neura.document import Array, Link, Tile

Topology = Literal["mesh", "king_mesh", "ring"]

CLASSES: dict[str, tuple[str, ...]] = {
    "constant": (),
    "add": ("add", "sub"),
    "mul": ("mul",),
    "div": ("sdiv", "udiv", "srem", "urem"),
    "fadd": ("fadd", "fsub"),
    "fmul": ("fmul",),
    "fdiv": ("fdiv",),
    "mem": ("load", "store"),
    "mem_indexed": (),
    "alloca": (),
    "logic": ("or", "not", "and", "xor"),
    "cmp": ("icmp", "fcmp"),
    "sel": ("select",),
    "type_conv": ("sext", "zext", "trunc", "sitofp", "fptosi", "fpext", "fptrunc"),
    "shift": ("shl", "lshr", "ashr"),
    "vfmul": (),
    "fadd_fadd": (),
    "fmul_fadd": (),
    "mac": (),
    "return": (),
    "phi": (),
    "loop_control": (),
    "counter": (),
    "extract_predicate": (),
    "grant": (),
}
"""The classes of operations, each with its operators of xyzmap."""

STANDARD = "standard"
"""Names the standard array, in place of a file."""

MEMORY = ("mem", "mem_indexed")
INNER = ("mac",)
NOWHERE = ("counter", "extract_predicate")
"""Classes of tiles with memory on the standard array, of other tiles only, and of no tile."""

STEPS: dict[Topology, tuple[tuple[int, int], ...]] = {
    "mesh": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "king_mesh": tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)),
}
"""The neighbours of a tile, as differences of columns and rows."""


def neighbours(topology: Topology, rows: int, columns: int) -> set[tuple[int, int]]:
    """Return the pairs of tiles with a link from the first to the second.

    In a ring, tiles of the border have links to all their neighbours, inner ones included, which
    have none. The compiler's test of the border has rows and columns exchanged
    (`createRingLinks`, `isTileOnBoundary`), so that arrays which are not square lack links.
    """
    return {
        (y * columns + x, (y + dy) * columns + x + dx)
        for y in range(rows)
        for x in range(columns)
        for dx, dy in STEPS["mesh" if topology == "ring" else topology]
        if 0 <= x + dx < columns and 0 <= y + dy < rows
        if topology != "ring" or x in (0, rows - 1) or y in (0, columns - 1)
    }


def standard(size: int = 4, memory: Literal["edges", "all"] = "edges") -> Array:
    """Return the standard array, or one of another size, with memory on `all` tiles if given."""
    tiles = tuple(Tile(y * size + x, x, y, 32, 4) for y in range(size) for x in range(size))
    near = [tile.id for tile in tiles if memory == "all" or 0 in (tile.x, tile.y)]
    able: dict[str, Iterable[int]] = {name: [tile.id for tile in tiles] for name in CLASSES}
    able |= {name: near for name in MEMORY}
    if memory == "edges":
        able |= {name: [tile.id for tile in tiles if tile.id not in near] for name in INNER}
        able |= {name: () for name in NOWHERE}
    links = [Link(source, target, 1) for source, target in sorted(neighbours("mesh", size, size))]
    return Array(
        len(tiles), 20, tiles, {name: tuple(ids) for name, ids in able.items()}, tuple(links)
    )
