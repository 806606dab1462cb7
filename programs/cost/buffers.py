"""The buffers between an array and the external memory, as parameters of the cost models.

PT-Map gives the capacities (Sec. 4.1), but neither the width of a context nor the speed and energy
of the external memory. The defaults here are assumptions, marked as such.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.errors import InputError, known


@dataclass(frozen=True, slots=True)
class Buffers:
    """A context buffer, a data buffer, and the connection to the external memory.

    The context buffer holds `contexts` contexts of `context_bytes` each. `data_bytes` is the size
    of the data buffer, with lines of `line_bytes`: fully associative, LRU replacement, write-back.
    The external memory responds after `latency` cycles, with `bandwidth` bytes per cycle. With
    `double`, data and contexts of the next execution are loaded while one runs, where both fit.

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
    double: bool = False

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
        """The number of lines of the data buffer."""
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
"""The buffers of PT-Map's four arrays."""


def buffers_of(name: str) -> Buffers:
    """Return the buffers of one of PT-Map's arrays; raises `InputError` for other names."""
    if name.lower() not in BUFFERS:
        raise InputError(f"no buffers are known for '{name}'" + known(BUFFERS, word=name))
    return BUFFERS[name.lower()]
