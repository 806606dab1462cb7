"""Generators of the inputs that the README, the tests and the benchmarks use.

One file per family. A generator takes sizes and options and returns a DFG together with the array
it is meant for; `python -m examples` lists the families and writes their files. Everything here is
derived from published descriptions of the benchmarks; nothing is read from disk.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
