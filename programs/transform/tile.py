"""Tiling a loop: for (it = L; it < U; it += T) for (i = it; i < min(it + T, U); i++).

Tiling alone does not change the order. The index within a tile keeps its name and values, so that
statements are unchanged; `Distribute` and `Reorder` sink it into inner loops (PT-Map, Fig. 4c).
"""

from __future__ import annotations

from dataclasses import replace

from programs.loops.affine import Bound, affine
from programs.loops.region import Node, Region
from programs.transform.editor import Editor
from programs.transform.ranges import first_value, folded, trip_count
from programs.transform.records import NotApplicableError, Tile


def tile(editor: Editor, step: Tile) -> Region:
    """Return the region with a loop tiled.

    Raises `NotApplicableError` for tiles of less than 2 iterations, or of at least the trip count.
    """
    loop = folded(editor.loop(step.loop))
    where = editor.region.where(loop)
    if step.size < 2:
        raise NotApplicableError(f"tiles of {step.size} iterations; allowed: ≥ 2", where)
    trips = trip_count(loop)
    if trips is not None and trips <= step.size:
        raise NotApplicableError(
            f"loop '{loop.index}' has {trips} iterations, not more than a tile of {step.size}",
            where,
        )
    first = first_value(editor.region, loop)
    outer = editor.fresh_index(loop.index)
    start, span = affine({outer: 1}), loop.step * step.size
    upper: tuple[Bound, ...] = (Bound(start + span),)
    if trips is None or trips % step.size:
        upper += loop.upper

    def make() -> list[Node]:
        body = tuple(editor.copy(node) for node in loop.body)
        inner = replace(loop, lower=(Bound(start),), upper=upper, body=body)
        return [replace(loop, index=outer, lower=(Bound(first),), body=(inner,), step=span)]

    return editor.replace(step.loop, 1, make)
