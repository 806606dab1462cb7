"""Mappings that are found without proof: scheduling, and simulated annealing.

Nothing here says that something is impossible or optimal. Mappings pass the checker and the
simulator, and are upper bounds for the searches that prove.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
