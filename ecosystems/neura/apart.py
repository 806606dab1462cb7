"""Operations of several cycles on tiles of their own, apart from those of one cycle.

The compiler keeps the stages of a long operation apart from operations of one cycle in the same
tile and slot, a rule that the model lacks. Separate tiles satisfy it. This excludes some mappings,
so it is tried only where the mapping found breaks the rule, and proves nothing.
"""

from __future__ import annotations

from ecosystems.neura.document import Document, Op

SHARE = 1.2
"""Share of tiles for long operations, relative to their share of operations."""


def able_apart(document: Document) -> dict[int, list[Op]] | None:
    """Return the operations that each tile may execute; None if no tiles can be set apart."""
    able, ops = document.arch.fu_class_tiles, document.ops
    long = [op for op in ops if op.latency > 1]
    short = {op.op_class for op in ops if op.latency <= 1}
    kinds = {op.op_class for op in long}
    tiles = [tile.id for tile in document.arch.tiles]
    # Tiles that execute many of the long ones come first, and of these what few others need.
    tiles.sort(
        key=lambda tile: (
            -sum(tile in able[kind] for kind in kinds),
            sum(tile in able[kind] for kind in short),
        )
    )
    count = max(1, round(SHARE * len(tiles) * len(long) / len(ops)))
    chosen = set(tiles[:count])
    for kind in sorted(kinds):
        if not chosen.intersection(able[kind]):
            chosen.update(able[kind][:1])
    if any(chosen.issuperset(able[kind]) for kind in short):
        return None
    return {
        tile: [
            op for op in ops if tile in able[op.op_class] and (op.latency > 1) == (tile in chosen)
        ]
        for tile in tiles
    }
