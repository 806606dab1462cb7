"""Sequential execution: a mapping with one operation at a time and as many contexts as cycles.

Modulo scheduling fills an interval; on arrays with few registers, each conflict causes others. Here
operations do not overlap. They come in an order that keeps few values alive, and before each one
its operands are moved to its component, or recomputed there. The mapping is slow, but nearly always
exists. The search proves no bound.
"""

from heuristics.in_turn.search import in_turn

__all__ = ["in_turn"]
