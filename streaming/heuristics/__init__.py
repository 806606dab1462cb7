"""Mappers of the streaming engine that prove nothing: where something may go, and what seems best.

`board` holds a partial mapping and says which places are left, by `kernel`, which is compiled, on
`tables`. `construct` places one instruction after the other: at random, greedily, or by a beam.
"""

from streaming.heuristics.board import Board
from streaming.heuristics.construct import (
    Chooser,
    beam,
    construct,
    draw,
    earliest,
    improve,
    on_tiles,
    uniform,
)
from streaming.heuristics.tables import Tables, tables

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
