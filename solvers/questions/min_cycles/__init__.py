"""The fewest cycles of a mapping."""
