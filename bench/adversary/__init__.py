"""The adversary: random problems against naive oracles, damaged certificates, disturbed runs.

`python -m bench.adversary` runs it and writes `docs/results/adversary.md`. Every case has a kind
and a seed, and is the same whenever it is run again.
"""
