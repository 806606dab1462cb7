"""Bounds by counting: demand of every mapping within cycles or an II, against the supply.

`arithmetic` puts them together: the cycles and IIs that no search needs to try.
"""
