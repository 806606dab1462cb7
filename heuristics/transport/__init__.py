"""Placement by what transport costs: for loops that fill an array nearly to the last slot.

Where a value goes for nothing - to the same unit through its registers, or to a neighbour that
reads it at once - is known before anything is placed. So placements are annealed on that price
alone, millions of movements a second, then routed; what has no route is placed again by modulo
scheduling. Moves take issue slots, and a full array has none for them: what is left of the price is
what stands between a placement and a mapping. The inner loop is compiled by numba. Nothing here
proves anything.
"""

from heuristics.transport.search import transport_schedule

__all__ = ["transport_schedule"]
