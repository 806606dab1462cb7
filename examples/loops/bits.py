"""Loops on the bits of words: counting, reversing, square roots, random numbers."""

from __future__ import annotations

from examples.loops.body import LoopBody

SEED = 0x2545F491


def bit_count(loop: LoopBody) -> None:
    """Add the number of ones of a word to a total: sums of neighbours, then of pairs, and so on."""
    x = loop.input("x")
    pairs = loop.op("sub", x, loop.op("and", loop.op("shr", x, 1), 0x55555555))
    high = loop.op("and", loop.op("shr", pairs, 2), 0x33333333)
    nibbles = loop.op("add", high, loop.op("and", pairs, 0x33333333))
    octets = loop.op("and", loop.op("add", nibbles, loop.op("shr", nibbles, 4)), 0x0F0F0F0F)
    count = loop.op("and", loop.op("shr", loop.op("mul", octets, 0x01010101), 24), 0xFF)
    loop.final(loop.carry("total", "add", count))


def bit_reverse(loop: LoopBody) -> None:
    """Reverse the bits of a word by swapping neighbours, pairs, …; combine all by exclusive or."""
    x = loop.input("x")
    masks = ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF))
    for width, mask in masks:
        right = loop.op("and", loop.op("shr", x, width), mask)
        left = loop.op("shl", loop.op("and", x, mask), width)
        x = loop.op("or", right, left)
    swapped = loop.word(loop.rotate(x, 16), name="reversed")
    loop.result(swapped)
    loop.final(loop.carry("parity", "xor", swapped))


def isqrt(loop: LoopBody) -> None:
    """Take the next two bits of a number, most significant first; find a bit of its root."""
    loop.initial("rest", 0)
    loop.initial("root", 0)
    rest = loop.op("or", loop.op("shl", loop.previous("rest"), 2), loop.input("digits"))
    trial = loop.op("or", loop.op("shl", loop.previous("root"), 2), 1)
    fits = loop.op("ge", rest, trial)
    less = loop.op("sub", rest, trial)
    loop.op("select", fits, less, rest, name="rest")
    root = loop.op("or", loop.op("shl", loop.previous("root"), 1), fits, name="root")
    loop.final(root)


def xorshift(loop: LoopBody) -> None:
    """Draw a number by Marsaglia's xorshift (13, 17, 5); sum up the low bytes."""
    loop.initial("x", SEED)
    before = loop.previous("x")
    x = loop.word(loop.op("xor", before, loop.op("shl", before, 13)))
    x = loop.op("xor", x, loop.op("shr", x, 17))
    x = loop.op("xor", x, loop.op("shl", x, 5), name="x")
    loop.final(loop.carry("total", "add", loop.op("and", x, 0xFF)))


def lcg(loop: LoopBody) -> None:
    """Draw a number by the linear congruences of the C standard; sum up their high parts."""
    loop.initial("x", 1)
    product = loop.op("mul", loop.previous("x"), 1103515245)
    x = loop.op("and", loop.op("add", product, 12345), 0x7FFFFFFF, name="x")
    drawn = loop.op("and", loop.op("shr", x, 16), 0x7FFF, name="drawn")
    loop.result(drawn)
    loop.final(loop.carry("total", "add", drawn))
