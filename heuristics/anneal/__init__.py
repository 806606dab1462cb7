"""Simulated annealing: operations are moved at random, and their operands routed again.

Placement and routing at one interval, in which resources may at first be overused, as in DRESC
(Mei et al., "DRESC: A Retargetable Compiler for Coarse-Grained Reconfigurable Architectures", FPT
2002) and CGRA-ME (Chin et al., "CGRA-ME: A Unified Framework for CGRA Modelling and Exploration",
ASAP 2017); and the label-aware variant of LISA (Li et al., HPCA 2022, Algorithm 1). The inner loop
is compiled.
"""

from heuristics.anneal.intervals import AnnealStep, anneal_loop, search_intervals
from heuristics.anneal.parameters import Annealing
from heuristics.anneal.search import Annealed, anneal, attempted

__all__ = [
    "AnnealStep",
    "Annealed",
    "Annealing",
    "anneal",
    "anneal_loop",
    "attempted",
    "search_intervals",
]
