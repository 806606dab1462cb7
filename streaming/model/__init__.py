"""The streaming engine: tiles in a row, a synchronous fabric, spokes of an initiation interval.

`engine` and `program` are plain data, `rules` derives facts from both, `schedule` is a mapping,
`check` judges and `simulate` executes one, `bounds` has lower bounds by arithmetic. Paper: "RL
approach for mapping applications to dataflow-based CGRA", §2; the formal problem is in
docs/streaming.md.
"""
