"""Other ecosystems as a guest: mappers that compilers of other projects call.

`guest` is the door. Each folder serves one project and its formats: `neura` maps for the compiler
of that name, `openedge` writes programs of OpenEdgeCGRA, and `vectorcgra` packets of VectorCGRA;
`loops` is shared by the last two.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
