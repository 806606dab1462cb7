"""Searches by solvers: what runs when, and what an answer is made of.

- Questions and answers: `answer` (cycles), `interval_answer`.
- Processes: `supervisor` starts, hears and stops them; `portfolio` runs the tries that a search
  wants, side by side. What a process does is in `solvers.tasks`.
- The fewest cycles: `cycles`, with `cycle_tries` (the tries that shall run), `horizon_try` (one of
  them), `horizon_bounds` (the next horizons) and `record` (known bounds, and checks of answers).
- The smallest II: `intervals`, with `interval_horizons` (what arithmetic leaves, and schedule
  lengths to try), `heuristics_first` (large loops), `interval_tries` (one II after the other),
  `interval_race` (one II, by several solvers), `relaxation` (for schedules of any length),
  `interval_record` (known bounds) and `same_interval` (further objectives).
"""
