"""Sweeps as a guest: many questions over many inputs and options, each answered once and kept.

`guest` is the door. `plan` reads a TOML file and lists the jobs, `work` answers one of them as a
whole process (here or on a worker of a cluster), `run` hands jobs to an executor, and `report` and
`plot` say what came out. `compare` is a sweep over solvers and encodings, `library` is Python.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
