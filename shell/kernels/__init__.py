"""The translator of marked functions to C, and the builder of extension modules of them.

A marked function (`shell.compiled`) is plain Python over numbers and arrays: Python's own text is
its definition, and what runs where nothing could be compiled. `sources` finds what names stand for,
`types` has the types, `functions` the marked ones, `expressions` and `statements` translate one,
`program` all those of a package, `extension` adds what Python calls, and `build` compiles.

What has no translation is refused: nothing is compiled to something else. Nothing here imports the
functions, or any other package.
"""
