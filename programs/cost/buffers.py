"""The buffers between an array and the memory outside of it, as the cost models see them.

PT-Map gives the capacities (Sec. 4.1); how wide a context is, and how fast and how costly the
memory outside, it does not say. The defaults here are assumptions, each named as one.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.errors import InputError, known


@dataclass(frozen=True, slots=True)
class Buffers:
    """A context buffer, a data buffer, and the connection to the memory outside.

    `contexts` are those that the context buffer holds, of `context_bytes` each. `data_bytes` is
    the size of the data buffer, moved in lines of `line_bytes`: fully associative, the least
    recently used one is replaced, and what was written goes back when it is. The memory outside
    answers after `latency` cycles, and then gives `bandwidth` bytes per cycle.

    Assumptions, not from the paper: 8 bytes of context per processing element, lines of a word of
    4 bytes, a latency of 20 cycles, 8 bytes per cycle.
    """

    name: str
    data_bytes: int
    contexts: int = 8
    context_bytes: int = 128
    line_bytes: int = 4
    latency: int = 20
    bandwidth: int = 8

    def __post_init__(self) -> None:
        for what in ("data_bytes", "contexts", "context_bytes", "line_bytes", "bandwidth"):
            value = getattr(self, what)
            if value < 1:
                raise InputError(f"buffers '{self.name}': {what} is {value}; allowed: ≥ 1")
        if self.latency < 0:
            raise InputError(f"buffers '{self.name}': latency is {self.latency}; allowed: ≥ 0")
        if self.data_bytes % self.line_bytes:
            raise InputError(
                f"buffers '{self.name}': {self.data_bytes} bytes of data are no whole number of"
                f" lines of {self.line_bytes}"
            )

    @property
    def lines(self) -> int:
        """How many lines the data buffer holds."""
        return self.data_bytes // self.line_bytes

    def transfer_cycles(self, volume: int) -> int:
        """Return the cycles of a transfer of `volume` bytes, 0 for none."""
        return self.latency + -(-volume // self.bandwidth) if volume else 0


BUFFERS = {
    "s4": Buffers("s4", 4096, context_bytes=8 * 16),
    "r4": Buffers("r4", 4096, context_bytes=8 * 16),
    "h6": Buffers("h6", 6144, context_bytes=8 * 36),
    "sl8": Buffers("sl8", 8192, context_bytes=8 * 64),
}
"""Those of PT-Map's four arrays."""


def buffers_of(name: str) -> Buffers:
    """Return the buffers of one of PT-Map's arrays; raises `InputError` for other names."""
    if name.lower() not in BUFFERS:
        raise InputError(f"no buffers are known for '{name}'" + known(BUFFERS, word=name))
    return BUFFERS[name.lower()]
