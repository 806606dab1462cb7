"""Loops on strings: exact search, and the alignment of two sequences."""

from __future__ import annotations

from examples.loops.body import LoopBody

LENGTH = 4  # of the searched string
MATCH, MISMATCH, GAP = 2, -1, 1


def shift_or(loop: LoopBody) -> None:
    """Search by shift-or: `mask` has a zero where the searched string has the next character.

    Delivers the number of matches and the position of the last one's end, -1 without any.
    """
    loop.initial("state", -1)
    loop.initial("last", -1)
    moved = loop.op("shl", loop.previous("state"), 1)
    state = loop.op("or", moved, loop.input("mask"), name="state")
    found = loop.op("eq", loop.op("and", state, 1 << (LENGTH - 1)), 0)
    position = loop.carry("position", "add", 1, start=-1)
    loop.final(loop.carry("matches", "add", found))
    loop.final(loop.op("select", found, position, loop.previous("last"), name="last"))


def align(loop: LoopBody) -> None:
    """Fill in a cell of the table of Needleman and Wunsch from its three neighbours.

    A row goes from left to right; `above` is the row before, `a` and `b` are the characters.
    """
    loop.initial("score", 0)
    loop.initial("above", 0)
    above = loop.input("above")
    gain = loop.op("select", loop.op("eq", loop.input("a"), loop.input("b")), MATCH, MISMATCH)
    both = loop.op("add", loop.previous("above"), gain)
    skip_row = loop.op("sub", above, GAP)
    better = loop.op("select", loop.op("gt", both, skip_row), both, skip_row)
    skip_column = loop.op("sub", loop.previous("score"), GAP)
    taken = loop.op("gt", better, skip_column)
    loop.result(loop.op("select", taken, better, skip_column, name="score"))
