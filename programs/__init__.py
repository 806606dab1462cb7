"""Programs in C and LLVM as a guest: from source to dataflow graphs, mapped and counted.

`guest` is the door. `source` reads annotated C programs into loop index trees (`loops`);
`polyhedral` has their dependences, `transform` the transformations, `dataflow` the graphs of
innermost loops, `cost` cycles and memory, and `explore` searches before anything is mapped.
`question` is `xyzmap optimize`, `llvm` reads any loop of LLVM's text, `view` draws, `library` is
Python. The extra `programs` installs pycparser and islpy.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
