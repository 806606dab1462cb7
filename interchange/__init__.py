"""Graphs, arrays and models in the files of other tools."""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
