"""Out-PNL exploration: an imperfect loop is tiled, and its intra-tile loop sunk.

The intra-tile loop is distributed over its body, and interchanged with the loops there, until each
copy is the outermost loop of a perfect nest (PT-Map, Fig. 4c). Copies that cannot sink further stay
in place.
"""

from __future__ import annotations

from programs.loops.region import Loop
from programs.loops.tree import Path, is_perfect
from programs.transform.editor import Editor
from programs.transform.records import Distribute, Reorder, Tile
from programs.transform.variant import Variant


def sunk(variant: Variant, path: Path, size: int) -> Variant | None:
    """Return a variant with the loop at a path tiled and sunk into its perfect nests.

    None if that is not possible for any size, or not legal.
    """
    tiled = variant.tried(Tile(path, size))
    return None if tiled is None else handed_down(tiled, (*path, 0))


def handed_down(variant: Variant, path: Path) -> Variant | None:
    """Return a variant in which every copy of the loop at a path is outermost in a perfect nest."""
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
    # In reverse, so that the paths of earlier copies stay valid.
    for n in range(len(cuts), -1, -1):
        if made is not None:
            made = handed_down(made, (*path[:-1], path[-1] + n))
    return made
