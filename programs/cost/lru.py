"""The data buffer, access by access: fully associative, replacing what was used least recently."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from programs.cost.trace import Trace


class Traffic(NamedTuple):
    """Lines brought in and lines written back, over the border of the array."""

    loads: int
    stores: int

    @property
    def lines(self) -> int:
        """Lines moved in all."""
        return self.loads + self.stores


def simulate(trace: Trace, lines: int, whole_lines: bool = False) -> Traffic:
    """Return the traffic of a trace with a buffer of so many lines, empty before and after.

    A line whose first access is a write is not brought in, since all of it is written;
    `whole_lines` brings these in as well, for lines that hold several elements.
    """
    if not len(trace.lines):
        return Traffic(0, 0)
    names, firsts, number = np.unique(trace.lines, return_index=True, return_inverse=True)
    if len(names) <= lines:
        # Nothing is ever replaced: what is read first is loaded once, what is written stored once.
        written = np.zeros(len(names), np.bool_)
        written[number[trace.writes]] = True
        loads = len(names) if whole_lines else int((~trace.writes[firsts]).sum())
        return Traffic(loads, int(written.sum()))
    # Accesses to one line in a row change nothing but whether it is written.
    changes = np.flatnonzero(np.diff(number, prepend=-1))
    written = np.logical_or.reduceat(trace.writes, changes)
    begun = trace.writes[changes]
    buffer: dict[int, bool] = {}
    loads = stores = 0
    parts = number[changes].tolist(), begun.tolist(), written.tolist()
    for line, first, write in zip(*parts, strict=True):
        dirty = buffer.pop(line, None)
        if dirty is None:
            loads += whole_lines or not first
            if len(buffer) == lines:
                stores += buffer.pop(next(iter(buffer)))
            dirty = False
        # Dictionaries keep the order of insertion: what was used last is last.
        buffer[line] = dirty or write
    return Traffic(loads, stores + sum(buffer.values()))
