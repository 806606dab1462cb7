"""Mappings on the streaming engine as text and as pictures."""

from __future__ import annotations

from streaming.examples import build
from streaming.model.engine import Engine
from streaming.model.schedule import Placement, Schedule
from streaming.view.text import streaming_text

FIG_1 = [
    ("dx", 7, 0), ("dy", 8, 0), ("dz", 3, 0), ("xx", 6, 4), ("yy", 7, 4), ("xy", 6, 8),
    ("squared", 5, 12),
]  # fmt: skip


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
