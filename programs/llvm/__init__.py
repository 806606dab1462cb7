"""Innermost loops of LLVM IR as dataflow graphs.

`module` reads and simplifies a module and lists the loops of a function, `flow` turns branches
into predicates, `memory` orders loads and stores, `graph` builds the graph, and `native` runs it
against the compiled loop. `compiler` makes the text from C. The room imports `models`, and
`llvmlite` when it reads a module.
"""
