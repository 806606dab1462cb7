"""How the presets of real arrays reach the outside: pads, an external memory, or not at all.

Pads execute the operations that stand for streams (`input`, `imp`, `output`, `exp`); the
external memory holds the inputs and collects the results of a DFG that has some.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from archs.machines.generators import EXTMEM, Build, Cell, wired_unit
from archs.machines.operators import FULL_UNIT, INPUTS, MEMORY, OUTPUTS, spellings
from archs.machines.spec import Option, Request, choice

WITHOUT_MEMORY = ("pads", "none")
"""Values of `io` for graphs that reach the outside by operations of their own."""


class Place(NamedTuple):
    """A place at the border: what can leave there, and where arriving values go."""

    name: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]


def io_option(default: str) -> Option:
    """Return the option of what stands at the border."""
    about = "at the border, units for input and output operations, or an external memory"
    return choice(default, about, "pads", "memory", "none")


def whatever_pads_leave(request: Request) -> tuple[str, ...] | None:
    """Return the operators of a unit that executes everything, but what pads are there for."""
    return spellings((*FULL_UNIT, *MEMORY)) if request.word("io") == "pads" else None


def border(rows: int, columns: int) -> list[tuple[str, Cell]]:
    """Return the places around an array, clockwise from the north-west, each with its cell."""
    return [
        *((f"n_{c}", (0, c)) for c in range(columns)),
        *((f"e_{r}", (r, columns - 1)) for r in range(rows)),
        *((f"s_{c}", (rows - 1, c)) for c in range(columns)),
        *((f"w_{r}", (r, 0)) for r in range(rows)),
    ]


def join_io(build: Build, request: Request, places: Iterable[Place], hops: int = 0) -> None:
    """Add what the option `io` asks for at every place, over links of `hops` hops.

    A pad starts one operation per cycle, in the component of either direction. The external
    memory has a path of width 1 each way.
    """
    io = request.word("io")
    if io == "memory":
        build.external(False, request.external_inputs)
        for place in places:
            build.bus([EXTMEM], place.targets, 1, hops)
            build.bus(place.sources, [EXTMEM], 1, hops)
    elif io == "pads":
        taken, given = spellings(INPUTS), spellings(OUTPUTS)
        for name, sources, targets in places:
            source, sink = f"input_{name}", f"output_{name}"
            build.components += [
                wired_unit(source, taken),
                wired_unit(sink, given),
            ]
            build.bus([source], targets, 1, hops)
            build.bus(sources, [sink], 1, hops)
            build.share(f"pad_{name}", [source, sink], taken + given, 1)
