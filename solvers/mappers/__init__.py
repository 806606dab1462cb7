"""Heuristic mappers as processes beside solvers, and how long each tries which II.

- `plans`: what is tried at which II for how long, as data; `plan_process` carries a plan out.
- `named` loads mappers by name; `guided` and `adjacent` (with `adjacent_turns`) are two that need
  more than a call.
- `process` hears the mappings of such a process, and judges them.
- `anneal_process`: annealing as one task; `other_ways`: other routes for a mapping's values, by a
  solver, such that all have addresses in register files.
"""
