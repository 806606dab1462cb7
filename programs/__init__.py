"""From C source to dataflow graphs.

This room owns loop index trees, the loop transformations on them, and the cycle and memory models
that judge a transformation before anything is mapped. It may import `models` only. It is empty in
this release; dataflow graphs enter as files.
"""
