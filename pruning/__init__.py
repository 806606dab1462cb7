"""Pruning as a guest: the smallest part of an array that does the job, and trade-offs of size.

`guest` is the door. `question` is `xyzmap prune-arch`, `trade_off` is `xyzmap trade-off`, `gates`
and `prices` count transistors, `verification` re-checks minima, `view` draws, `library` is Python.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
