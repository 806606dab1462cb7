"""Searches by solvers: their processes, what they are asked, and the fewest cycles.

- Questions and answers: `answer` (cycles), `interval_answer`, `solver_options`.
- Processes: `supervisor` starts, hears and stops them, `messages` are the types of their messages.
- `refute`: one model put to a solver, for a solution or a refutation with its proof.
- Tasks of a process: `decide` (one horizon, by a solver), `restricted` (small models), `proposals`
  (list scheduling), `fewest` (a second objective).
- The fewest cycles: `cycles`, with `worker_pool` (running processes), `horizon_bounds` (the next
  horizons) and `record` (known bounds, and checks of answers).
- `interval_horizons`: schedule lengths to try at an II.
- `addresses`: addresses of a mapping's values in register files.
- `bounds`: refutations by arithmetic, without any search.
"""
