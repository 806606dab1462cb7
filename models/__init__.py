"""Frozen, validated, solver-free data and the declarative models over it.

This room owns what every other room speaks about: the DFG, the architecture, the problem, the
mapping and the certificate; the X/Y/Z constraint model; and the checker and the simulator that
judge a mapping without knowing how it was found. It imports no solver and no other room.
"""
