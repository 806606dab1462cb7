"""Loops of hash functions and checksums; the state before the loop is that of the standards."""

from __future__ import annotations

from examples.loops.body import WORD, LoopBody

SHA1_START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
SHA1_CONSTANT = 0x5A827999
SHA256_START = (
    *(0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A),
    *(0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19),
)
SCHEDULE_START = tuple(0x9E3779B9 * (word + 1) & WORD for word in range(16))  # the last word first
CRC_POLYNOMIAL = 0xEDB88320


def crc32(loop: LoopBody) -> None:
    """Take one bit into the CRC-32 of IEEE 802.3, least significant bit of a byte first."""
    loop.initial("crc", 0xFFFFFFFF)
    before = loop.previous("crc")
    lowest = loop.op("and", loop.op("xor", before, loop.input("bit")), 1)
    chosen = loop.op("and", loop.op("sub", 0, lowest), CRC_POLYNOMIAL)
    loop.final(loop.op("xor", loop.op("shr", before, 1), chosen, name="crc"))


def fletcher(loop: LoopBody) -> None:
    """Take a 16-bit number into Fletcher's checksum: two sums modulo 65535."""
    term: str = loop.input("x")
    for name in ("low", "high"):
        loop.initial(name, 0)
        total = loop.op("add", loop.previous(name), term)
        folded = loop.op("sub", total, 65535)
        term = loop.op("select", loop.op("ge", total, 65535), folded, total, name=name)
        loop.final(term)


def jenkins(loop: LoopBody) -> None:
    """Take a byte into Jenkins's one-at-a-time hash."""
    loop.initial("hash", 0)
    total = loop.op("add", loop.previous("hash"), loop.input("x"))
    total = loop.word(loop.op("add", total, loop.op("shl", total, 10)))
    loop.final(loop.op("xor", total, loop.op("shr", total, 6), name="hash"))


def sha1(loop: LoopBody) -> None:
    """Compute a round of SHA-1, one of the first twenty, from a word `w` of the message.

    Words of the state are earlier `a`, rotated by 30 from the third on: no word is moved.
    """
    a, b, c, d, e = SHA1_START
    loop.initial("a", a, b)
    loop.initial("r", *((word << 30 | word >> 2) & WORD for word in (a, b)), c, d, e)
    first = loop.previous("a")
    b_now, c_now, d_now = loop.previous("a", 2), loop.previous("r", 3), loop.previous("r", 4)
    chosen = loop.op("xor", d_now, loop.op("and", b_now, loop.op("xor", c_now, d_now)))
    total = loop.op("add", loop.op("add", loop.input("w"), SHA1_CONSTANT), loop.previous("r", 5))
    total = loop.op("add", total, chosen)
    new = loop.word(loop.op("add", total, loop.rotate(first, 5)), name="a")
    loop.result(new)
    up, down = loop.op("shl", new, 30), loop.op("shr", new, 2)
    loop.op("or", up, down, name="r")


def sha256(loop: LoopBody) -> None:
    """Compute a round of SHA-256; `w` is the word of the message plus the constant of the round."""
    loop.initial("a", *SHA256_START[:4])
    loop.initial("e", *SHA256_START[4:])
    a, b, c, d = (loop.previous("a", distance) for distance in (1, 2, 3, 4))
    e, f, g, h = (loop.previous("e", distance) for distance in (1, 2, 3, 4))
    chosen = loop.op("xor", g, loop.op("and", e, loop.op("xor", f, g)))
    given = loop.op("add", loop.op("add", h, loop.input("w")), chosen)
    big_e = loop.total([loop.rotate(e, 32 - by) for by in (6, 11, 25)], "xor")
    step = loop.op("add", given, big_e)
    majority = loop.op("or", loop.op("and", a, b), loop.op("and", c, loop.op("or", a, b)))
    big_a = loop.total([loop.rotate(a, 32 - by) for by in (2, 13, 22)], "xor")
    other = loop.op("add", majority, big_a)
    loop.result(loop.word(loop.op("add", step, other), name="a"))
    loop.result(loop.word(loop.op("add", step, d), name="e"))


def sha256_schedule(loop: LoopBody) -> None:
    """Extend the message of SHA-256 by a word; the sixteen words before are fixed numbers."""
    loop.initial("w", *SCHEDULE_START)
    mixed = []
    for distance, (first, second), shift in ((15, (7, 18), 3), (2, (17, 19), 10)):
        word = loop.previous("w", distance)
        turned = [loop.rotate(word, 32 - by) for by in (first, second)]
        mixed.append(loop.total([*turned, loop.op("shr", word, shift)], "xor"))
    total = loop.op("add", loop.previous("w", 7), loop.previous("w", 16))
    total = loop.op("add", total, mixed[0])
    total = loop.op("add", total, mixed[1])
    loop.result(loop.word(total, name="w"))
