"""The tiles, for the search of a mapping that they can execute."""

from __future__ import annotations

from functools import partial

from ecosystems.loops.search import Machine, too_long
from ecosystems.vectorcgra.lower import Lowered
from ecosystems.vectorcgra.tiles import MOST_STAGES, Tiles, tiles
from models.data.mapping import Mapping
from models.data.problem import Problem


def machine_of(made: Lowered) -> Machine[Tiles]:
    """Return the tiles, which execute a loop with these first numbers."""

    def place(problem: Problem, mapping: Mapping) -> Tiles:
        return tiles(problem, mapping, dict(made.first))

    return Machine(place, partial(too_long, lengths={}), MOST_STAGES)
