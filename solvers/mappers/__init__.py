"""Heuristic mappers as processes beside solvers, and how long each tries which II.

- `pipelines`: what is tried at which II for how long, as data; `choices` picks one for a problem,
  `schedule` yields its steps, and `pipeline_process` executes them.
- `named` is the table of engines; `guided`, `adjacent` (with `adjacent_turns`) and `first_mapping`
  are those that need more than a call.
- `process` says that an engine cannot map a problem at some II, however long it tries.
- `anneal_process`: annealing as one task.
"""
