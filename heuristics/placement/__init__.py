"""Placement first, then modulo scheduling: for loops of hundreds of operations.

Operations are placed on units alone, without time: annealing minimizes the length of wires, and no
unit has more operations than issue slots in an II. Modulo scheduling then chooses unit and cycle of
each operation as usual, but pays for each step away from its place. So a large graph unfolds over
the array before details of routing are considered (as in M. Wijerathne et al., PANORAMA, DAC 2022,
where clusters of operations are placed on regions). Where arrays are nearly full, places and cycles
are annealed with their routes in between. The search proves no bound.
"""

from heuristics.placement.refine import refined_schedule
from heuristics.placement.search import placed_schedule

__all__ = ["placed_schedule", "refined_schedule"]
