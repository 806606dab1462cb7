"""The machines of two exact mappers: SAT-MapIt, and MonoMap, which is more generous."""

from __future__ import annotations

from archs.machines.generators import Build, grid
from archs.machines.pads import Place, io_option, join_io, whatever_pads_leave
from archs.machines.register_tiles import link_tiles, place_register_tile
from archs.machines.spec import (
    Option,
    Request,
    count,
    files,
    invariants,
    link_options,
    max_contexts,
    yes_or_no,
)
from models.data.architecture import Architecture, Component

_MOVES = "values that one iteration stores in passing"
_WAITS = (
    "output registers keep their values until the next operation with a result; for graphs"
    " in which every operation has one"
)
_COMMON: dict[str, Option] = {
    "moves": count("0", _MOVES, least=0, unlimited=True),
    **link_options("yes"),
    "io": io_option("none"),
    "max_contexts": max_contexts(),
}
SATMAPIT_OPTIONS = {
    "registers": count("4", "registers beside the output register", least=0, unlimited=True),
    "files": files("static"),
    "invariants": invariants(),
    "waits": yes_or_no("no", _WAITS),
    **_COMMON,
}
MONOMAP_OPTIONS = {
    "registers": count("unlimited", "values that a PE holds", unlimited=True),
    "invariants": invariants(),
    **_COMMON,
}


def satmapit(request: Request) -> Architecture:
    """SAT-MapIt's torus: PEs read their own registers and their neighbours' output registers.

    pe_r_c executes every operator; its output register has the result for a cycle, and keeps it
    longer with the option `waits`. On the real machine every operation overwrites it, stores and
    branches too. Only the PE reads its registers rf_r_c. Values move only if `moves` allows it.
    """
    build, ops = Build(request.name), whatever_pads_leave(request)
    registers, moves = request.limit("registers"), request.limit("moves") != 0
    names = {
        cell: place_register_tile(build, cell, ops, registers, moves, request.flag("waits"))
        for cell in grid(request.rows, request.columns)
    }
    link_tiles(build, request, names)
    return _finish(build, request)


def monomap(request: Request) -> Architecture:
    """MonoMap's torus: PEs read what their neighbours have computed at any later time.

    pe_r_c executes every operator, and holds its own results. Values move only if `moves` allows
    it.
    """
    build, ops = Build(request.name), whatever_pads_leave(request)
    names = {cell: f"pe_{cell[0]}_{cell[1]}" for cell in grid(request.rows, request.columns)}
    registers, moves = request.limit("registers"), request.limit("moves") != 0
    for name in names.values():
        pe = Component(name, 1, ops, registers, routing_issues=moves, keeps_arrivals=moves)
        build.components.append(pe)
    link_tiles(build, request, names)
    return _finish(build, request)


def _finish(build: Build, request: Request) -> Architecture:
    cells = grid(request.rows, request.columns)
    join_io(build, request, (Place(f"{r}_{c}", *[(f"pe_{r}_{c}",)] * 2) for r, c in cells))
    return build.finish(request.limit("max_contexts"), max_routes=request.limit("moves"))
