"""Passes on the graph of a loop: the same values and memory, from fewer operations.

Each reads and changes a `Builder` whose operands are resolved, before it is finished.
"""
