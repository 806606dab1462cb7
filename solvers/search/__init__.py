"""The search: processes of solvers and heuristics, and what is tried when.

- Questions and answers: `answer` (cycles), `interval_answer`, `options` (of solvers).
- Processes: `supervisor` starts, hears and stops them, `messages` are what they say; `watched`
  measures whole commands from outside.
- `refute`: one model put to a solver, for a solution or a refutation with its proof.
- What a process does: `decide` (one horizon, by a solver), `restricted` (small models),
  `proposals` and `anneal_process` (heuristics), `plan_process` (heuristics at intervals, as
  `interval_plans` say; `named_heuristics` loads them), `fewest` (a second objective).
- The fewest cycles: `cycles`, with `worker_pool` (which processes run), `horizon_bounds` (what to
  try next) and `record` (what is known, and whether answers are right).
- The smallest interval: `intervals`, with `heuristics_first` (large loops, and other orders),
  `interval_horizons` (which schedules are tried) and `interval_race` (several tries at one
  interval).
- Values with addresses in register files: `addresses` (which mappings have them), `interval_files`
  (the smallest interval for files of a kind), with `addressed_intervals` (other mappings, where
  counted registers have led to none with addresses), `addressed_tries` (one interval) and
  `addressed_race` (one interval up to one horizon).
- `bounds`: what arithmetic refutes without any search.
"""
