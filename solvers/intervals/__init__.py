"""The smallest initiation interval (II): one II after the other, by mappers and solvers.

- `question` is what is asked, `record` what is known, `bounds` what arithmetic refutes.
- `search` is the order of all that follows: `heuristics_first` (large loops, and other orders),
  `tries` (one II after the other), `race` (several tries at one II), `cyclic` (schedules that
  repeat from the start), `same_interval` (a second objective at the II found).
- `files`: the smallest II where values have addresses in register files, with `addressed_search`
  (other mappings, where counted registers have led to none with addresses), `addressed_tries` (one
  II) and `addressed_race` (one II up to one horizon).
"""
