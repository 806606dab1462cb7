"""The options of `vectorcgra`: those of all loops, the number of rounds, the files to write."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.loops.loop_options import LOOP, LoopOptions
from shell.options import out_folder, whole


@dataclass(frozen=True, kw_only=True)
class VectorCgraOptions(LoopOptions):
    """The rounds of a loop, and the files of its packets."""

    rounds: int | None = whole(
        "iterations that the tiles have words for at least; with --memory they are counted",
        "N",
        group=LOOP,
    )
    folder: str | None = out_folder(
        "packets.json, instructions.yaml, graph.json, array.json, mapping.json, memory_out.csv"
    )
