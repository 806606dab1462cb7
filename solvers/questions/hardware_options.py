"""Options of what becomes hardware: register files, words, iterations and the memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from models.process.options import Options, choice, flag, whole

if TYPE_CHECKING:
    from models.hardware.realise import Form

FILES = "hardware"


@dataclass(frozen=True, kw_only=True)
class HardwareOptions(Options):
    """What kind of registers there are, and how wide words are."""

    register_files: Literal["static", "moves", "rotating", "unroll"] | None = choice(
        "static: a value keeps its address; moves: it may go to another register of its file;"
        " rotating: registers are renamed in every round; unroll: static, in a kernel of the fewest"
        " rounds",
        ("static", "moves", "rotating", "unroll"),
        group=FILES,
    )
    bits: int = whole("bits of a word, 2 to 64 (default 32)", "N", 32, low=2, high=64, group=FILES)
    unsigned: bool = flag("words are unsigned", group=FILES)
    iterations: int = whole("iterations of a run (default 12)", "N", 12, high=100_000, group=FILES)
    address_bits: int = whole(
        "bits of an address that count: the memory has 2^N words (default 10)",
        "N",
        10,
        high=20,
        group=FILES,
    )


def form_of(options: HardwareOptions) -> Form:
    """Return what words are made for; static files where no kind is asked for."""
    from models.hardware.realise import Form

    return Form(
        options.register_files or "static",
        options.bits,
        not options.unsigned,
        options.iterations,
        options.address_bits,
    )
