"""Frozen, validated, solver-free data and the declarative models over it.

This room owns the shared vocabulary: the DFG, the architecture, the problem, the mapping and the
certificate; the X/Y/Z constraint model; and the checker and the simulator, which judge a mapping
independently of its origin. It imports no solver and no other room.
"""
