"""Learned guidance for the searches.

This guest owns the networks that predict labels, intervals and placements: data generation,
training, inference and shipped weights. `labels` serves the core, `intervals` the guest `programs`
and `ppo` the guest `streaming`. Only `labels.teach` asks solvers. Only training, and policies, need
torch.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
