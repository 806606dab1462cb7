"""Programs of the streaming engine: one idea per file, by name in `registry`.

Numbers that any tile may use are immediate operands; a variable is in the memory of one tile, so
only instructions that must be together share one. Where a result has more readers than a tile has
neighbours, copies pass it on.
"""

from streaming.examples.registry import build

__all__ = ["build"]
