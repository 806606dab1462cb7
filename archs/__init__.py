"""Tile types, generators and named presets of architectures, and their file formats.

`python -m archs` lists the presets; `archs.files.load_architecture` reads a file or builds a
preset. This room knows no DFG and no solver; it imports only `models`.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
