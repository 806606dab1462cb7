"""Programs of the streaming engine: one idea per file, by name in `registry`.

Numbers that any tile may use are immediate operands. A variable is in the memory of one tile, so
only instructions that must share a tile share a variable. If a result has more readers than a tile
has neighbours, copy instructions forward it.
"""

from streaming.examples.registry import build

__all__ = ["build"]
