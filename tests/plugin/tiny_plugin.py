"""A preset and a solver, as an installed package adds them."""

from __future__ import annotations

from xyzmap.rooms.archs.machines.generators import Build, Tile
from xyzmap.rooms.archs.machines.spec import Preset, Request, count
from xyzmap.rooms.models.data.architecture import Architecture
from xyzmap.rooms.models.space_time.constraint_model import ConstraintModel
from xyzmap.rooms.solvers.backends.backend import Backend, Settings
from xyzmap.rooms.solvers.backends.sat import PySat


def pair(request: Request) -> Architecture:
    """Two elements with a path each way."""
    build, names = Build(request.name), ["left", "right"]
    build.place(names, Tile(request.limit("registers")))
    build.link("left", "right")
    build.link("right", "left")
    build.external(intermediates=False, inputs=request.external_inputs)
    build.ports(names, names)
    return build.finish(None)


PAIR = Preset(pair, "", {"registers": count("2", "values that an element holds")})


class Minisat(PySat):
    """MiniSat 2.2 by another name."""

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        super().__init__(model, settings, "minisat22")


MINISAT = Backend(
    "tiny-minisat",
    "SAT",
    "MiniSat of another package",
    "tiny_plugin:Minisat",
    frozenset({"decides"}),
    package="pysat",
)
