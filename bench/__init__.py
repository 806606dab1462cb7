"""Measurements of the product: one runnable file per page of `docs/results`.

A file says which cases, which questions and which columns. Four modules do the rest: `asker` runs
commands as whole processes and keeps what is measured, `workers` asks several at a time, `page`
writes tables and pages, `frame` is the command line; `figures` are medians and means over runs.
This room may import every other room, and no other room may import it. `python -m bench` lists its
pages, and runs what writes them.
"""
