"""The smallest interval of a loop that the tiles can execute: mapped, then placed in words."""

from __future__ import annotations

from functools import partial

from ecosystems.loops import search
from ecosystems.vectorcgra.lower import Lowered
from ecosystems.vectorcgra.tiles import Tiles, tiles
from models.data.architecture import Architecture
from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import Budget
from solvers.search.solver_options import SolverOptions

Found = search.Found[Tiles]


def find(made: Lowered, arch: Architecture, options: SolverOptions, budget: Budget) -> Found | None:
    """Return a mapping of the smallest interval that is found; None where the time is up."""

    def place(problem: Problem, mapping: Mapping) -> Tiles:
        return tiles(problem, mapping, dict(made.first))

    machine = search.Machine(place, partial(search.too_long, lengths={}))
    return search.find(machine, made.dfg, arch, options, budget)
