"""Loop bodies for modulo scheduling, written from the definitions of the algorithms.

A body is a function that writes down one iteration with a `LoopBody`; `unrolled` calls it once
per copy. Words have 32 bits although numbers here are wider: a mask stands wherever a right shift
or a comparison would see bits above them, and nowhere else.
"""
