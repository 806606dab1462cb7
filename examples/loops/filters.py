"""Loops of digital filters in fixed point: recursive sections, adaptive weights, state space."""

from __future__ import annotations

from collections.abc import Callable

from examples.loops.body import LoopBody

SHIFT = 14
SECTION = (4096, 8192, 4096, -12288, 5120)  # b0, b1, b2, a1, a2 in units of 2^-14
RATE = 3  # the weights move by error·sample·3/2^20


def biquad_cascade(sections: int) -> Callable[[LoopBody], None]:
    """Return recursive second-order sections in a row, each rounding its output.

    y = b0·x + b1·x₁ + b2·x₂ - a1·y₁ - a2·y₂, where an index counts iterations back.
    """

    def body(loop: LoopBody) -> None:
        b0, b1, b2, a1, a2 = SECTION
        loop.input("y0")
        for section in range(sections):
            source, target = f"y{section}", f"y{section + 1}"
            loop.initial(source, 0, 0)
            loop.initial(target, 0, 0)
            now = loop.previous(source, 0)
            total = loop.op("add", loop.op("mul", now, b0), 1 << (SHIFT - 1))
            total = loop.op("add", total, loop.op("mul", loop.previous(source, 1), b1))
            total = loop.op("add", total, loop.op("mul", loop.previous(source, 2), b2))
            total = loop.op("sub", total, loop.op("mul", loop.previous(target, 2), a2))
            total = loop.op("sub", total, loop.op("mul", loop.previous(target, 1), a1))
            output = loop.op("shr", total, SHIFT, name=target)
        loop.result(output)

    return body


def lms(taps: int) -> Callable[[LoopBody], None]:
    """Return an adaptive FIR filter: weights follow the error by least mean squares.

    y = Σ w_k·x_k, and every w_k moves by the error d - y times x_k, the sample of k iterations ago.
    """

    def body(loop: LoopBody) -> None:
        loop.input("x")
        loop.initial("x", *([0] * (taps - 1)))
        products = []
        for tap in range(taps):
            loop.initial(f"w{tap}", 0)
            sample = loop.previous("x", tap)
            products.append(loop.op("mul", loop.previous(f"w{tap}"), sample))
        output = loop.op("shr", loop.total(products), SHIFT, name="y")
        error = loop.op("sub", loop.input("d"), output)
        loop.result(error)
        gain = loop.op("shr", loop.op("mul", error, RATE), 4)
        for tap in range(taps):
            move = loop.op("shr", loop.op("mul", gain, loop.previous("x", tap)), 16)
            loop.carry(f"w{tap}", "add", move)

    return body


def state_space(order: int) -> Callable[[LoopBody], None]:
    """Return the state equation s = A·s + b·u of a linear system, with a dense fixed matrix A."""

    def body(loop: LoopBody) -> None:
        loop.input("u")
        for row in range(order):
            loop.initial(f"s{row}", row + 1)
            terms = [loop.op("mul", loop.previous("u", 0), row + 3)]
            for column in range(order):
                before = loop.previous(f"s{column}")
                terms.append(loop.op("mul", before, entry(order, row, column)))
            loop.result(loop.op("shr", loop.total(terms), SHIFT, name=f"s{row}"))

    return body


def entry(order: int, row: int, column: int) -> int:
    """Return an entry of the matrix: rows sum up to less than 2^14, so that states stay small."""
    return ((row * 37 + column * 101) % 199 - 99) * 8192 // (100 * order)
