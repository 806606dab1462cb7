"""Where elements are drawn that no names place: positions, meshes and short links."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Component, Path
from views.array.circle import circle_picture
from views.array.layout import Cell
from views.array.places import given_cells, linked_cells, placed
from views.array.svg import array_svg


def renamed(arch: Architecture, seed: int = 1) -> tuple[Architecture, dict[str, str]]:
    """Return an array whose components have arbitrary names, in an arbitrary order, and these."""
    numbers = list(range(100, 100 + len(arch.components)))
    random.Random(seed).shuffle(numbers)
    name = {c.name: f"n{k}" for c, k in zip(arch.components, numbers, strict=True)}
    components = [replace(c, name=name[c.name]) for c in arch.components]
    random.Random(seed).shuffle(components)
    paths = tuple(
        replace(
            path,
            name=f"h{number}",
            sources=tuple(name[end] for end in path.sources),
            targets=tuple(name[end] for end in path.targets),
        )
        for number, path in enumerate(arch.paths)
    )
    external = None if arch.external is None else name[arch.external]
    return replace(arch, components=tuple(components), paths=paths, external=external), name


def own_cells(arch: Architecture, name: dict[str, str], part: str) -> dict[Cell, Cell]:
    """Return the cell of each element `part_R_C` of a renamed array, by row and column."""
    cells = linked_cells(arch)
    found = {}
    for old, new in name.items():
        kind, _, place = old.partition("_")
        if kind == part:
            row, column = map(int, place.split("_"))
            found[row, column] = cells[new]
    return found


def flips(rows: int, columns: int) -> list[dict[Cell, Cell]]:
    """Return the symmetries of a grid."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    found = []
    for down in (False, True):
        for across in (False, True):
            turned = {
                (r, c): (rows - 1 - r if down else r, columns - 1 - c if across else c)
                for r, c in cells
            }
            found += [turned, {cell: at[::-1] for cell, at in turned.items()}]
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("spec", "rows", "columns", "part"),
    [
        ("mesh:2x3", 2, 3, "pe"),
        ("mesh:4x4", 4, 4, "pe"),
        ("mesh:3x5", 3, 5, "pe"),
        ("mesh:12x12,io=all", 12, 12, "pe"),
        ("systolic:3x4", 3, 4, "pe"),
        ("sl8:4x5,io=memory", 4, 5, "pe"),
        ("hycube:4x4,io=memory", 4, 4, "fu"),
    ],
)
def test_a_mesh_is_found(spec: str, rows: int, columns: int, part: str, seed: int) -> None:
    """Tests that a mesh with arbitrary names is drawn as its grid, up to symmetry."""
    arch, name = renamed(architecture_preset(spec), seed)
    assert own_cells(arch, name, part) in flips(rows, columns)
    assert max(r for r, _ in linked_cells(arch).values()) == min(rows, columns) - 1
    nodes = placed(arch, arch).nodes
    first, below, beside = (nodes[name[f"{part}_{at}"]] for at in ("0_0", "1_0", "0_1"))
    assert (first.x == below.x) != (first.y == below.y)
    assert (first.x == beside.x) != (first.y == beside.y)


@pytest.mark.parametrize("spec", ["torus:4x4", "torus:3x5", "satmapit:4x4", "s4:4x4,diagonals=yes"])
def test_other_arrays_are_grids_with_short_links(spec: str) -> None:
    """Tests that cells are different and fill a grid, and that links are not as long as by rank."""
    whole = architecture_preset(spec)
    arch, name = renamed(whole)
    cells = own_cells(arch, name, "pe")
    count = len(cells)
    assert len(set(cells.values())) == count
    assert max(r for r, _ in cells.values()) < 4 and max(c for _, c in cells.values()) < 6
    at = {name[f"pe_{r}_{c}"]: cell for (r, c), cell in cells.items()}
    ranked = {one: divmod(rank, 4) for rank, one in enumerate(sorted(at))}

    def length(of: dict[str, Cell]) -> int:
        ends = [(path.sources[0], path.targets[0]) for path in arch.paths]
        inner = [(a, b) for a, b in ends if a in of and b in of]
        return sum(abs(of[a][0] - of[b][0]) + abs(of[a][1] - of[b][1]) for a, b in inner)

    assert length(at) < 0.9 * length(ranked)
    assert linked_cells(arch) == linked_cells(arch)
    assert array_svg(arch, arch, [])


@pytest.mark.parametrize("spec", ["ring:12", "ring:6", "full:7", "full:12", "single", "torus:3x3"])
def test_rings_and_small_arrays_stay_on_the_circle(spec: str) -> None:
    """Tests what a circle shows as well as a grid."""
    arch, _ = renamed(architecture_preset(spec))
    assert linked_cells(arch) == {}
    assert placed(arch, arch) == circle_picture(arch, arch)


def test_positions_come_first() -> None:
    """Tests that positions win over names, and that what has none is near what it joins."""
    mesh = architecture_preset("mesh:2x3")
    at = {f"pe_{r}_{c}": (5 * c, r) for r in range(2) for c in range(3)}
    turned = tuple(replace(c, position=at.get(c.name)) for c in mesh.components)
    arch = replace(mesh, components=turned)
    assert given_cells(arch)["pe_1_2"] == (2, 1)
    nodes = placed(arch, arch).nodes
    assert nodes["pe_0_0"].x == nodes["pe_0_2"].x < nodes["pe_1_0"].x
    assert nodes["pe_0_0"].y == nodes["pe_1_0"].y < nodes["pe_0_1"].y < nodes["pe_0_2"].y
    own = Architecture(
        "own",
        (
            Component("a", issue=1, position=(0, 0)),
            Component("b", issue=1, position=(0, 1)),
            Component("ra", capacity=4),
            Component("rb", capacity=4, position=(0, 1)),
        ),
        (Path("x", ("a",), ("ra",)), Path("y", ("ra",), ("a",)), Path("z", ("a", "b"), ("rb",))),
    )
    assert given_cells(own) == {"a": (0, 0), "b": (0, 1), "ra": (0, 0), "rb": (0, 1)}
    nodes = placed(own, own).nodes
    assert nodes["a"].right < nodes["ra"].left < nodes["b"].left < nodes["rb"].left


def test_more_links_between_neighbours_keep_a_mesh() -> None:
    """Tests a mesh with a few diagonal links, and that a long one makes it another array."""
    mesh = architecture_preset("mesh:4x5")
    more = (Path("d", ("pe_1_1",), ("pe_2_2",)), Path("e", ("pe_0_3",), ("pe_1_2",)))
    arch, name = renamed(replace(mesh, paths=mesh.paths + more))
    assert own_cells(arch, name, "pe") in flips(4, 5)
    far = (Path("f", ("pe_0_0",), ("pe_3_4",)),)
    arch, name = renamed(replace(mesh, paths=mesh.paths + far))
    assert len(set(own_cells(arch, name, "pe").values())) == 20
