"""Bounds by counting: demand of every mapping within cycles or an II, against the supply."""
