"""Loops as programs of OpenEdgeCGRA, in the CSV files that its Python simulator reads.

`lower` turns a graph into the machine's operations, `placed` gives the cell of each element in each
context of a mapping, `program` joins prologue, kernel and epilogues, `csv_files` writes and reads
them. `interpreter` executes the files, independent of the rest.
"""
