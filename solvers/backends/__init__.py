"""Solvers: each translates a constraint model, decides it, and says what it can do.

`registry` lists them as data; nothing of a solver is imported before it is used.
"""
