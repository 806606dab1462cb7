"""Dependence analysis of loop programs by isl (PT-Map, Sec. 3.2).

This package owns iteration domains and access maps (`domains`, `quasi`), execution orders
(`schedules`), dependences (`dependences`, `reductions`, `private`), and direction vectors
(`directions`). It decides the legality of an order, without transforming a region.
"""

from programs.polyhedral.dependences import Dependences, dependences
from programs.polyhedral.directions import Directions, directions
from programs.polyhedral.private import Private, private_scalars, together
from programs.polyhedral.quasi import Place
from programs.polyhedral.reductions import is_reduction
from programs.polyhedral.schedules import NotQuasiAffineError, Origin, identity_origins, schedule

__all__ = [
    "Dependences",
    "Directions",
    "NotQuasiAffineError",
    "Origin",
    "Place",
    "Private",
    "dependences",
    "directions",
    "identity_origins",
    "is_reduction",
    "private_scalars",
    "schedule",
    "together",
]
