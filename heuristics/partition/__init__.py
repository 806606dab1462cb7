"""Partitions for temporal mapping, proposed without proof.

This package owns the method of BOPart (Hu et al.): coarsening (`coarsen`), the cost of a partition
(`cost`), part numbers as a search space (`encoding`) and Bayesian optimisation over them (`bayes`),
with trials that can be kept (`trials`). Besides, what is not in the poster: topological orders cut
where that is best (`orders`, `ranges`), local search (`loads`, `refine`), and METIS with its parts
made acyclic (`multilevel`). What a partition is, and what it costs, is in `models.partition`.
"""

from heuristics.partition.bayes import Found, Search, Trial, graph_partition
from heuristics.partition.coarsen import Coarse, coarsen, plain
from heuristics.partition.cost import Cost, Score, Weights
from heuristics.partition.loads import Key, Loads
from heuristics.partition.multilevel import multilevel
from heuristics.partition.ranges import cut_order, starts
from heuristics.partition.refine import refine

__all__ = [
    "Coarse",
    "Cost",
    "Found",
    "Key",
    "Loads",
    "Score",
    "Search",
    "Trial",
    "Weights",
    "coarsen",
    "cut_order",
    "graph_partition",
    "multilevel",
    "plain",
    "refine",
    "starts",
]
