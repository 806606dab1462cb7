"""The search: processes of solvers and heuristics, and their schedule.

- Questions and answers: `answer` (cycles), `interval_question`, `interval_answer`,
  `solver_options`.
- Processes: `supervisor` starts, hears and stops them, `messages` are the types of their messages.
- `refute`: one model put to a solver, for a solution or a refutation with its proof.
- Tasks of a process: `decide` (one horizon, by a solver), `restricted` (small models), `proposals`
  and `anneal_process` (heuristics), `plan_process` (heuristics at IIs, by the plans of
  `interval_plans`; `named_heuristics` loads them), `fewest` (a second objective).
- The fewest cycles: `cycles`, with `worker_pool` (running processes), `horizon_bounds` (the next
  horizons) and `record` (known bounds, and checks of answers).
- The smallest II: `intervals`, with `interval_bounds` (arithmetic), `interval_record` (known
  results), `heuristics_first` (large loops, and other orders), `interval_tries` (one II after the
  other), `interval_horizons` (schedule lengths to try) and `interval_race` (several tries at one
  II).
- Values with addresses in register files: `addresses` (mappings that have them), `interval_files`
  (the smallest II for files of a kind), with `addressed_intervals` (other mappings, where counted
  registers have led to none with addresses), `addressed_tries` (one II) and `addressed_race` (one
  II up to one horizon).
- `bounds`: refutations by arithmetic, without any search.
"""
