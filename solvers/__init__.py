"""Backends, bounds, search strategies, and one module per question asked on the command line.

This room turns a constraint model into an answer with a status that can be believed: it lowers
the model for a solver, runs it in a process of its own, searches over horizons between proven
bounds, and writes and re-checks certificates. Heavy packages are imported when they are used.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
