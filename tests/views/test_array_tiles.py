"""Where tiles of arrays and the paths between them are: nothing is drawn across a tile."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Component, Path
from views.array.layout import Node, Picture, Point
from views.array.places import placed
from views.array.tiles import Tiles

KINDS = ("hycube", "h6", "lisa", "adres", "s4", "sl8", "r4", "satmapit", "monomap")
PRESETS = [
    *(
        f"{kind}:{size},io={io}"
        for kind in KINDS
        for size, io in (("2x2", "memory"), ("4x6", "pads"))
    ),
    *(f"lisa-systolic:{size},io={io}" for size, io in (("2x2", "memory"), ("3x4", "none"))),
    *(
        "mesh:1x1",
        "mesh:3x3",
        "mesh:4x4,io=all",
        "mesh:3x4,io=right-left",
        "torus:2x3",
        "torus:4x4",
    ),
    *("s4:4x4,diagonals=yes,global=2,io=memory", "hycube:6x6,memory=all,io=memory"),
    *("systolic:3x3", "streaming:2", "streaming:12", "line:1", "line:4"),
]
FREE = ["single,entries=3,registers=4", "ring:2", "ring:5", "ring:12", "full:7", "full:12"]


def own_array(external: bool = True) -> Architecture:
    """Return an array with buses of all kinds, loops, and components around it."""
    places = [f"{r}_{c}" for r in range(3) for c in range(3)]
    components = [Component("top")] * external
    paths = []
    for at in places:
        own = [f"fu_{at}", f"rf_{at}", f"in_{at}", f"out_{at}"]
        components += [Component(own[0], issue=1), *map(Component, own[1:])]
        paths += [Path(f"{a}>{b}", (a,), (b,)) for a, b in ((own[0], own[1]), (own[2], own[0]))]
        paths += [Path(f"self_{at}", (own[0],), (own[0],)), Path(f"o{at}", (own[0],), (own[3],))]
        paths += [Path(f"local_{at}", tuple(own[:2]), tuple(own[2:]))]
    for a, b in ((a, b) for a in places for b in places if a < b and sum(map(int, a[::2])) % 2):
        paths.append(Path(f"{a}>{b}", (f"out_{a}",), (f"in_{b}",)))
    every = tuple(f"fu_{at}" for at in places)
    paths += [Path("all", every, every), Path("row", every[:3], ("rf_2_2", "bank"))]
    components.append(Component("bank"))
    if external:
        paths += [Path("in", ("top",), every[1:4]), Path("out", every, ("top",))]
        paths += [Path("bank_in", ("top",), ("bank",)), Path("bank_out", ("bank",), ("top",))]
        paths += [Path("middle", ("top",), ("rf_1_1",)), Path("corner", ("fu_2_0",), ("top",))]
        paths += [
            Path("own", ("top",), ("top",)),
            Path("both", ("top", "fu_0_0"), ("top", "fu_0_0")),
        ]
    return Architecture("own", tuple(components), tuple(paths), "top" if external else None)


def random_array(seed: int) -> Architecture:
    """Return an array with positions for most components, and paths of all kinds at random."""
    draw = random.Random(seed)
    components, taken = [], set[tuple[int, int]]()
    for number in range(draw.randint(2, 24)):
        at = draw.choice([None, (draw.randrange(4), draw.randrange(4))])
        unit = draw.random() < 0.6 and at not in taken
        components.append(Component(f"c{number}", issue=int(unit), position=at))
        if unit and at is not None:
            taken.add(at)
    names = [component.name for component in components]
    paths = []
    for number in range(draw.randint(1, 50)):
        ends = [draw.sample(names, min(len(names), draw.choice((1, 1, 1, 2, 4)))) for _ in "st"]
        paths.append(Path(f"h{number}", tuple(ends[0]), tuple(ends[1])))
    external = draw.choice([None, names[0]])
    return Architecture(f"random{seed}", tuple(components), tuple(paths), external)


GRIDS = [
    *map(random_array, range(30)),
    *map(architecture_preset, PRESETS),
    own_array(),
    own_array(external=False),
]
EVERY = [*GRIDS, *map(architecture_preset, FREE), Architecture("lone", (Component("x"),), ())]


def crosses(a: Point, b: Point, box: Node) -> bool:
    """Whether a line runs through the inside of a box."""
    low, high = 0.0, 1.0
    for start, end, least, most in (
        (a[0], b[0], box.left + 0.5, box.right - 0.5),
        (a[1], b[1], box.top + 0.5, box.bottom - 0.5),
    ):
        if start == end:
            if not least < start < most:
                return False
            continue
        one, other = sorted(((least - start) / (end - start), (most - start) / (end - start)))
        low, high = max(low, one), min(high, other)
    return low < high


def outlines(picture: Picture) -> list[tuple[str, Node]]:
    """Return the tiles with their outlines, each bar of the external memory by itself."""
    found = {name: picture.nodes[name] for name in {*picture.tile.values()}} | picture.frames
    return [(name, box) for name, node in found.items() for box in (node, *node.more)]


def apart(a: Node, b: Node) -> bool:
    return a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top


def at_edge(box: Node, point: Point) -> bool:
    """Whether a point is at the outline of a box."""
    x, y = abs(point[0] - box.x) - box.width / 2, abs(point[1] - box.y) - box.height / 2
    return max(x, y) < 0.1 and max(x, y) > -0.1


@pytest.mark.parametrize("arch", EVERY, ids=lambda arch: arch.name)
def test_tiles_are_apart_and_paths_join_their_ends(arch: Architecture) -> None:
    """Tests boxes in tiles, wires from tile to tile, and that all is in the picture."""
    picture, tiles = placed(arch, arch), Tiles(arch)
    boxes = outlines(picture)
    assert all(apart(a, b) for (_, a), (_, b) in combinations(boxes, 2))
    for (a, one), (b, other) in combinations(picture.nodes.items(), 2):
        assert apart(one, other), (a, b)
    for name, node in picture.nodes.items():
        frame = picture.frames.get(picture.tile[name], node)
        assert frame.left <= node.left and node.right <= frame.right
        assert frame.top <= node.top and node.bottom <= frame.bottom
    points = [p for wires in picture.wires.values() for w in wires for p in w.points]
    for _, box in boxes:
        points += [(box.left, box.top), (box.right, box.bottom)]
    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in points)
    for path in arch.paths:
        wires, ends = picture.wires[path.name], tiles.ends(path)
        joined = [(w.end, w.points[-1] if w.head else w.points[0]) for w in wires]
        if link := tiles.link(path):
            (wire,) = wires
            assert wire.head
            joined = [*zip(link, (wire.points[0], wire.points[-1]), strict=True)]
        elif len(ends) == 1:
            assert not wires and {*ends} <= picture.frames.keys()
            continue
        else:
            assert {w.end: w.head for w in wires} == {
                name: head for name, (_, head) in ends.items()
            }
            assert all(picture.hubs[path.name] in w.points for w in wires)
        for name, point in joined:
            assert any(at_edge(box, point) for own, box in boxes if own == name), name


@pytest.mark.parametrize("arch", GRIDS, ids=lambda arch: arch.name)
def test_no_path_runs_through_other_tiles(arch: Architecture) -> None:
    """Tests lines and outlines, and that no two arrows are at the same place."""
    picture, tiles = placed(arch, arch), Tiles(arch)
    for path in arch.paths:
        others = [box for name, box in outlines(picture) if name not in tiles.ends(path)]
        for wire in picture.wires[path.name]:
            for a, b in pairwise(wire.points):
                assert not any(crosses(a, b, box) for box in others)
    places = [
        frozenset((round(x, 1), round(y, 1)) for x, y in (w.points[0], w.points[-1]))
        for wires in picture.wires.values()
        for w in wires
    ]
    assert len(places) == len({*places})


@pytest.mark.parametrize(
    ("spec", "members"),
    [
        ("hycube:3x3,io=memory", "xbar_1_0 fu_1_0 treg_1_0"),
        ("adres:3x3,io=pads", "pe_0_1 rf_0_1 input_n_1 output_n_1"),
        ("systolic:3x3", "pe_2_2 rom_2_2"),
        ("lisa-systolic:2x2", "pe_1_0 const_1_0 load_1"),
        ("s4:3x3,global=2", "grf"),
    ],
)
def test_a_tile_has_what_is_in_one_place(spec: str, members: str) -> None:
    """Tests that names give tiles, and that pads are in those that they serve."""
    tiles = Tiles(architecture_preset(spec))
    assert members.split() in tiles.members.values()
    picture = placed(tiles.arch, tiles.arch)
    for (a, one), (b, other) in combinations(tiles.cell.items(), 2):
        first, second = (picture.frames.get(name, picture.nodes[name]) for name in (a, b))
        assert one[0] >= other[0] or first.bottom < second.top
        assert one[1] >= other[1] or first.right < second.left
