"""ADRES, as CGRA-ME builds it and as BOPart's experiments count its resources."""

from __future__ import annotations

from archs.machines.generators import Build, grid
from archs.machines.operators import (
    ADDING,
    FULL_UNIT,
    MEMORY,
    MULTIPLYING,
    OPS,
    accesses,
    executed,
)
from archs.machines.pads import Place, io_option, join_io
from archs.machines.register_tiles import link_tiles, place_register_tile, shared_registers
from archs.machines.regular import share_memory
from archs.machines.spec import (
    Request,
    count,
    files,
    invariants,
    link_options,
    max_contexts,
    memory_ports,
    memory_units,
)
from models.data.architecture import Architecture

OPTIONS = {
    "registers": count("4", "registers beside the result register", least=0, unlimited=True),
    "files": files("rotating"),
    "invariants": invariants(),
    "global": count("8", "registers that the top row shares", least=0),
    "ports": memory_ports("row:1"),
    "memory_units": memory_units(),
    **link_options("yes"),
    "io": io_option("pads"),
    "ops": OPS,
    "max_contexts": max_contexts(),
}


def adres(request: Request) -> Architecture:
    """ADRES: a memory port per row, a register file of the top row, pads above its columns.

    pe_r_c is a unit with its result register, rf_r_c its registers, grf the shared file.
    """
    build = Build(request.name)
    ops = executed(request, (*FULL_UNIT, *MEMORY), *ADDING, *MULTIPLYING) + accesses(request)
    cells = grid(request.rows, request.columns)
    registers = request.limit("registers")
    names = {cell: place_register_tile(build, cell, ops, registers) for cell in cells}
    top = {cell: name for cell, name in names.items() if cell[0] == 0}
    shared_registers(build, "grf", request.number("global"), top, 2)
    link_tiles(build, request, names)
    share_memory(build, names, request.values["ports"])
    join_io(build, request, (Place(f"n_{c}", (pe,), (pe,)) for (_, c), pe in top.items()))
    return build.finish(request.limit("max_contexts"))
