"""Heuristic mappers of the streaming engine, without proofs.

`board` holds a partial mapping and returns the legal places, computed by the compiled `kernel` on
the arrays of `tables`. `construct` places the instructions one by one: at random, greedily, or by
beam search.
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
