"""Out-PNL exploration: a loop that is no perfect nest is tiled, the tiles' index handed down.

The loop within a tile is distributed over its body, and exchanged with the loops there, until each
is the outermost of a perfect nest (PT-Map, Fig. 4c). What cannot be handed down so far is left.
"""

from __future__ import annotations

from programs.loops.region import Loop
from programs.loops.tree import Path, is_perfect
from programs.transform.editor import Editor
from programs.transform.records import Distribute, Reorder, Tile
from programs.transform.variant import Variant


def sunk(variant: Variant, path: Path, size: int) -> Variant | None:
    """Return a variant with the loop at a path tiled and handed down to its perfect nests.

    None where that is not possible for any size, or not legal.
    """
    tiled = variant.tried(Tile(path, size))
    return None if tiled is None else handed_down(tiled, (*path, 0))


def handed_down(variant: Variant, path: Path) -> Variant | None:
    """Return a variant in which every copy of the loop at a path begins a perfect nest."""
    loop = Editor(variant.region, variant.origins).loop(path)
    if is_perfect(loop):
        return variant
    made: Variant | None
    if len(loop.body) == 1:
        made = variant.tried(Reorder(path, (1, 0)))
        return None if made is None else handed_down(made, (*path, 0))
    kinds = [isinstance(node, Loop) for node in loop.body]
    cuts = tuple(n for n in range(1, len(kinds)) if kinds[n] or kinds[n - 1])
    made = variant.tried(Distribute(path, cuts))
    # From the last one on, for the paths of those before it stay as they are.
    for n in range(len(cuts), -1, -1):
        if made is not None:
            made = handed_down(made, (*path[:-1], path[-1] + n))
    return made
