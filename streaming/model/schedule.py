"""A mapping of a program: the tile and start cycle of each instruction."""

from __future__ import annotations

from typing import Any

import msgspec

from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged
from streaming.model.engine import Engine

SCHEDULE_TAG = "xyzmap/streaming_mapping/1"


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """An instruction on a tile, from 0; `start` is its first cycle, its spoke `start` mod II."""

    instruction: str
    tile: int
    start: int


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All placements, in the order of the program; not necessarily legal (see `check`)."""

    program: str
    engine: Engine
    ii: int
    placements: tuple[Placement, ...]

    @property
    def cycles(self) -> int:
        """Cycles until all results are complete: the paper's cycle count."""
        return max((p.start for p in self.placements), default=0) + self.engine.pipeline


def schedule_from_json(text: bytes | str, where: str) -> Schedule:
    """Return the mapping in a JSON text. Raises `InputError` with file, JSON path and fault."""
    return convert(decode_tagged(text, SCHEDULE_TAG, where), Schedule, where)


def schedule_to_json(schedule: Schedule) -> str:
    """Return a mapping as JSON text, one placement per line."""
    members: dict[str, Any] = to_plain(schedule)
    members["engine"] = to_plain(schedule.engine)
    return write_tagged(SCHEDULE_TAG, members)
