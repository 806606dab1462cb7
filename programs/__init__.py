"""From C source to dataflow graphs.

This room owns the reader of annotated C programs (`source`), the loop index trees that it makes of
them (`loops`), the loop transformations on these, and the cycle and memory models that judge a
transformation before anything is mapped. It may import `models` only. The extra `programs`
installs what it needs: pycparser and islpy.
"""
