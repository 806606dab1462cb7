"""Learned guidance for the searches.

This room owns the graph networks and policies that predict labels or initiation intervals: data
generation, training, inference and shipped weights. It may import `models` and `heuristics`. It is
empty in this release.
"""
