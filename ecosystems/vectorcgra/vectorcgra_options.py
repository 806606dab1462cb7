"""The options of `vectorcgra`: those of all loops, how long tiles go on, what is written."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.loops.loop_options import LOOP, LoopOptions
from shell.options import out_folder, whole


@dataclass(frozen=True, kw_only=True)
class VectorCgraOptions(LoopOptions):
    """What becomes of a loop, and what is written of its packets."""

    rounds: int | None = whole(
        "iterations that the tiles have words for at least; with --memory they are counted",
        "N",
        group=LOOP,
    )
    folder: str | None = out_folder(
        "packets.json, instructions.yaml, graph.json, array.json, mapping.json, memory_out.csv"
    )
