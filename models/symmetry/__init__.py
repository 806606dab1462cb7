"""Symmetries of a problem: renamings of values, components and paths that change nothing else.

`automorphisms` finds them, `check` judges a given one, `subgroup` chooses those of which a
mapping may well be invariant.
"""
