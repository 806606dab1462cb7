"""Modulo scheduling of pipelined loops: placement, routing and backtracking in one.

Iterative modulo scheduling (Rau, 1994) on a modulo routing resource graph (Mei et al., 2003): an
operation takes the cheapest slot, whoever stands in the way is routed again or ejected, and what
is fought for becomes dearer. Nothing here proves anything.
"""

from heuristics.modulo.search import modulo_schedule

__all__ = ["modulo_schedule"]
