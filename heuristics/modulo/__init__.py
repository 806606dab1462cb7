"""Modulo scheduling of pipelined loops: placement, routing and backtracking in one.

Iterative modulo scheduling (Rau, MICRO 1994) on a modulo routing resource graph (Mei et al., DATE
2003): an operation takes the cheapest slot; values and operations that overuse a resource then are
routed again or ejected, and the resource becomes dearer, as in negotiated congestion (McMurchie and
Ebeling, "PathFinder", FPGA 1995). The schedule proves no bound.
"""

from heuristics.modulo.search import modulo_schedule

__all__ = ["modulo_schedule"]
