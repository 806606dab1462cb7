"""The arrays of LISA's evaluation (Li et al., HPCA 2022); `docs/architectures.md` has pictures."""

from __future__ import annotations

from archs.machines.generators import (
    FOUR_NEIGHBOURS,
    RIGHT_DOWN,
    SIDES,
    Build,
    Cell,
    grid,
    neighbours,
    side,
    wired_unit,
)
from archs.machines.operators import (
    ADDERS,
    ADDING,
    CONSTANTS,
    INPUTS,
    LISA_UNIT,
    LOADS,
    MEMORY,
    MULTIPLIERS,
    MULTIPLYING,
    OPS,
    OUTPUTS,
    STORES,
    executed,
    spellings,
)
from archs.machines.pads import Place, border, has_pads, io_option, join_io
from archs.machines.spec import Request, choice, count, files, max_contexts
from models.data.architecture import Architecture, Component

MEMORY_OPTION = choice(
    "all", "the PEs with a memory port: all, those of one side, or none", "all", "none", *SIDES
)
FAITHFUL_OPTIONS = {
    "registers": count("4", "registers of a PE", least=0, unlimited=True),
    "memory": MEMORY_OPTION,
    "io": io_option("pads"),
    "ops": OPS,
    "max_hops": count("unlimited", "links that a value takes in a cycle", unlimited=True),
    "max_contexts": max_contexts("24"),
    "files": files("any"),
}
SIMPLE_OPTIONS = {
    "registers": count("4", "values that a PE holds", unlimited=True),
    "memory": MEMORY_OPTION,
    "io": io_option("none"),
    "ops": OPS,
    "max_contexts": max_contexts("24"),
    "files": files("any"),
}
SYSTOLIC_OPTIONS = {
    "registers": count("4", "values that a PE holds", unlimited=True),
    "pattern": choice(
        "any", "any PE multiplies or adds, or they alternate", "any", "checker", "columns", "rows"
    ),
    "io": choice("none", "an external memory at both sides, or none", "memory", "none"),
    "ops": OPS,
    "files": files("any"),
}


def lisa(request: Request) -> Architecture:
    """LISA's PE: unit, constant, memory port and registers apart, pass-through without a unit.

    Tile r, c: the switch in_r_c carries the four inputs; alu_r_c is the functional unit and its
    result wire, rf_r_c the registers, const_r_c the constant unit, mem_r_c the memory port.
    """
    build = Build(request.name)
    with_memory = _memory_cells(request)
    unit = executed(request, LISA_UNIT, *ADDING, *MULTIPLYING)
    constants, memory = spellings(CONSTANTS), executed(request, MEMORY, "memory")
    registers = request.limit("registers")
    leaving: dict[Cell, tuple[str, ...]] = {}
    for cell in grid(request.rows, request.columns):
        into, alu, rf, const, mem = (
            f"{part}_{cell[0]}_{cell[1]}" for part in ("in", "alu", "rf", "const", "mem")
        )
        build.components += [
            Component(into, switch=True, capacity=0),
            Component(alu, 1, unit, 1, transient=True, routing_issues=True),
            wired_unit(const, constants),
        ]
        for source in (into, alu, const):
            build.wire(source, alu, None)
        leaving[cell] = (into, alu)
        if registers != 0:
            build.components.append(Component(rf, capacity=registers))
            build.wire(rf, alu, None)
            build.wire(alu, rf, 1)
            leaving[cell] += (rf,)
        if cell in with_memory:
            build.components.append(wired_unit(mem, memory))
            build.wire(into, mem, None)
            leaving[cell] += (mem,)
    for a, b in neighbours(request.rows, request.columns, FOUR_NEIGHBOURS):
        name = f"link_{a[0]}_{a[1]}->{b[0]}_{b[1]}"
        build.bus(leaving[a], [f"in_{b[0]}_{b[1]}"], 1, hops=1, name=name)
    places = (
        Place(name, leaving[cell], (f"in_{cell[0]}_{cell[1]}",))
        for name, cell in border(request.rows, request.columns)
    )
    join_io(build, request, places, hops=1)
    return build.finish(request.limit("max_contexts"), request.limit("max_hops"))


def lisa_simple(request: Request) -> Architecture:
    """A mesh of PEs that each execute one operation of any kind; routing is free beside it.

    With it ceil(nodes / PEs) over all nodes, the MII of LISA's paper, is a bound.
    """
    build = Build(request.name)
    with_memory = _memory_cells(request)
    everything = len(with_memory) == request.rows * request.columns
    streams = () if has_pads(request) else (*INPUTS, *OUTPUTS)
    plain = executed(request, (*LISA_UNIT, *CONSTANTS, *streams), *ADDING, *MULTIPLYING)
    full = None if everything and streams else plain + executed(request, MEMORY, "memory")
    for cell in grid(request.rows, request.columns):
        ops = full if cell in with_memory else plain
        name = f"pe_{cell[0]}_{cell[1]}"
        build.components.append(Component(name, 1, ops, request.limit("registers")))
    for (r, c), (to_r, to_c) in neighbours(request.rows, request.columns, FOUR_NEIGHBOURS):
        build.wire(f"pe_{r}_{c}", f"pe_{to_r}_{to_c}", 1)
    places = (
        Place(name, (f"pe_{r}_{c}",), (f"pe_{r}_{c}",))
        for name, (r, c) in border(request.rows, request.columns)
    )
    join_io(build, request, places)
    return build.finish(request.limit("max_contexts"))


def lisa_systolic(request: Request) -> Architecture:
    """A systolic array: each PE multiplies or adds, links go right and down, II 1.

    Tile r, c: pe_r_c with one fixed operation and const_r_c, a constant; load_r beside the PEs of
    the left column, store_r beside those of the right one.
    """
    build = Build(request.name)
    multiplier = executed(request, MULTIPLIERS, *MULTIPLYING)
    fixed, constants = (multiplier, executed(request, ADDERS, *ADDING)), spellings(CONSTANTS)
    loading, storing = executed(request, (*LOADS, *INPUTS)), executed(request, (*STORES, *OUTPUTS))
    last = request.columns - 1
    for row, column in grid(request.rows, request.columns):
        pe, const = f"pe_{row}_{column}", f"const_{row}_{column}"
        which = {"checker": row + column, "columns": column, "rows": row}
        kind = which.get(request.word("pattern"))
        ops = fixed[0] + fixed[1] if kind is None else fixed[kind % 2]
        build.components += [
            Component(pe, 1, ops, request.limit("registers")),
            wired_unit(const, constants),
        ]
        build.wire(const, pe, 1)
        if column == 0:
            build.components.append(wired_unit(f"load_{row}", loading))
            build.wire(pe, f"load_{row}", 1)
            build.wire(const, f"load_{row}", 1)
            build.wire(f"load_{row}", pe, 1)
        if column == last:
            build.components.append(wired_unit(f"store_{row}", storing))
            build.wire(pe, f"store_{row}", 2)
            build.wire(const, f"store_{row}", 1)
    for (r, c), (to_r, to_c) in neighbours(request.rows, request.columns, RIGHT_DOWN):
        build.wire(f"pe_{r}_{c}", f"pe_{to_r}_{to_c}", 1)
    places = (
        Place(f"r_{row}", (f"pe_{row}_{last}",), (f"pe_{row}_0",)) for row in range(request.rows)
    )
    join_io(build, request, places)
    return build.finish(max_contexts=1)


def _memory_cells(request: Request) -> set[Cell]:
    """The cells that have a memory port."""
    where = request.word("memory")
    return set() if where == "none" else set(side(request.rows, request.columns, where))
