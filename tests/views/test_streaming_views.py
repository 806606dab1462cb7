"""Mappings on the streaming engine as text and as pictures."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from examples.streaming import build
from models.streaming.engine import Engine
from models.streaming.program import Program
from models.streaming.schedule import Placement, Schedule
from views.streaming.svg import streaming_svg
from views.streaming.text import streaming_text

SVG = "{http://www.w3.org/2000/svg}"
FIG_1 = [
    ("dx", 7, 0), ("dy", 8, 0), ("dz", 3, 0), ("xx", 6, 4), ("yy", 7, 4), ("xy", 6, 8),
    ("squared", 5, 12),
]  # fmt: skip


def anywhere(program: Program) -> Schedule:
    """Return places without any sense but that results are ready when they are read."""
    source, start = random.Random(0), {}
    for n in program.order:
        x = program.instructions[n]
        ready = [start[o] + 3 for o in x.operands if isinstance(o, str) and o in start]
        start[x.name] = max(ready, default=0) + source.randint(1, 5)
    places = tuple(Placement(name, source.randrange(16), c) for name, c in start.items())
    return Schedule(program.name, Engine(), 6, places)


def marked(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """Return the elements that have a mark."""
    return [e for e in root.iter() if f"data-{name}" in e.attrib]


def test_figure_1_by_hand() -> None:
    program = build("distance")
    places = tuple(Placement(*place) for place in FIG_1)
    schedule = Schedule(program.name, Engine(), 3, places)
    assert streaming_text(program, schedule).splitlines() == [
        "distance on 16 tiles",
        "II 3 · 15 cycles · 7 instructions · 5 tiles in use · delays of 8 cycles, 7 at the most",
        "",
        "spoke RAM",
        "tile  spoke  cycle  instruction  op      entry  master  outputs   operands",
        "----  -----  -----  -----------  ------  -----  ------  --------  " + "-" * 30,
        "3     0      0      dz           sub     0      base    down2     [z] memory, [z0] memory",
        "5     0      12     squared      muladd  0      down1   -         "
        "dz up2+7, dz up2+7, xy down1+0",
        "6     1      4      xx           mul     0      down1   feedback  dx down1+0, dx down1+0",
        "6     2      8      xy           add     1      down1   up1       "
        "xx feedback+1, yy down1+0",
        "7     0      0      dx           sub     0      base    up1       [x] memory, [x0] memory",
        "7     1      4      yy           mul     1      down1   up1       dy down1+0, dy down1+0",
        "8     0      0      dy           sub     0      base    up1       [y] memory, [y0] memory",
        "",
        "instruction RAM",
        "tile  entry  instruction             spokes",
        "----  -----  ----------------------  ------",
        "3     0      sub [z], [z0]           0",
        "5     0      muladd up2, up2, down1  0",
        "6     0      mul down1, down1        1",
        "6     1      add feedback, down1     2",
        "7     0      sub [x], [x0]           0",
        "7     1      mul down1, down1        1",
        "8     0      sub [y], [y0]           0",
        "",
        "one thread, from cycle 0",
        "cycle 0       1       2       3       4       5       6       7       8",
        "spoke 0       1       2       0       1       2       0       1       2",
        "3     dz ─────────────────────",
        "5",
        "6                                     xx ─────────────────────        xy ─────",
        "7     dx ─────────────────────        yy ─────────────────────",
        "8     dy ─────────────────────",
        "",
        "cycle 9       10      11      12      13      14",
        "spoke 0       1       2       0       1       2",
        "3",
        "5                             squared ────────────────",
        "6     ────────────────",
        "7",
        "8",
    ]  # fmt: skip


@pytest.mark.parametrize("spec", ["distance", "ifft_loop", "ifft:8", "random:200:1"])
def test_pictures_have_every_instruction_and_transfer_to_scale(spec: str) -> None:
    program = build(spec)
    schedule = anywhere(program)
    root = ElementTree.fromstring(streaming_svg(program, schedule))
    boxes = {e.attrib["data-instruction"]: e for e in marked(root, "instruction")}
    assert set(boxes) == set(program.number)
    scale = float(marked(root, "spoke")[0].attrib["width"])
    for p in schedule.placements:
        box = boxes[p.instruction].find(f"{SVG}rect")
        assert box is not None
        x, width = (float(box.attrib[k]) for k in ("x", "width"))
        assert x == pytest.approx(64 + 0.5 + scale * p.start, abs=0.02 * (p.start + 1))
        assert width == pytest.approx(3 * scale - 1, abs=0.05)
    kinds = [e.attrib["data-transfer"] for e in marked(root, "transfer")]
    assert kinds.count("message") == len(program.posts)
    assert kinds.count("fabric") == len(program.edges)
    spokes = [int(e.attrib["data-spoke"]) for e in marked(root, "spoke")]
    assert spokes == [cycle % 6 for cycle in range(schedule.cycles)]
