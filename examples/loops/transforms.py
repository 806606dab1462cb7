"""Loops of transforms: butterflies with a twiddle factor that turns, and DCT blocks with sums."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from examples.loops.body import LoopBody, Read

SHIFT = 14
ONE = 1 << SHIFT
TURN = 2 * pi / 64  # between two iterations of the butterflies
Pair = tuple[Read, Read]  # real and imaginary part


def fft_butterflies(count: int) -> Callable[[LoopBody], None]:
    """Return `count` radix-2 butterflies a ± w·b per iteration, all with the twiddle factor w.

    The next iteration turns w by a fixed angle. The energy of the first output is summed up.
    """

    def body(loop: LoopBody) -> None:
        loop.initial("wr", ONE)
        loop.initial("wi", 0)
        before: Pair = (loop.previous("wr"), loop.previous("wi"))
        step: Pair = (round(ONE * cos(TURN)), -round(ONE * sin(TURN)))
        for each in range(count):
            a, b = _complex(loop, f"a{each}"), _complex(loop, f"b{each}")
            turned = _times(loop, before, b)
            for part, left, right in zip("ri", a, turned, strict=True):
                loop.result(loop.op("add", left, right, name=f"p{each}{part}"))
                loop.result(loop.op("sub", left, right, name=f"m{each}{part}"))
        squares = [loop.op("mul", *[loop.previous(f"p0{part}", 0)] * 2) for part in "ri"]
        loop.final(loop.carry("energy", "add", loop.op("add", *squares)))
        _times(loop, before, step, ("wr", "wi"))

    return body


def _complex(loop: LoopBody, name: str) -> Pair:
    return loop.input(f"{name}r"), loop.input(f"{name}i")


def _times(loop: LoopBody, a: Pair, b: Pair, names: tuple[str, str] = ("", "")) -> Pair:
    """Append a complex product in fixed point."""
    real = loop.op("sub", loop.op("mul", a[0], b[0]), loop.op("mul", a[1], b[1]))
    imaginary = loop.op("add", loop.op("mul", a[0], b[1]), loop.op("mul", a[1], b[0]))
    return (
        loop.op("shr", real, SHIFT, name=names[0]),
        loop.op("shr", imaginary, SHIFT, name=names[1]),
    )


def cosine(index: int) -> int:
    """Return cos(index·π/16) in fixed point."""
    return round(ONE * cos(index * pi / 16))


def dct_blocks(loop: LoopBody) -> None:
    """Transform eight samples by the DCT-II; sum up each coefficient over the blocks.

    Even and odd coefficients are split once, the even ones once more. The lowest coefficient is
    also delivered as the difference to that of the block before.
    """
    x = [loop.input(f"x{n}") for n in range(8)]
    even = [loop.op("add", x[n], x[7 - n]) for n in range(4)]
    odd = [loop.op("sub", x[n], x[7 - n]) for n in range(4)]
    low = [loop.op("add", even[n], even[3 - n]) for n in range(2)]
    high = [loop.op("sub", even[n], even[3 - n]) for n in range(2)]
    sums = {0: loop.op("mul", loop.op("add", *low), ONE)}
    sums[4] = loop.op("mul", loop.op("sub", *low), cosine(4))
    for k in range(8):
        if k % 4:
            parts = odd if k % 2 else high
            terms = [loop.op("mul", x, cosine((2 * n + 1) * k)) for n, x in enumerate(parts)]
            sums[k] = loop.total(terms)
    for k in range(8):
        value = loop.op("shr", sums[k], SHIFT, name=f"y{k}")
        loop.final(loop.carry(f"total{k}", "add", value))
    loop.initial("y0", 0)
    loop.result(loop.op("sub", loop.previous("y0", 0), loop.previous("y0"), name="difference"))
