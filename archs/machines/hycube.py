"""HyCUBE: a crossbar per tile through which a value takes several links within a cycle."""

from __future__ import annotations

from archs.machines.generators import SIDES, Build, Cell, grid, side, wired_unit
from archs.machines.operators import (
    ADDING,
    FULL_UNIT,
    MEMORY,
    MULTIPLYING,
    OPS,
    accesses,
    executed,
    spellings,
)
from archs.machines.pads import Place, io_option, join_io
from archs.machines.spec import (
    Option,
    Request,
    choice,
    count,
    files,
    invariants,
    link_options,
    max_contexts,
    memory_units,
)
from models.data.architecture import Architecture, Component


def hycube_options(contexts: str = "unlimited") -> dict[str, Option]:
    """Return the options of a HyCUBE with a usual depth of the context memory."""
    return {
        "registers": count("4", "registers of a crossbar", least=0, unlimited=True),
        "files": files("static"),
        "invariants": invariants(),
        "memory": choice("left", "the tiles that load and store", "all", *SIDES),
        "memory_units": memory_units(),
        **link_options("no"),
        "io": io_option("none"),
        "ops": OPS,
        "max_hops": count("4", "links that a value takes in a cycle", unlimited=True),
        "max_contexts": max_contexts(contexts),
    }


def hycube(request: Request) -> Architecture:
    """HyCUBE: a value takes up to max_hops links in a cycle, one value per link and cycle.

    Tile r, c: the crossbar xbar_r_c with its registers, the unit fu_r_c with its result wire,
    and treg_r_c, which keeps a result.
    """
    build = Build(request.name)
    plain = executed(request, FULL_UNIT, *ADDING, *MULTIPLYING, predicated=True)
    with_memory = plain + spellings(MEMORY, predicated=True) + accesses(request)
    memory_cells = side(request.rows, request.columns, request.word("memory"))
    leaving: dict[Cell, tuple[str, ...]] = {}
    for cell in grid(request.rows, request.columns):
        xbar, fu, treg = (f"{part}_{cell[0]}_{cell[1]}" for part in ("xbar", "fu", "treg"))
        ops = with_memory if cell in memory_cells else plain
        build.components += [
            Component(xbar, switch=True, capacity=request.limit("registers")),
            wired_unit(fu, ops),
            Component(treg, capacity=1),
        ]
        build.wire(xbar, fu, None)
        build.wire(fu, treg, None)
        build.wire(treg, fu, None)
        leaving[cell] = (xbar, fu, treg)
    for a, b in request.links():
        name = f"link_{a[0]}_{a[1]}->{b[0]}_{b[1]}"
        build.bus(leaving[a], [f"xbar_{b[0]}_{b[1]}"], 1, hops=1, name=name)
    places = (
        Place(f"w_{row}", leaving[row, column], (f"xbar_{row}_{column}",))
        for row, column in side(request.rows, request.columns, "left")
    )
    join_io(build, request, places, hops=1)
    return build.finish(request.limit("max_contexts"), request.limit("max_hops"))
