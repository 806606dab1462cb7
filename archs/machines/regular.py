"""Presets of regular arrays of one kind of processing element, with an external memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archs.machines.generators import FOUR_NEIGHBOURS, Build, Cell, Tile, add_roms, pe_names, side
from archs.machines.operators import MEMORY, spellings
from archs.machines.spec import LARGEST_SIDE, Ports, Request
from models.data.architecture import Architecture

ALONG: tuple[Cell, ...] = tuple((0, step) for step in range(1 - LARGEST_SIDE, LARGEST_SIDE))
"""To all other cells of a row."""


def linked(
    steps: tuple[Cell, ...] = FOUR_NEIGHBOURS,
    *,
    wrap: bool = False,
    flat: bool = False,
    roms: bool = False,
) -> Callable[[Request], Architecture]:
    """Return the builder of a grid of PEs with a path to each cell that is one of `steps` away.

    PEs are called `pe_r_c`, or `pe0`, `pe1`, … where `flat`; `wrap` joins opposite edges; `roms`
    gives each PE a memory `rom_r_c` with unlimited paths. The external memory joins at the sides
    of the option `io`. Options of the links come before `steps` and `wrap`.
    """

    def build(request: Request) -> Architecture:
        names = pe_names(request.rows, request.columns, flat)
        build = _start(request, names)
        for a, b in request.links(steps, wrap):
            build.link(names[a], names[b])
        share_memory(build, names, request.values.get("ports"))
        if roms:
            add_roms(build, names, request.contents)
        build.external(request.flag("intermediates"), request.external_inputs)
        entries, exits = (side(request.rows, request.columns, w) for w in request.values["io"])
        build.ports([names[cell] for cell in entries], [names[cell] for cell in exits])
        return build.finish(request.limit("max_contexts"))

    return build


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
