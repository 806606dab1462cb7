"""The four arrays of PT-Map's evaluation: S4, R4, H6 (in `hycube`) and SL8."""

from __future__ import annotations

from archs.machines.generators import Build, Cell, grid, wired_unit
from archs.machines.operators import (
    ADDERS,
    ADDING,
    FULL_UNIT,
    INPUTS,
    MEMORY,
    MULTIPLYING,
    OPS,
    OUTPUTS,
    executed,
)
from archs.machines.pads import Place, border, has_pads, io_option, join_io, whatever_pads_leave
from archs.machines.register_tiles import link_tiles, place_register_tile, shared_registers
from archs.machines.regular import share_memory
from archs.machines.spec import (
    Option,
    Request,
    count,
    files,
    invariants,
    link_options,
    max_contexts,
    memory_ports,
)
from models.data.architecture import Architecture


def array_options(registers: str, wrap: str, ports: str | None) -> dict[str, Option]:
    """Return the options of one of these arrays; no `ports` where it has load/store units."""
    about = "registers beside the result register"
    return {
        "registers": count(registers, about, least=0, unlimited=True),
        "files": files("any"),
        "invariants": invariants(),
        "global": count("0", "registers that all PEs share", least=0),
        **link_options(wrap),
        **({"ports": memory_ports(ports)} if ports else {"ops": OPS}),
        "io": io_option("none"),
        "max_contexts": max_contexts("8"),
    }


def s4(request: Request) -> Architecture:
    """PT-Map's S4 and SL8: PEs pe_r_c that execute everything, with registers rf_r_c.

    S4 is a 4x4 torus with four registers, SL8 an 8x8 mesh with one.
    """
    build = Build(request.name)
    ops = whatever_pads_leave(request)
    cells = grid(request.rows, request.columns)
    registers = request.limit("registers")
    names = {cell: place_register_tile(build, cell, ops, registers) for cell in cells}
    share_memory(build, names, request.values["ports"])
    return _finish(build, request, names)


def r4(request: Request) -> Architecture:
    """PT-Map's R4: full units in row 0 and the even columns, others add; a load/store unit a row.

    The load/store unit lsu_r reads and feeds the PEs of its row.
    """
    build = Build(request.name)
    streams = () if has_pads(request) else (*INPUTS, *OUTPUTS)
    full = executed(request, (*FULL_UNIT, *streams), *ADDING, *MULTIPLYING)
    adder = executed(request, ADDERS, *ADDING)
    registers = request.limit("registers")
    names = {}
    for row, column in grid(request.rows, request.columns):
        ops = adder if row > 0 and column % 2 else full
        names[row, column] = place_register_tile(build, (row, column), ops, registers)
    for row in range(request.rows):
        unit, pes = f"lsu_{row}", [names[row, column] for column in range(request.columns)]
        build.components.append(wired_unit(unit, executed(request, MEMORY, "memory")))
        build.bus(pes, [unit], 2)
        build.bus([unit], pes, 1)
    return _finish(build, request, names)


def _finish(build: Build, request: Request, names: dict[Cell, str]) -> Architecture:
    shared_registers(build, "grf", request.number("global"), names, None)
    link_tiles(build, request, names)
    places = (
        Place(name, (names[cell],), (names[cell],))
        for name, cell in border(request.rows, request.columns)
    )
    join_io(build, request, places)
    return build.finish(request.limit("max_contexts"))
