"""One operation after the other: a mapping with as many contexts as it has cycles.

Modulo scheduling fills an interval, and where values have few places to wait, every conflict makes
others. Here nothing overlaps: operations come in an order that keeps few values alive, and before
each its operands are brought to where it is executed, or are computed again there. That is slow to
execute, and hardly ever impossible. Nothing is proven.
"""

from heuristics.in_turn.search import in_turn

__all__ = ["in_turn"]
