"""The engine: its tiles, its latencies, and the interpretation of the paper's rules."""

from __future__ import annotations

from typing import Literal

import msgspec

from models.errors import InputError
from models.text import n_cycles

Starts = Literal["flows", "all", "free"]
"""The instructions without synchronous operands that are on different tiles (§2.7, rule 2).

"flows": starts of different flows, as Fig. 1 has three starts of one flow on shared tiles; "all":
any two, the literal rule; "free": no such constraint.
"""

MOST_TILES = 1024
MOST_CYCLES = 1024


class Engine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A streaming engine; the defaults are the paper's (§2, Fig. 1).

    `tiles` in a row; `pipeline` cycles from the start of an instruction to its result; `hops[d-1]`
    cycles for a result to go d tiles up or down, none on its own tile. With `relay` results go
    beyond the reach of the fabric, from tile to tile, at no cost except time (as in the paper's
    experiments). With `waiting` a result may wait for its reader without limit (delays); without,
    an instruction starts in the cycle in which its last operand arrives. `siblings`: two
    readers of one result are on different tiles (§2.7, rule 3). `multicast`: a result may be sent
    up and down and far and near at once; without, one spoke has one output (§2.6), besides its own
    tile. `message` is the assumed latency of an asynchronous message in cycles; the real latency
    varies.
    """

    tiles: int = 16
    pipeline: int = 3
    hops: tuple[int, ...] = (1, 2)
    relay: bool = False
    waiting: bool = True
    starts: Starts = "flows"
    siblings: bool = True
    multicast: bool = True
    message: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.tiles <= MOST_TILES:
            raise InputError(f"{self.tiles} tiles; allowed: 1 to {MOST_TILES}", "tiles")
        for name, cycles in (("pipeline", self.pipeline), ("message", self.message)):
            if not 1 <= cycles <= MOST_CYCLES:
                raise InputError(f"{n_cycles(cycles)}; allowed: 1 to {MOST_CYCLES}", name)
        if not 1 <= len(self.hops) <= MOST_TILES:
            what = f"{len(self.hops)} distances; allowed: 1 to {MOST_TILES}"
            raise InputError(what, "hops")
        if not all(1 <= cycles <= MOST_CYCLES for cycles in self.hops):
            what = f"{list(self.hops)}; allowed: numbers of 1 to {n_cycles(MOST_CYCLES)}"
            raise InputError(what, "hops")

    def latencies(self) -> tuple[int, ...]:
        """Return the cycles from a tile to one d tiles away, for every d that can be reached.

        Relays take the cheapest hops whose sum is d, all in one direction.
        """
        found = [0]
        for distance in range(1, self.tiles):
            last = range(1, min(len(self.hops), distance) + 1)
            if not self.relay:
                if distance > len(self.hops):
                    break
                found.append(self.hops[distance - 1])
            else:
                found.append(min(found[distance - h] + self.hops[h - 1] for h in last))
        return tuple(found)

    @property
    def reach(self) -> int:
        """The largest distance between a result and its reader, in tiles."""
        return len(self.latencies()) - 1
