"""The options of `vectorcgra`: those of all loops, the number of rounds, the files to write."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.loops.loop_options import LOOP, LoopOptions
from shell.options import out_folder, whole


@dataclass(frozen=True, kw_only=True)
class VectorCgraOptions(LoopOptions):
    """The rounds of a loop, and the files of its packets."""

    iterations: int | None = whole(
        "iterations of a run (the tiles have words for at least so many; with --memory they are"
        " counted)",
        "N",
        group=LOOP,
    )
    out: str | None = out_folder(
        "packets.json, instructions.yaml, graph.json, array.json, mapping.json, memory_out.csv"
    )
