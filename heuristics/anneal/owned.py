"""Cells of the nets: a hash table with linear probing (D. E. Knuth: The Art of Computer
Programming, volume 3, section 6.4, Algorithms L and R).

A table of all cells of all nets would take gigabytes for thousands of operations; few are in use.
`keys` [H] int64 are numbers of cells, or EMPTY; `counts` [H] int64 the number of additions of each.
H is a power of two.
"""

from __future__ import annotations

from models.space_time.index_array import IntArray
from shell.compiled import inner

EMPTY = -1

CELLS = 64
"""Cells for each edge on average, at most; a route that would take more is not found."""


def room_for(edges: int, longest: int) -> int:
    """Return a power of two, at least twice the cells of `edges` edges."""
    return 1 << (2 * edges * min(longest, CELLS) + longest).bit_length()


@inner
def is_full(used: int, keys: IntArray) -> bool:
    """Return whether a table with `used` cells is full."""
    return 4 * used > 3 * len(keys)


@inner
def _home(keys: IntArray, number: int) -> int:
    """Return where in `keys` cell `number` is looked for first."""
    mixed = (number ^ (number >> 17)) * 40503
    return (mixed ^ (mixed >> 13)) & (len(keys) - 1)


@inner
def _find(keys: IntArray, number: int) -> int:
    """Return where in `keys` cell `number` is, or is to be."""
    n = _home(keys, number)
    while keys[n] != EMPTY and keys[n] != number:
        n = (n + 1) & (len(keys) - 1)
    return n


@inner
def owners(keys: IntArray, counts: IntArray, number: int) -> int:
    """Return the number of additions of cell `number`."""
    n = _find(keys, number)
    return 0 if keys[n] == EMPTY else counts[n]


@inner
def add_owner(keys: IntArray, counts: IntArray, number: int) -> int:
    """Add cell `number`; return its number of additions."""
    n = _find(keys, number)
    if keys[n] == EMPTY:
        keys[n], counts[n] = number, 0
    counts[n] += 1
    return counts[n]


@inner
def remove_owner(keys: IntArray, counts: IntArray, number: int) -> int:
    """Remove cell `number`, which was added, once; return its remaining additions."""
    mask = len(keys) - 1
    hole = _find(keys, number)
    counts[hole] -= 1
    left = counts[hole]
    if left == 0:
        # Keys that were displaced beyond the hole move up.
        n = (hole + 1) & mask
        while keys[n] != EMPTY:
            if ((n - _home(keys, keys[n])) & mask) >= ((n - hole) & mask):
                keys[hole], counts[hole] = keys[n], counts[n]
                hole = n
            n = (n + 1) & mask
        keys[hole], counts[hole] = EMPTY, 0
    return left
