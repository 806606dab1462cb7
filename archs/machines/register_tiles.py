"""The tile that many machines share: a unit with a result register, and private registers.

Neighbours read the result register pe_r_c, which holds until it is overwritten; the PE stores later
operands in its register file rf_r_c, which only it reads. Storing an arriving value in the result
register is a move, and takes the unit's issue slot.
"""

from __future__ import annotations

from collections.abc import Mapping

from archs.machines.generators import Build, Cell
from archs.machines.spec import Request
from models.data.architecture import Component


def place_register_tile(
    build: Build,
    cell: Cell,
    ops: tuple[str, ...] | None,
    registers: int | None,
    moves: bool = True,
    waits: bool = True,
) -> str:
    """Add a tile, and return the name of its unit; no register file where `registers` is 0.

    Without `moves` the result register takes results of the unit only. Without `waits` it holds a
    result for one cycle only.
    """
    pe, rf = f"pe_{cell[0]}_{cell[1]}", f"rf_{cell[0]}_{cell[1]}"
    unit = Component(pe, 1, ops, 1, transient=not waits, routing_issues=moves, keeps_arrivals=moves)
    build.components.append(unit)
    if registers != 0:
        build.components.append(Component(rf, capacity=registers))
        build.wire(pe, rf, None)
        build.wire(rf, pe, None)
    return pe


def link_tiles(build: Build, request: Request, names: Mapping[Cell, str]) -> None:
    """Let every PE read its neighbours, over links of unlimited width."""
    for a, b in request.links():
        build.wire(names[a], names[b], None)


def shared_registers(
    build: Build, name: str, capacity: int, users: Mapping[Cell, str], reads: int | None
) -> None:
    """Add a register file that several PEs write, one value each, and read, `reads` values each."""
    if capacity == 0:
        return
    build.components.append(Component(name, capacity=capacity))
    for pe in users.values():
        build.wire(pe, name, 1)
        build.wire(name, pe, reads)
