"""The smallest sub-array that maps all kernels, with a proof of minimality.

This is an implicit hitting set search: `objective` defines the size, `engine` and `oracle` decide
whether an array suffices, `master` returns the smallest array that hits all known cores, and `run`
alternates them.
"""
