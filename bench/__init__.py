"""One runnable file per table or figure of the literature, and comparisons with other tools.

This room may import every other room, and no other room may import it. `python -m bench` lists
its pages, and runs what writes them.
"""
