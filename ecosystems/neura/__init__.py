"""The mapper for the compiler Neura: its files in, its files out, with a proof beside them.

`document` is the file that the compiler writes, `model` the question to xyzmap, `routes` its answer
in the compiler's terms, `check` and `execute` judge the answer, `solve` runs all steps.
"""
