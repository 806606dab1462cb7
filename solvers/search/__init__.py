"""Searches by solvers: their processes, what they are asked, and the fewest cycles.

- Questions and answers: `answer` (cycles), `interval_answer`, `solver_options`.
- Processes: `supervisor` starts, hears and stops them, `messages` are the types of their messages;
  `portfolio` runs the tries that a search wants, side by side.
- `refute`: one model put to a solver, for a solution or a refutation with its proof.
- Tasks of a process: `decide` (one horizon, by a solver), `restricted` (small models), `proposals`
  (heuristics), `fewest` (a second objective).
- The fewest cycles: `cycles`, with `cycle_tries` (the tries that shall run), `horizon_bounds` (the
  next horizons) and `record` (known bounds, and checks of answers).
- The smallest II: `intervals`, with `interval_horizons` (what arithmetic leaves, and schedule
  lengths to try), `heuristics_first` (large loops), `interval_tries` (one II after the other),
  `interval_race` (one II, by several solvers), `cyclic` (relaxations), `interval_record` (known
  bounds) and `same_interval` (further objectives).
- `names` of heuristics; `addresses`: addresses of a mapping's values in register files.
- `bounds`: refutations by arithmetic, without any search.
"""
