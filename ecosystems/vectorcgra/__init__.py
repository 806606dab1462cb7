"""Loops as packets and control words of the arrays that VectorCGRA generates.

`lower` makes a graph one of the machine's operations with predicates, `array` is the machine,
`tiles` says what each tile does in each word, with registers, banks and lanes, `packets` and
`words_yaml` write it. `interpreter` executes packets, and knows nothing of the rest.
"""
