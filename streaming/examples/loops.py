"""The inner loop of an inverse FFT, written as flows that wait for messages."""

from __future__ import annotations

from streaming.examples.parts import Draft
from streaming.model.program import Program


def ifft_loop(half: int = 4) -> Program:
    """Return one pass of the loop: 17 instructions, 14 edges, 4 flows, 8 messages.

    The first flow counts and computes addresses; the second looks up the twiddle factor; the third
    loads, multiplies and computes the two sums; the fourth halves and stores them, and keeps the
    largest for the scaling of the next stage. Each data array is in the memory of one tile.
    """
    draft = Draft("ifft_loop")
    n = draft.add("next", "add", draft.variable("j"), 1)
    draft.add("more", "lt", n, half)
    even = draft.add("even", "shl", n, 1)
    odd = draft.add("odd", "add", even, 1)

    angle = draft.add("angle", "mul", n, draft.variable("stride"))
    cosine = draft.add("cosine", "load", draft.variable("cosines"), angle)
    sine = draft.add("sine", "load", draft.variable("sines"), angle)
    draft.message(n, angle)

    real = draft.add("real", "load", draft.variable("re"), odd)
    imaginary = draft.add("imaginary", "load", draft.variable("im"), odd)
    top = draft.add("top", "load", draft.variable("re"), even)
    product = draft.add("product", "mul", real, cosine)
    turned = draft.add("turned", "muladd", imaginary, sine, product)
    plus, minus = draft.add("plus", "add", top, turned), draft.add("minus", "sub", top, turned)
    for source, target in (
        (odd, real), (odd, imaginary), (even, top), (cosine, product), (sine, turned)
    ):  # fmt: skip
        draft.message(source, target)

    out = (draft.variable("out"),)
    low = draft.add("low", "mul", plus, 0.5, memory=out)
    high = draft.add("high", "mul", minus, 0.5, memory=out)
    draft.add("peak", "max", low, high)
    draft.message(plus, low)
    draft.message(minus, high)
    return draft.finish()
