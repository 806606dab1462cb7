"""Partitions as a guest: a graph larger than the array, cut into parts that run in turn.

`guest` is the door. `model` is data, limits and checker, `heuristics` proposes, `question` is
`xyzmap partition`, `verification` re-checks certificates, `view` draws, `library` is Python.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
