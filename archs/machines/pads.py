"""Connections of the presets of real arrays to the outside: pads, an external memory, or none.

Pads execute the operations that stand for streams (`input`, `imp`, `output`, `exp`); the external
memory holds the inputs and collects the results of a DFG.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from archs.machines.generators import EXTMEM, Build, Cell, wired_unit
from archs.machines.operators import (
    ADDING,
    FULL_UNIT,
    INPUTS,
    MEMORY,
    MULTIPLYING,
    OUTPUTS,
    spellings,
)
from archs.machines.spec import Option, Request, choice
from models.semantics.vocabulary import words

WITHOUT_MEMORY = ("pads", "none")
"""Values of `io` for graphs that reach the outside by operations of their own."""


class Place(NamedTuple):
    """A place at the border: components whose values can leave, and targets of arriving values."""

    name: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]


def io_option(default: str) -> Option:
    """Return the option of the units at the border."""
    about = "at the border, units for input and output operations, an external memory, or both"
    return choice(default, about, "pads", "memory", "both", "none")


def has_pads(request: Request) -> bool:
    """Whether streams enter and leave through pads."""
    return request.word("io") in ("pads", "both")


def whatever_pads_leave(request: Request) -> tuple[str, ...] | None:
    """Return the operators of a full unit but those of the pads; None, for all, without pads."""
    if not has_pads(request):
        return None
    return spellings((*FULL_UNIT, *words(*ADDING, *MULTIPLYING), *MEMORY), predicated=True)


def border(rows: int, columns: int) -> list[tuple[str, Cell]]:
    """Return the places around an array, clockwise from the north-west, each with its cell."""
    return [
        *((f"n_{c}", (0, c)) for c in range(columns)),
        *((f"e_{r}", (r, columns - 1)) for r in range(rows)),
        *((f"s_{c}", (rows - 1, c)) for c in range(columns)),
        *((f"w_{r}", (r, 0)) for r in range(rows)),
    ]


def join_io(build: Build, request: Request, places: Iterable[Place], hops: int = 0) -> None:
    """Add the pads and the external memory of the option `io` at every place, over links of `hops`
    hops.

    A pad starts one operation per cycle, in the component of either direction. The external memory
    has a path of width 1 each way.
    """
    places = tuple(places)
    if request.word("io") in ("memory", "both"):
        build.external(False, request.external_inputs)
        for place in places:
            build.bus([EXTMEM], place.targets, 1, hops)
            build.bus(place.sources, [EXTMEM], 1, hops)
    if has_pads(request):
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
