"""The compiler's two timing conventions of routes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ecosystems.neura.document import Op

Convention = Literal["rtl", "solver"]


class Timing(NamedTuple):
    """A convention: the delay, in cycles relative to hardware, before a result is sent or stored.

    `rtl` is that of the heuristic mapper and of the hardware: a result leaves its tile in the last
    cycle of its operation, so that a neighbour reads it in the next one. By `solver`, that of the
    exact mapper of the compiler, it leaves one cycle later; its own tile can read it then already.
    """

    convention: Convention
    delay: int

    def appears(self, op: Op, time_step: int) -> int:
        """Return the cycle of the first entry of a route from an operation."""
        return time_step + max(1, op.latency) - 1 + self.delay


TIMINGS: dict[Convention, Timing] = {"rtl": Timing("rtl", 0), "solver": Timing("solver", 1)}
