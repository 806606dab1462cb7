"""Loops as packets and control words of the arrays that VectorCGRA generates.

`lower` turns a graph into the machine's operations with predicates, `array` is the machine, `tiles`
gives the work of each tile in each word, with registers, banks and lanes, `packets` and
`words_yaml` write it. `interpreter` executes packets, independent of the rest.
"""
