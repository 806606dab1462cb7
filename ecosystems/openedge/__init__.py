"""Loops as programs of OpenEdgeCGRA, in the CSV files that its Python simulator reads.

`lower` makes a graph one of the machine's operations, `placed` says what each element does in each
context of a mapping, `program` puts prologue, kernel and epilogues together, `csv_files` writes and
reads them. `interpreter` executes the files, and knows nothing of the rest.
"""
