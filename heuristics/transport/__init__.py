"""Placement by what transport costs: for loops that fill an array nearly to the last slot.

Some transport takes no issue slot: to the same unit through its registers, or to a neighbour that
reads at once. That is known before anything is placed. So placements are annealed on that price
alone, millions of movements a second, then routed; operations without a route are placed again by
modulo scheduling. Moves take issue slots, which a full array does not have: what is left of the
price is what a placement lacks to be a mapping. The inner loop is compiled by numba. Nothing is
proven.
"""

from heuristics.transport.search import transport_schedule

__all__ = ["transport_schedule"]
