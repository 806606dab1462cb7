"""Sweeps: many questions over many graphs, arrays and options, each answered once and kept.

`plan` reads a TOML file and lists the jobs, `work` answers one of them as a whole process (here or
on a worker of a cluster), `store` keeps a row for each in SQLite, `run` hands jobs to an executor,
and `report` and `plot` say what came out.
"""
