"""Pages of `docs/results`, a file each: `PAGE` declares the cells, and how rows become tables."""
