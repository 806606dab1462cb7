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
    lines = streaming_text(program, schedule).splitlines()
    assert lines[:2] == [
        "distance on 16 tiles",
        "II 3 · 15 cycles · 7 instructions · 5 tiles in use · delays of 8 cycles, 7 at the most",
    ]
    for row in (
        "5     0      12     squared      muladd  0      down1   -         "
        "dz up2+7, dz up2+7, xy down1+0",
        "6     2      8      xy           add     1      down1   up1       "
        "xx feedback+1, yy down1+0",
        "5     0      muladd up2, up2, down1  0",
        "6     1      add feedback, down1     2",
        "cycle 0       1       2       3       4       5       6       7       8",
        "spoke 0       1       2       0       1       2       0       1       2",
        "6                                     xx ─────────────────────        xy ─────",
        "5                             squared ────────────────",
        "6     ────────────────",
    ):
        assert row in lines
