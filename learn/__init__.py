"""Learned guidance for the searches.

This room owns the networks that predict labels: data generation, training, inference and shipped
weights. It may import `models` and `heuristics`; where solvers teach, it asks them by their command
line. Only training needs torch.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
