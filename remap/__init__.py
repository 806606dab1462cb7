"""Mapping again as a guest: after a small change, a mapping that keeps most of an old one.

`guest` is the door. `question` is `xyzmap remap`, `library` is Python.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
