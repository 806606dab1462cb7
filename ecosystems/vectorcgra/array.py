"""The machine: a mesh of tiles with one operation a word, memory on the west and south edges.

pe_y_x has a result for one cycle, which neighbours and the own registers, rf_y_x, take. A value
that passes through a tile is an operation of it (`PAS`), and registers never go to a port: values
sent before their iteration begins are stray tokens.
"""

from __future__ import annotations

import re

from models.data.architecture import Architecture, Component, Path
from models.errors import InputError

Place = tuple[int, int]
"""Row, which grows to the north, and column."""

PORTS: dict[str, Place] = {"NORTH": (1, 0), "SOUTH": (-1, 0), "WEST": (0, -1), "EAST": (0, 1)}
OPPOSITE = {"NORTH": "SOUTH", "SOUTH": "NORTH", "WEST": "EAST", "EAST": "WEST"}
BANKS, IN_BANK = 4, 8
CONTEXTS = 20
MOST = 16
_SHAPE = re.compile(r"(?:vectorcgra:)?(\d{1,2})x(\d{1,2})")
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
EVERYWHERE = (
    *"add sub mul shl lshr ashr and or xor sel phi grant constant return".split(),
    *(f"icmp.{predicate}" for predicate in PREDICATES),
)


def shape_of(text: str) -> Place:
    """Return rows and columns of `RxC`, or of the preset. Raises `InputError`."""
    found = _SHAPE.fullmatch(text)
    if found is None or not all(1 <= int(n) <= MOST for n in found.groups()):
        raise InputError(f"'{text}': write ROWSxCOLUMNS, 1x1 to {MOST}x{MOST}")
    return int(found[1]), int(found[2])


def array_of(rows: int, columns: int) -> Architecture:
    """Return the array of a given shape."""
    components: list[Component] = []
    paths: list[Path] = []
    for row in range(rows):
        for column in range(columns):
            unit, file = f"pe_{row}_{column}", f"rf_{row}_{column}"
            memory = ("load", "store") if row == 0 or column == 0 else ()
            components += [
                Component(
                    unit,
                    issue=1,
                    ops=(*EVERYWHERE, *memory),
                    capacity=1,
                    transient=True,
                    routing_issues=True,
                    position=(rows - 1 - row, column),
                ),
                Component(file, capacity=BANKS * IN_BANK, file="static"),
            ]
            paths += [Path(f"{unit}->{file}", (unit,), (file,)),
                      Path(f"{file}->{unit}", (file,), (unit,))]  # fmt: skip
            for down, right in PORTS.values():
                to = row + down, column + right
                if to[0] in range(rows) and to[1] in range(columns):
                    other = f"pe_{to[0]}_{to[1]}"
                    paths.append(Path(f"{unit}->{other}", (unit,), (other,), width=1))
    name = f"vectorcgra:{rows}x{columns}"
    return Architecture(name, tuple(components), tuple(paths), max_contexts=CONTEXTS)


def place_of(component: str) -> Place:
    """Return row and column of a component."""
    _, row, column = component.split("_")
    return int(row), int(column)


def port_to(source: str, target: str) -> str:
    """Return the port by which a tile sends to its neighbour."""
    (row, column), (to, beside) = place_of(source), place_of(target)
    return next(port for port, way in PORTS.items() if way == (to - row, beside - column))
