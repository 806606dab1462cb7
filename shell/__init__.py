"""The process around a command: options and their parser, signals, limits, exit codes, guests.

It knows data and formats (`models`) and no search. `guests` is the table of products beside the
core; the core asks it and names none of them.
"""
