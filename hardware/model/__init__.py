"""From a mapping to a machine: registers, lanes, configuration words, and their simulator.

`machine` is an array as register files, lanes, issue slots and multiplexers. `assemble` makes the
configuration `words` of a mapping, `simulate` executes them on streams and a memory, and
`reference` evaluates the graph on the same numbers. `models.register_files` allocates registers.
"""
