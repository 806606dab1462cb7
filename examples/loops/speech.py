"""Loops of speech codecs: GSM 06.10's saturated arithmetic and lattice filter, IMA ADPCM."""

from __future__ import annotations

from collections.abc import Callable

from examples.loops.body import LoopBody, Read

LOW, HIGH = -(1 << 15), (1 << 15) - 1
REFLECTIONS = (12800, -9830, 7373, -5243, 4096, -2949, 1966, -1311)  # of up to eight stages
GAIN = 19661
STEPS, CHANGES = 0x1000, 0x1100  # addresses of the tables of ADPCM
LAST_STEP = 88


def _product(loop: LoopBody, left: Read, right: Read) -> str:
    """Append the rounded product of two fractions of 15 bits."""
    return loop.op("shr", loop.op("add", loop.op("mul", left, right), 1 << 14), 15)


def gsm_add(loop: LoopBody) -> None:
    """Add a rounded product to a total, with saturation to 16 bits."""
    loop.initial("total", 0)
    total = loop.op("add", loop.previous("total"), _product(loop, loop.input("x"), GAIN))
    loop.final(loop.clamp(total, LOW, HIGH, name="total"))


def gsm_synthesis(stages: int) -> Callable[[LoopBody], None]:
    """Return the short-term synthesis filter: a lattice with saturation after every sum.

    A sample passes all stages, each of which subtracts what is left of the samples before, and
    passes on what it has seen to the next stage, for the next sample.
    """

    def body(loop: LoopBody) -> None:
        sample = loop.input("x")
        for stage in range(stages, 0, -1):
            loop.initial(f"v{stage - 1}", 0)
            before, factor = loop.previous(f"v{stage - 1}"), REFLECTIONS[stage - 1]
            less = loop.op("sub", sample, _product(loop, before, factor))
            sample = loop.clamp(less, LOW, HIGH, name="v0" if stage == 1 else "")
            if stage < stages:
                more = loop.op("add", before, _product(loop, sample, factor))
                loop.clamp(more, LOW, HIGH, name=f"v{stage}")
        loop.result(sample)

    return body


def adpcm(loop: LoopBody) -> None:
    """Decode a four-bit code of IMA ADPCM: adapt the step, add the difference to the signal.

    The difference is (2·magnitude + 1)·step / 8. The step belongs to the index before the code.
    """
    loop.initial("index", 0)
    loop.initial("signal", 0)
    code = loop.input("code")
    magnitude = loop.op("and", code, 7)
    step = loop.op("load", loop.op("add", loop.previous("index"), STEPS))
    factor = loop.op("or", loop.op("shl", magnitude, 1), 1)
    size = loop.op("shr", loop.op("mul", factor, step), 3)
    change = loop.op("select", loop.op("and", code, 8), loop.op("sub", 0, size), size)
    signal = loop.op("add", loop.previous("signal"), change)
    loop.result(loop.clamp(signal, LOW, HIGH, name="signal"))
    moved = loop.op("load", loop.op("add", magnitude, CHANGES))
    index = loop.op("add", loop.previous("index"), moved)
    loop.clamp(index, 0, LAST_STEP, name="index")
