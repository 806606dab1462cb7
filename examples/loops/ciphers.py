"""Loops of block ciphers: a cycle of TEA, a round of AES by table look-up."""

from __future__ import annotations

from examples.loops.body import LoopBody, Read

TEA_KEY = (0x00112233, 0x44556677, 0x8899AABB, 0xCCDDEEFF)
TEA_BLOCK = (0x01234567, 0x89ABCDEF)
TEA_DELTA = 0x9E3779B9
AES_STATE = (0x00102030, 0x40506070, 0x8090A0B0, 0xC0D0E0F0)
AES_TABLES = (0x1000, 0x1100, 0x1200, 0x1300)  # addresses of 256 words each


def tea(loop: LoopBody) -> None:
    """Compute a cycle of TEA: two Feistel rounds with a fixed key."""
    loop.initial("left", TEA_BLOCK[0])
    loop.initial("right", TEA_BLOCK[1])
    loop.initial("sum", 0)
    total = loop.word(loop.op("add", loop.previous("sum"), TEA_DELTA), name="sum")
    other: Read = loop.previous("right")
    for name, keys in (("left", TEA_KEY[:2]), ("right", TEA_KEY[2:])):
        up = loop.op("add", loop.op("shl", other, 4), keys[0])
        down = loop.op("add", loop.op("shr", other, 5), keys[1])
        mixed = loop.op("xor", loop.op("xor", up, loop.op("add", other, total)), down)
        other = loop.word(loop.op("add", loop.previous(name), mixed), name=name)
        loop.final(other)


def aes_round(loop: LoopBody) -> None:
    """Compute a round of AES, not the last one, on four words; `k0` … `k3` is the round key.

    Tables at four addresses hold the substitution and the mix of a column, by the byte's place.
    """
    for column in range(4):
        loop.initial(f"s{column}", AES_STATE[column])
        parts = [loop.input(f"k{column}")]
        for row, table in enumerate(AES_TABLES):
            word: Read = loop.previous(f"s{(column + row) % 4}")
            if row < 3:
                word = loop.op("shr", word, 24 - 8 * row)
            if row > 0:
                word = loop.op("and", word, 0xFF)
            parts.append(loop.op("load", loop.op("add", word, table)))
        loop.result(loop.total(parts, "xor", name=f"s{column}"))
