"""The arrays that the compiler Neura makes of YAML files, as a table.

The values are those of the compiler's own code, run on some of these files, and follow its rules
for the others: `docs/howto/neura-mapper.md` has them.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ecosystems.neura.yaml_file import read_yaml
from models.notes import noted

TEXT = """
architecture: {{name: "a", version: "1.0"}}
multi_cgra_defaults: {{base_topology: "mesh", {several}}}
per_cgra_defaults: {{{grid}}}
tile_defaults: {{num_registers: {registers}, fu_types: [add, mul, mem, mem_indexed]}}
link_defaults: {{latency: {latency}, bandwidth: 32}}
tile_overrides: [{tiles}]
link_overrides: [{links}]
"""
SQUARE = "rows: 2, columns: 2, ctrl_mem_items: 8"
MESH = "0>1 0>2 1>0 1>3 2>0 2>3 3>1 3>2"
"""The links of 2×2 tiles."""


class Row(NamedTuple):
    """A file, and the array: registers and links of its tiles, with latencies that are not 1.

    `units` are the classes of tiles that differ from the defaults. Each note has one of `notes`.
    """

    registers: str = "0:32 1:32 2:32 3:32"
    links: str = MESH
    units: str = ""
    grid: str = SQUARE
    kept: int = 32
    latency: int = 1
    tiles: str = ""
    changed: str = ""
    several: str = "rows: 1, columns: 1"
    notes: tuple[str, ...] = ()


def ring(rows: int, columns: int) -> str:
    """Return the members of a ring."""
    return f"rows: {rows}, columns: {columns}, ctrl_mem_items: 8, base_topology: ring"


def tiles(*numbers: int, each: int = 32) -> str:
    """Return the registers of some tiles."""
    return " ".join(f"{n}:{each}" for n in numbers)


def link(source: str, target: str, more: str = "") -> str:
    """Return an override of the link from a tile `x,y` to another."""
    (a, b), (c, d) = source.split(","), target.split(",")
    return f"{{src_tile_x: {a}, src_tile_y: {b}, dst_tile_x: {c}, dst_tile_y: {d}{more}}}"


GONE = "{tile_x: 0, tile_y: 0, existence: false}"
WITHOUT = tiles(1, 2, 3), "1>3 2>3 3>1 3>2"
NO_TILE = "left out, as by the compiler: there is no tile at"
KING = "0>1 0>2 0>3 1>0 1>2 1>3 2>0 2>1 2>3 3>0 3>1 3>2"
RING = "0>1 0>3 1>0 1>2 1>4 2>1 2>5 3>0 3>4 3>6 5>2 5>4 5>8 6>3 6>7 7>4 7>6 7>8 8>5 8>7"

TABLE = {
    "mesh": Row(),
    "mesh of one row": Row(tiles(0, 1, 2), "0>1 1>0 1>2 2>1", grid="rows: 1, columns: 3"),
    "mesh of one column": Row(tiles(0, 1, 2), "0>1 1>0 1>2 2>1", grid="rows: 3, columns: 1"),
    "rows are counted to the north": Row(
        tiles(*range(6)),
        "0>1 0>3 1>0 1>2 1>4 2>1 2>5 3>0 3>4 4>1 4>3 4>5 5>2 5>4",
        grid="rows: 2, columns: 3",
    ),
    "king mesh": Row(links=KING, grid=f"{SQUARE}, base_topology: king_mesh"),
    "king mesh in two words": Row(links=KING, grid=f'{SQUARE}, base_topology: "king mesh"'),
    "ring of one": Row(tiles(0), "", grid=ring(1, 1)),
    "ring of four is the mesh": Row(grid=ring(2, 2)),
    "ring of nine leads inwards": Row(tiles(*range(9)), RING, grid=ring(3, 3)),
    "ring, rows and columns exchanged": Row(
        tiles(*range(8)),
        "0>1 0>4 1>0 1>2 1>5 2>1 2>3 2>6 3>2 3>7 4>0 4>5 5>1 5>4 5>6",
        grid=ring(2, 4),
    ),
    "ring, columns and rows exchanged": Row(
        # x is 0 or 3, or y is 0 or 1.
        tiles(*range(8)),
        "0>1 0>2 1>0 1>3 2>0 2>3 2>4 3>1 3>2 3>5 4>2 4>5 4>6 6>4 6>7",
        grid=ring(4, 2),
    ),
    "ring of one row": Row(
        # x is 0, or y is 0 or 2.
        tiles(0, 1, 2),
        "0>1 1>0 1>2 2>1",
        grid=ring(1, 3),
    ),
    "ring without a tile": Row(
        tiles(*(n for n in range(9) if n != 1)),
        "0>3 2>5 3>0 3>4 3>6 5>2 5>4 5>8 6>3 6>7 7>4 7>6 7>8 8>5 8>7",
        grid=ring(3, 3),
        tiles="{tile_x: 1, tile_y: 0, existence: false}",
    ),
    "ring without its middle": Row(
        tiles(*(n for n in range(9) if n != 4)),
        "0>1 0>3 1>0 1>2 2>1 2>5 3>0 3>6 5>2 5>8 6>3 6>7 7>6 7>8 8>5 8>7",
        grid=ring(3, 3),
        tiles="{tile_x: 1, tile_y: 1, existence: false}",
    ),
    "no registers": Row(tiles(0, 1, 2, 3, each=0), kept=0),
    "fewer than a file": Row(tiles(0, 1, 2, 3, each=0), kept=7, notes=("0 of 7 registers exist",)),
    "one file": Row(tiles(0, 1, 2, 3, each=8), kept=8),
    "one file and a half": Row(
        tiles(0, 1, 2, 3, each=8), kept=12, notes=("8 of 12 registers exist",)
    ),
    "five files": Row(tiles(0, 1, 2, 3, each=40), kept=40),
    "override without registers": Row(
        "0:0 1:32 2:32 3:32",
        units="0:add",
        tiles="{tile_x: 0, tile_y: 0, fu_types: [add]}",
        notes=("tile 0 has no registers: num_registers is not given",),
    ),
    "override of registers alone": Row(
        "0:32 1:16 2:32 3:32", tiles="{tile_x: 1, tile_y: 0, num_registers: 16}"
    ),
    "override of registers that are no file": Row(
        "0:32 1:32 2:8 3:32",
        tiles="{tile_x: 0, tile_y: 1, num_registers: 15}",
        notes=("8 of 15 registers exist",),
    ),
    "override of no registers keeps them": Row(
        units="0:add", tiles="{tile_x: 0, tile_y: 0, num_registers: 0, fu_types: [add]}"
    ),
    "override of fewer than none keeps them": Row(
        tiles="{tile_x: 0, tile_y: 0, num_registers: -1}"
    ),
    "override of no classes keeps them": Row(
        "0:16 1:32 2:32 3:32", tiles="{tile_x: 0, tile_y: 0, num_registers: 16, fu_types: []}"
    ),
    "two overrides of a tile": Row(
        "0:16 1:32 2:32 3:32",
        units="0:add",
        tiles="{tile_x: 0, tile_y: 0, num_registers: 32, fu_types: [add]},"
        " {tile_x: 0, tile_y: 0, num_registers: 16}",
    ),
    "two overrides, the other way round": Row(
        units="0:add",
        tiles="{tile_x: 0, tile_y: 0, num_registers: 16},"
        " {tile_x: 0, tile_y: 0, num_registers: 32, fu_types: [add]}",
    ),
    "the later registers are none": Row(
        "0:0 1:32 2:32 3:32",
        units="0:mul",
        tiles="{tile_x: 0, tile_y: 0, num_registers: 16}, {tile_x: 0, tile_y: 0, fu_types: [mul]}",
        notes=("tile 0 has no registers",),
    ),
    "a tile that is gone": Row(*WITHOUT, tiles=GONE),
    "a tile that is gone stays so": Row(
        *WITHOUT,
        tiles=f"{GONE}, {{tile_x: 0, tile_y: 0, num_registers: 16}}",
        notes=(f"{NO_TILE} x 0, y 0: an override before this one removes it",),
    ),
    "a tile outside": Row(
        tiles="{tile_x: 2, tile_y: 0, num_registers: 16}", notes=(f"{NO_TILE} x 2, y 0",)
    ),
    "an override of no tile": Row(tiles="{num_registers: 16}", notes=(f"{NO_TILE} x -1, y -1",)),
    "a tile of another array": Row(
        "0:16 1:32 2:32 3:32", tiles="{cgra_x: 1, tile_x: 0, tile_y: 0, num_registers: 16}"
    ),
    "all links are slow": Row(links="0>1=3 0>2=3 1>0=3 1>3=3 2>0=3 2>3=3 3>1=3 3>2=3", latency=3),
    "a link with a latency": Row(
        links=MESH.replace("0>1", "0>1=4"), changed=link("0,0", "1,0", ", latency: 4")
    ),
    "a link without a latency": Row(
        links="0>1 0>2=2 1>0=2 1>3=2 2>0=2 2>3=2 3>1=2 3>2=2",
        latency=2,
        changed=link("0,0", "1,0", ", bandwidth: 64"),
    ),
    "a latency of 0 keeps that of the link": Row(
        links="0>1=2 0>2=2 1>0=2 1>3=2 2>0=2 2>3=2 3>1=2 3>2=2",
        latency=2,
        changed=link("0,0", "1,0", ", latency: 0"),
    ),
    "a new link": Row(links=f"{MESH} 0>3=2", changed=link("0,0", "1,1", ", latency: 2")),
    "a new link without a latency": Row(
        links="0>1=2 0>2=2 1>0=2 1>3=2 2>0=2 2>3=2 3>1=2 3>2=2 0>3",
        latency=2,
        changed=link("0,0", "1,1"),
    ),
    "a link that is gone": Row(
        links=MESH.replace("2>0 ", ""), changed=link("0,1", "0,0", ", existence: false")
    ),
    "a link that was never there": Row(changed=link("0,0", "1,1", ", existence: false")),
    "a link that comes back is fast": Row(
        links="0>1 0>2=2 1>0=2 1>3=2 2>0=2 2>3=2 3>1=2 3>2=2",
        latency=2,
        changed=f"{link('0,0', '1,0', ', existence: false')}, {link('0,0', '1,0')}",
    ),
    "a link of a tile that is gone": Row(
        *WITHOUT, tiles=GONE, changed=link("1,0", "0,0"), notes=(f"{NO_TILE} x 0, y 0",)
    ),
    "a link outside": Row(changed=link("0,0", "2,0"), notes=(f"{NO_TILE} x 2, y 0",)),
    "no memory at a tile": Row(
        units="0:add,mul",
        changed=f"{link('0,0', '-1,-1', ', existence: false')},"
        f" {link('-1,-1', '0,0', ', existence: false')}",
        notes=("tile 0 loads and stores nothing",),
    ),
    "memory at a tile": Row(changed=link("0,0", "-1,-1")),
    "several arrays": Row(several="rows: 1, columns: 2", notes=("one array of the 1×2",)),
    "the words of the hardware generator": Row(grid="rows: 2, columns: 2, configMemSize: 8"),
}


@pytest.mark.parametrize("row", TABLE.values(), ids=TABLE)
def test_array(row: Row) -> None:
    """Tests tiles, registers, files, links, latencies and classes of each."""
    text = TEXT.format(
        several=row.several,
        grid=row.grid,
        registers=row.kept,
        latency=row.latency,
        tiles=row.tiles,
        links=row.changed,
    )
    with noted() as said:
        _, array = read_yaml(text.encode(), "a.yaml")
    assert " ".join(f"{tile.id}:{tile.regs}" for tile in array.tiles) == row.registers
    assert all(8 * tile.files == tile.regs for tile in array.tiles)
    links = {
        f"{each.source}>{each.target}" + f"={each.latency}" * (each.latency > 1)
        for each in array.links
    }
    assert links == set(row.links.split()) and len(links) == len(array.links)
    units = dict(each.split(":") for each in row.units.split())
    for tile in array.tiles:
        wanted = units.get(str(tile.id), "add,mul,mem,mem_indexed")
        found = {name for name, able in array.fu_class_tiles.items() if tile.id in able}
        assert found == set(wanted.split(","))
    assert len(said) == len(row.notes)
    assert all(words in line for words, line in zip(row.notes, said, strict=True))


def test_control_words() -> None:
    """Tests both names of their number, and the compiler's where the file has none."""
    for words, wanted in (("ctrl_mem_items: 7", 7), ("configMemSize: 6", 6), ("rows: 2", 20)):
        grid = f"columns: 2, {words}"
        text = TEXT.format(several="rows: 1", grid=grid, registers=8, latency=1, tiles="", links="")
        _, array = read_yaml(text.encode(), "a.yaml")
        assert array.ctrl_mem_items == wanted
