"""Mappers of the streaming engine that prove nothing: where something may go, and what seems best.

`board` holds a partial mapping and says which places are left, by `kernel`, which is compiled, on
`tables`. `construct` places one instruction after the other: at random, greedily, or by a beam.
"""

from heuristics.streaming.board import Board
from heuristics.streaming.construct import (
    Chooser,
    beam,
    construct,
    draw,
    earliest,
    improve,
    on_tiles,
    uniform,
)
from heuristics.streaming.tables import Tables, tables

__all__ = [
    "Board",
    "Chooser",
    "Tables",
    "beam",
    "construct",
    "draw",
    "earliest",
    "improve",
    "on_tiles",
    "tables",
    "uniform",
]
