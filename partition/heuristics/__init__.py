"""Partitions for temporal mapping, proposed without proof.

This package owns the method of BOPart (Hu et al.): coarsening (`coarsen`), the cost of a partition
(`cost`), part numbers as a search space (`encoding`) and Bayesian optimisation over them (`bayes`),
with persistent trials (`trials`). Beyond the poster, it has topological orders cut optimally
(`orders`, `ranges`), local search (`loads`, `refine`), and METIS with its parts made acyclic
(`multilevel`). `partition.model` defines partitions and their cost.
"""

from partition.heuristics.bayes import Found, Trial, TrialSearch, graph_partition
from partition.heuristics.coarsen import Coarse, coarsen, plain
from partition.heuristics.cost import Cost, Score, Weights
from partition.heuristics.loads import Key, Loads
from partition.heuristics.multilevel import multilevel
from partition.heuristics.ranges import cut_order, starts
from partition.heuristics.refine import refine

__all__ = [
    "Coarse",
    "Cost",
    "Found",
    "Key",
    "Loads",
    "Score",
    "Trial",
    "TrialSearch",
    "Weights",
    "coarsen",
    "cut_order",
    "graph_partition",
    "multilevel",
    "plain",
    "refine",
    "starts",
]
