"""The streaming engine as a guest: programs of its dataflow onto tiles in a row, with proofs.

`guest` is the door. `model` is data, rules, checker and simulator, `heuristics` proposes,
`question` is `xyzmap streaming`, `verification` re-checks certificates, `view` draws, `library`
is Python.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
