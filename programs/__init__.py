"""From C source to dataflow graphs.

This room owns the reader of annotated C programs (`source`), the loop index trees that it makes of
them (`loops`), their dependences (`polyhedral`), the transformations on them (`transform`), the
graphs of innermost loops (`dataflow`), and the cycle and memory models (`cost`) by which
transformations are explored before anything is mapped (`explore`). It may import `models` only. The
extra `programs` installs what it needs: pycparser and islpy.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
