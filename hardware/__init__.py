"""Hardware as a guest: what a mapping asks of the array, as words and as Verilog.

`guest` is the door. `configuration` says context by context what is set, `model` makes words of it
and executes them, `verilog` writes the array; `configure`, `rtl` and `area` are commands.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
