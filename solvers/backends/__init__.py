"""Solvers: each translates a constraint model, decides it, and states its capabilities.

`registry` lists them as data; nothing of a solver is imported before it is used.
"""
