"""Loops of hundreds of operations on machines that are no meshes: every number of
`docs/results/large_machines.md`.
"""

from __future__ import annotations

import sys

from bench.frame import Asker, Namespace, Parts, bench
from bench.large import SMALL, Group, local, only, sections
from examples.loops.nests import stencil, tile, transform

MACHINES = ("hycube", "adres", "lisa")

GROUPS = {
    "8x8": Group(
        "8×8",
        tuple(f"{name}:8x8,io=memory" for name in MACHINES),
        (tile(4, 8, 8), stencil(8), transform(64), local(500, 0)),
        0,
        60,
    ),
    "16x16": Group(
        "16×16",
        tuple(f"{name}:16x16,io=memory" for name in MACHINES),
        (tile(8, 8, 8), stencil(16), transform(128), local(1000, 0)),
        0,
        120,
    ),
    SMALL: Group("4×4", ("lisa:4x4,io=memory",), (tile(1, 2, 2),), 0, 60),
}


@bench(
    "large_machines",
    "Loops of hundreds of operations on other machines",
    only(GROUPS),
    smoke="--only small",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every loop on every machine."""
    yield from sections([GROUPS[name] for name in options.only], asker, 0)


if __name__ == "__main__":
    sys.exit(main())
