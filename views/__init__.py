"""What a person sees: tables for the terminal, pictures, and the progress of a search.

This room owns the presentation of a mapping (`table`, `svg`) and the observer that shows a running
search (`progress`). It only reads: it may import `models`, computes no mapping and prints nothing
on its own account. Importing it is cheap; rich is imported when something is rendered with it.
"""
