"""From a mapping to a machine: registers, lanes, configuration words, and what executes them.

`stretches` and `registers` give every value that is kept a register, `arcs` and `circuit` decide
whether there are enough. `machine` is an array as files of registers, lanes, issue slots and
multiplexers. `assemble` makes the configuration `words` of a mapping, `simulate` executes them on
streams and a memory, and `reference` evaluates the graph on the same numbers.
"""
