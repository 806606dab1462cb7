"""Simulated annealing: operations are moved at random, and their operands routed again.

Placement and routing at one interval, with more use of resources than there is at first, as in
DRESC (Mei et al., 2002) and CGRA-ME (Chin et al., 2017); and the label-aware variant of LISA
(Li et al., HPCA 2022, Algorithm 1). The inner loop is compiled by numba.
"""

from heuristics.anneal.rounds import Step, anneal_loop, climb
from heuristics.anneal.search import Annealed, Annealing, anneal, require_numba

__all__ = ["Annealed", "Annealing", "Step", "anneal", "anneal_loop", "climb", "require_numba"]
