"""Arrays whose elements are several components each: nothing is drawn across anything else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Component, Path
from views.array.cells import cells_of
from views.array.layout import Node, Picture, Point
from views.array.places import placed

KINDS = ("hycube", "h6", "lisa", "adres", "s4", "sl8", "r4", "satmapit", "monomap")
ARRAYS = [
    *(
        f"{kind}:{size},io={io}"
        for kind in KINDS
        for size in ("1x2", "2x2", "3x3", "4x6")
        for io in ("memory", "pads", "none")
    ),
    *(f"lisa-systolic:{size},io={io}" for size in ("2x2", "3x4") for io in ("memory", "none")),
    *(f"s4:4x4,diagonals=yes,global=2,io={io}" for io in ("memory", "pads", "none")),
    *(f"hycube:{size},memory=all,io=memory" for size in ("6x6", "8x8")),
    *(f"streaming:{tiles}" for tiles in (2, 5, 12)),
]


def with_cells() -> Iterator[Architecture]:
    for spec in ARRAYS:
        arch = architecture_preset(spec)
        if cells_of(arch):
            yield arch


def own_array(external: bool = True) -> Architecture:
    """Return an array with buses of all kinds, stores in a stack, loops, and others around it."""
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
    return Architecture("own", tuple(components), tuple(paths), "top" if external else None)


def with_wide_buses() -> Architecture:
    """Return a HyCUBE where buses through a crossbar lead to several others, and one back."""
    arch = architecture_preset("hycube:3x3,io=memory")
    ends = [f"{part}_1_1" for part in ("xbar", "fu", "treg")]
    some = ("xbar_0_1", "xbar_2_1", "treg_1_2")
    more = [("wide", ends, some), ("back", ends[:2], ("xbar_1_1",)), ("self", ends[:1], ends[:1])]
    paths = tuple(Path(name, tuple(a), tuple(b)) for name, a, b in more)
    return replace(arch, name="wide", paths=arch.paths + paths)


def random_array(seed: int) -> Architecture:
    """Return an array with positions for most components, and paths of all kinds at random."""
    draw = random.Random(seed)
    components, taken = [], set[tuple[int, int]]()
    for number in range(draw.randint(2, 24)):
        at = draw.choice([None, (draw.randrange(4), draw.randrange(4))])
        unit = draw.random() < 0.6 and at not in taken
        components.append(
            Component(f"c{number}", issue=int(unit), switch=draw.random() < 0.2, position=at)
        )
        if unit and at is not None:
            taken.add(at)
    names = [component.name for component in components]
    paths = []
    for number in range(draw.randint(1, 50)):
        ends = [draw.sample(names, min(len(names), draw.choice((1, 1, 1, 2, 4)))) for _ in "st"]
        paths.append(Path(f"h{number}", tuple(ends[0]), tuple(ends[1])))
    external = draw.choice([None, names[0]])
    return Architecture(f"random{seed}", tuple(components), tuple(paths), external)


EVERY = [
    *map(random_array, range(40)),
    *with_cells(),
    own_array(),
    own_array(external=False),
    with_wide_buses(),
]


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


def hit(arch: Architecture, picture: Picture) -> list[tuple[str, str]]:
    """Return the paths that run through boxes which are not their ends, with these."""
    boxes = [(name, box) for name, node in picture.nodes.items() for box in (node, *node.more)]
    found = set()
    for path in arch.paths:
        ends = {*path.sources, *path.targets}
        others = [(name, box) for name, box in boxes if name not in ends]
        for wire in picture.wires[path.name]:
            for a, b in pairwise(wire.points):
                found |= {(path.name, name) for name, box in others if crosses(a, b, box)}
    return sorted(found)


@pytest.mark.parametrize("arch", EVERY, ids=lambda arch: arch.name)
def test_no_path_runs_through_other_boxes(arch: Architecture) -> None:
    """Tests lines and boxes; that all ends are reached, and that all is in the picture."""
    picture = placed(arch, arch)
    assert hit(arch, picture) == []
    boxes = [box for node in picture.nodes.values() for box in (node, *node.more)]
    for a, b in combinations(boxes, 2):
        apart = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
        assert apart
    points = [p for wires in picture.wires.values() for w in wires for p in w.points]
    points += [(box.left, box.top) for box in boxes] + [(box.right, box.bottom) for box in boxes]
    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in points)
    for path in arch.paths:
        wires = picture.wires[path.name]
        assert sum(wire.head for wire in wires) == len(path.targets)
        for names, heads in ((path.sources, False), (path.targets, True)):
            for name in names:
                node = picture.nodes[name]
                assert any(
                    abs(x - box.x) <= box.width / 2 + 0.1 and abs(y - box.y) <= box.height / 2 + 0.1
                    for box in (node, *node.more)
                    for wire in wires
                    for x, y in [wire.points[-1] if heads else wire.points[0]]
                )


@pytest.mark.parametrize("arch", EVERY[::7], ids=lambda arch: arch.name)
def test_paths_do_not_lie_on_each_other(arch: Architecture) -> None:
    """Tests that parts of two paths along the same line are not at the same place."""
    picture = placed(arch, arch)
    parts: dict[tuple[bool, int], list[tuple[float, float, str]]] = {}
    for name, wires in picture.wires.items():
        first = wires[0] if len(wires) == 1 else None
        for (x1, y1), (x2, y2) in pairwise(first.points if first else ()):
            upright = abs(x1 - x2) < 0.01
            assert upright or abs(y1 - y2) < 0.01
            low, high = sorted((y1, y2) if upright else (x1, x2))
            parts.setdefault((upright, round(2 * (x1 if upright else y1))), []).append(
                (low, high, name)
            )
    for of in parts.values():
        for (_, end, one), (start, _, other) in pairwise(sorted(of)):
            assert end <= start + 0.01 or one == other, (one, other)
