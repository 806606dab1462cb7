"""Exploration of program transformations, from the top down (PT-Map, Sec. 3.2 and 3.3).

This package owns what is tried: structures of the program and tiles of imperfect loops (`trees`);
orders, tiles, flattening and unrolling of perfect nests (`nest`), of which closed forms choose
(`guess`), or chance (`draw`); how candidates are ranked (`pareto`), kept (`forest`) and combined
(`combine`); and the search as a whole (`explore`, `options`). What a candidate costs is decided in
`programs.cost`.
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
