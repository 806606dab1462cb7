"""What one process of a search does, and what it says; who runs it is decided in `solvers.search`.

- `messages` are the types of what a task sends, `solver_options` what it is told, `names` those of
  heuristics.
- `refute`: one model put to a solver, for a solution or a refutation with its proof.
- `decide` (one horizon, by a solver), `restricted` (small models), `proposals` (heuristics),
  `fewest` (a second objective), `ring` (a relaxation that refutes an II).
- `mappings`: what a mapping has to be before it counts, addresses in register files included.
"""
