"""Pruning as a guest: the smallest sub-array that maps all kernels, and size-time trade-offs.

`guest` is the door. `question` is `xyzmap prune-arch`, `trade_off` is `xyzmap trade-off`, `gates`
and `prices` count transistors, `verification` re-checks minima, `view` draws, `library` is Python.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
