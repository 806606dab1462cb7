"""Negotiated congestion: loops of hundreds of operations on arrays with few wires.

Every operation and every value takes the cheapest cells, though units may be overused; overused
units become dearer from round to round, until none is (L. McMurchie and C. Ebeling, "PathFinder",
FPGA 1995; for arrays like these S. Friedman et al., "SPR: an architecture-adaptive CGRA mapping
tool", FPGA 2009). Operations move as well as routes.
The search proves no bound.
"""

from heuristics.negotiated.search import negotiated_schedule

__all__ = ["negotiated_schedule"]
