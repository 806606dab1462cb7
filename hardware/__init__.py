"""Hardware as a guest: mappings as configuration words, and arrays as Verilog.

`guest` is the door. `configuration` has the settings of each context, `model` converts them into
words and executes these, `verilog` writes the array; `configure`, `rtl` and `area` are commands.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
