"""Presets of regular arrays of one kind of processing element, with an external memory."""

from __future__ import annotations

from collections.abc import Mapping

from archs.machines.generators import Build, Cell, Tile, add_roms, neighbours, pe_names, side
from archs.machines.operators import MEMORY, spellings
from archs.machines.spec import Ports, Request
from models.architecture import Architecture

RIGHT_DOWN: tuple[Cell, ...] = ((0, 1), (1, 0))
FOUR_WAYS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONALS: tuple[Cell, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def ring(request: Request) -> Architecture:
    """A one-way ring of N PEs pe0 … ; a path from and to the external memory at each PE."""
    names = pe_names(1, request.columns, flat=True)
    build = _start(request, names)
    for a, b in neighbours(1, request.columns, ((0, 1),), wrap=True):
        build.link(names[a], names[b])
    return _join(request, build, names)


def line(request: Request) -> Architecture:
    """A line of N PEs pe0 … with two-way neighbour paths; external memory at each PE."""
    names = pe_names(1, request.columns, flat=True)
    build = _start(request, names)
    for a, b in neighbours(1, request.columns, ((0, 1), (0, -1))):
        build.link(names[a], names[b])
    return _join(request, build, names)


def full(request: Request) -> Architecture:
    """N PEs pe0 … with a path between every two of them; external memory at each PE."""
    names = pe_names(1, request.columns, flat=True)
    build = _start(request, names)
    for a in names.values():
        for b in names.values():
            if a != b:
                build.link(a, b)
    return _join(request, build, names)


def mesh(request: Request) -> Architecture:
    """PEs pe_r_c with two-way neighbour paths; memory into the top row, out of the bottom row.

    With these defaults it is the array of the SAT-mapping paper's AES benchmark.
    """
    return _four_ways(request, wrap=False)


def torus(request: Request) -> Architecture:
    """A mesh whose opposite edges are joined as well; external memory as in a mesh."""
    return _four_ways(request, wrap=True)


def _four_ways(request: Request, wrap: bool) -> Architecture:
    names = pe_names(request.rows, request.columns)
    build = _start(request, names)
    for a, b in neighbours(request.rows, request.columns, FOUR_WAYS, wrap):
        build.link(names[a], names[b])
    share_memory(build, names, request.values["ports"])
    return _join(request, build, names)


def systolic(request: Request) -> Architecture:
    """PEs pe_r_c with paths right and down, a ROM each; memory into the left, out of the bottom.

    The array of the SAT-mapping paper's matrix-multiplication benchmark. The ROMs rom_r_c have
    unlimited paths and are empty unless filled.
    """
    names = pe_names(request.rows, request.columns)
    build = _start(request, names)
    for a, b in neighbours(request.rows, request.columns, RIGHT_DOWN):
        build.link(names[a], names[b])
    add_roms(build, names, request.contents)
    return _join(request, build, names)


def single(request: Request) -> Architecture:
    """One PE pe0, with `entries` paths from the external memory and one back."""
    build = _start(request, {(0, 0): "pe0"})
    build.external(request.flag("intermediates"), request.external_inputs)
    build.ports(["pe0"] * request.number("entries"), ["pe0"])
    return build.finish(request.limit("max_contexts"))


def share_memory(build: Build, names: Mapping[Cell, str], ports: Ports | None) -> None:
    """Limit the loads and stores of the PEs of every row or column, or of all."""
    if ports is None:
        return
    ops = spellings(MEMORY)
    groups: dict[str, list[str]] = {}
    for (row, column), name in names.items():
        which = {"row": f"memory_row_{row}", "column": f"memory_column_{column}"}
        groups.setdefault(which.get(ports.group, "memory"), []).append(name)
    for group, members in groups.items():
        build.share(group, members, ops, ports.at_most)


def _start(request: Request, names: Mapping[Cell, str]) -> Build:
    """Return a build with a PE per name."""
    build = Build(request.name, request.limit("width"), request.number("latency"))
    build.place(names.values(), Tile(request.limit("registers"), request.number("units")))
    return build


def _join(request: Request, build: Build, names: Mapping[Cell, str]) -> Architecture:
    """Add the external memory and its ports at the sides of `io`, and finish."""
    build.external(request.flag("intermediates"), request.external_inputs)
    entries, exits = (side(request.rows, request.columns, w) for w in request.values["io"])
    build.ports([names[cell] for cell in entries], [names[cell] for cell in exits])
    return build.finish(request.limit("max_contexts"))
