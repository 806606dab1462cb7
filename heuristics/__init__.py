"""Whatever proposes a mapping or a bound without proving it.

This room owns list scheduling, simulated annealing, partitioning and the exploration of program
transformations. It may import `models`, `archs` and `programs`. It is empty in this release; every
answer comes from an exact solver.
"""
