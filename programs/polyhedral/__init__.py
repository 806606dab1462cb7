"""Dependences between the iterations of loop programs, by isl (PT-Map, Sec. 3.2).

This package owns what statements execute and access (`domains`, `quasi`), in which order
(`schedules`), what therefore depends on what (`dependences`, `reductions`, `private`), and along
which loops (`directions`). It says whether an order is legal, and changes nothing.
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
