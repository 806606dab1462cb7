"""Symmetries of a problem: renamings of values, components and paths that preserve it.

`automorphisms` finds them, `check` judges a given one, `subgroup` chooses those under which a
mapping may be invariant.
"""
