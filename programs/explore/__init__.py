"""Top-down exploration of program transformations (PT-Map, Sec. 3.2 and 3.3).

This package owns the search space: structures of the program and tiles of imperfect loops
(`trees`); orders, tiles, flattening and unrolling of perfect nests (`nest`), selected by closed
forms (`guess`) or at random (`draw`); the ranking (`pareto`), storage (`forest`) and combination
(`combine`) of candidates; and the whole search (`explore`, `options`). `programs.cost` computes the
cost of a candidate.
"""

from programs.explore.draw import draws
from programs.explore.explore import Exploration, ProgramCandidate, explore
from programs.explore.forest import NestCandidate, ResultArray, ResultTree
from programs.explore.options import ExploreOptions, Progress, restricted
from programs.explore.pareto import hypervolume, ranked, reference

__all__ = [
    "Exploration",
    "ExploreOptions",
    "NestCandidate",
    "ProgramCandidate",
    "Progress",
    "ResultArray",
    "ResultTree",
    "draws",
    "explore",
    "hypervolume",
    "ranked",
    "reference",
    "restricted",
]
