"""Mappings found without proof: scheduling, and simulated annealing.

No heuristic claims infeasibility or optimality. Mappings pass the checker and the simulator, and
are upper bounds for the exact searches.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
