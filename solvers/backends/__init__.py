"""Solvers: each translates a constraint model, decides it, and states its capabilities.

`registry` lists them as data; a solver is imported at its first use.
"""
