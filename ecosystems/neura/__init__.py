"""The mapper that the compiler Neura calls: its files in, its files out, with a proof beside them.

`document` is the file that the compiler writes, `model` what xyzmap is asked, `routes` what its
answer is in the compiler's terms, `check` and `execute` judge that, `solve` does one after the
other.
"""
