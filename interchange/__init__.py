"""Files of other tools as a guest: graphs and arrays read and written, models written.

`guest` is the door. `graphs` and `arrays` read and write, `export` is `xyzmap export`.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
