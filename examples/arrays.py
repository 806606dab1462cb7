"""The arrays that the examples are mapped onto: presets, filled with the inputs of the example.

Every array has one external memory, `extmem`, which holds the inputs and collects the results but
keeps nothing in between. Every processing element issues one operation per cycle, supports all
operators, and has two registers. Paths carry one value per cycle, except those from ROMs.
"""

from __future__ import annotations

from archs.machines.generators import Build, Tile
from archs.presets import architecture_preset
from models.data.architecture import Architecture, Choice, InitialContents
from models.errors import InputError


def at_least(value: int, least: int, what: str) -> int:
    """Return `value`; raise `InputError` when it is below `least`."""
    if value < least:
        raise InputError(f"{what} {value} must be at least {least}")
    return value


MOST = 1_000_000
"""The most operations of an example."""


def require_sized(operations: int) -> None:
    """Raise `InputError` for a graph of more operations than `MOST`."""
    if operations > MOST:
        raise InputError(f"{operations} operations are too many: at most {MOST}")


def ring_array(size: int) -> Architecture:
    """Return a one-way ring pe0 …, in which each element has its own paths in and out."""
    return architecture_preset(f"ring:{size}")


def mesh_array(size: int) -> Architecture:
    """Return a square mesh with two-way paths, entered at the top and left at the bottom."""
    return architecture_preset(f"mesh:{size}x{size}")


def systolic_array(
    size: int, entering: tuple[str, ...], roms: dict[tuple[int, int], InitialContents]
) -> Architecture:
    """Return a square array with paths to the right and down, and a ROM beside every element.

    The external memory holds `entering`, feeds the left column and empties the bottom row; the
    ROM of (row, column) holds `roms[row, column]`.
    """
    contents = {f"rom_{row}_{column}": initial for (row, column), initial in roms.items()}
    return architecture_preset(f"systolic:{size}x{size}", contents, entering)


def accumulator_array() -> Architecture:
    """Return a single element `pe` with two paths in and one path out."""
    build = Build("accumulator")
    build.external(intermediates=False)
    build.place(["pe"], Tile())
    build.ports(entries=["pe", "pe"], exits=["pe"])
    return build.finish()


def one_of(names: tuple[str, ...]) -> InitialContents:
    """Return contents of which the solver chooses at most one of `names`."""
    return InitialContents(choices=(Choice(at_most=1, of=names),))
