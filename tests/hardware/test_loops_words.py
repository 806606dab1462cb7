"""Loops on words compute what the algorithms are defined to compute, at every unrolling."""

from __future__ import annotations

import hashlib
import math
import random
import zlib

import pytest

from examples.loops import bits, ciphers, hashes
from examples.loops.kernels import kernel_loop
from tests.examples.loop_support import WORD, run, use_memory

CHANCE = random.Random()


@pytest.fixture(autouse=True)
def chance() -> None:
    """The same numbers for each test, whatever ran before it."""
    CHANCE.seed(5)


UNROLLS = pytest.mark.parametrize("unroll", [1, 2, 4])


def words(count: int, width: int = 32) -> list[int]:
    return [CHANCE.getrandbits(width) for _ in range(count)]


def rotated(word: int, left: int) -> int:
    return (word << left | word >> (32 - left)) & WORD


@UNROLLS
def test_bit_count(unroll: int) -> None:
    """Tests the running number of ones."""
    x = words(16)
    rows = run(kernel_loop("bit-count", unroll), unroll, {"x": x}, 16)
    assert [row["total"] for row in rows] == [
        sum(word.bit_count() for word in x[: n + 1]) for n in range(16)
    ]


@UNROLLS
def test_bit_reverse(unroll: int) -> None:
    """Tests the reversed words and what their exclusive or is."""
    x = words(16)
    rows = run(kernel_loop("bit-reverse", unroll), unroll, {"x": x}, 16)
    expected = [int(f"{word:032b}"[::-1], 2) for word in x]
    assert [row["reversed"] for row in rows] == expected
    parity = 0
    for word in expected:
        parity ^= word
    assert rows[-1]["parity"] == parity


@UNROLLS
def test_isqrt(unroll: int) -> None:
    """Tests that after every pair of bits the root is that of the number so far."""
    digits = words(16, 2)
    rows = run(kernel_loop("isqrt", unroll), unroll, {"digits": digits}, 16)
    number = 0
    for pair, row in zip(digits, rows, strict=True):
        number = number * 4 + pair
        root = math.isqrt(number)
        assert (row["root"], row["rest"]) == (root, number - root * root)


@UNROLLS
def test_xorshift(unroll: int) -> None:
    """Tests the numbers of the generator modulo 2^32."""
    rows = run(kernel_loop("xorshift", unroll), unroll, {}, 24)
    x, total = bits.SEED, 0
    for row in rows:
        x ^= x << 13 & WORD
        x ^= x >> 17
        x ^= x << 5 & WORD
        total += x & 0xFF
        assert (row["x"] & WORD, row["total"]) == (x, total)


@UNROLLS
def test_lcg(unroll: int) -> None:
    """Tests the numbers of the generator."""
    rows = run(kernel_loop("lcg", unroll), unroll, {}, 24)
    x, total = 1, 0
    for row in rows:
        x = (x * 1103515245 + 12345) % 2**31
        total += x // 65536
        assert (row["drawn"], row["total"]) == (x // 65536, total)


@UNROLLS
def test_crc32(unroll: int) -> None:
    """Tests the checksum against zlib's, after every byte."""
    text = bytes(words(8, 8))
    stream = [byte >> place & 1 for byte in text for place in range(8)]
    rows = run(kernel_loop("crc32", unroll), unroll, {"bit": stream}, 64)
    for length in range(1, 9):
        assert rows[8 * length - 1]["crc"] ^ WORD == zlib.crc32(text[:length])


@UNROLLS
def test_fletcher(unroll: int) -> None:
    """Tests both sums modulo 65535."""
    x = [*words(30, 16), 65535, 65535]
    rows = run(kernel_loop("fletcher", unroll), unroll, {"x": x}, 32)
    low = high = 0
    for number, row in zip(x, rows, strict=True):
        low = (low + number) % 65535
        high = (high + low) % 65535
        assert (row["low"], row["high"]) == (low, high)


@UNROLLS
def test_jenkins(unroll: int) -> None:
    """Tests the hash after every byte, modulo 2^32."""
    text = b"The quick brown fox jumps over the lazy dog."
    rows = run(kernel_loop("jenkins", unroll), unroll, {"x": list(text)}, len(text))
    state = 0
    for byte, row in zip(text, rows, strict=True):
        state = (state + byte) & WORD
        state = (state + (state << 10)) & WORD
        state ^= state >> 6
        assert row["hash"] == state


def test_jenkins_published() -> None:
    """Tests the hash of "a" against the published one, after the last mixing."""
    (row,) = run(kernel_loop("jenkins"), 1, {"x": [ord("a")]}, 1)
    state = (row["hash"] + (row["hash"] << 3)) & WORD
    state ^= state >> 11
    assert (state + (state << 15)) & WORD == 0xCA2E9442


def test_sha1_constant_and_start() -> None:
    """Tests a whole hash against hashlib's, with the other three kinds of rounds done here."""
    block = b"abc\x80" + bytes(52) + (24).to_bytes(8, "big")
    w = [int.from_bytes(block[4 * n : 4 * n + 4], "big") for n in range(16)]
    for n in range(16, 80):
        w.append(rotated(w[n - 3] ^ w[n - 8] ^ w[n - 14] ^ w[n - 16], 1))
    rows = run(kernel_loop("sha1"), 1, {"w": w}, 20)
    a, b, c, d, e = (
        *(rows[19 - n]["a"] for n in range(2)),
        *(rotated(rows[17 - n]["a"], 30) for n in range(3)),
    )
    for n in range(20, 80):
        kind = n // 20
        mixed = (b & c | b & d | c & d) if kind == 2 else b ^ c ^ d
        constant = (0, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)[kind]
        new = (rotated(a, 5) + mixed + e + constant + w[n]) & WORD
        a, b, c, d, e = new, a, rotated(b, 30), c, d
    ends = zip(hashes.SHA1_START, (a, b, c, d, e), strict=True)
    digest = b"".join(((start + end) & WORD).to_bytes(4, "big") for start, end in ends)
    assert digest == hashlib.sha1(b"abc").digest()


def sha256_schedule(w: list[int], count: int) -> list[int]:
    """Extend the first sixteen words of a message by the formula of the standard."""
    w = list(w)
    for n in range(16, 16 + count):
        x, y = w[n - 15], w[n - 2]
        small_0 = rotated(x, 25) ^ rotated(x, 14) ^ x >> 3
        small_1 = rotated(y, 15) ^ rotated(y, 13) ^ y >> 10
        w.append((w[n - 16] + small_0 + w[n - 7] + small_1) & WORD)
    return w[16:]


def sha256_constants() -> list[int]:
    """The first 32 bits behind the point of the cube roots of the first 64 primes."""
    primes = [n for n in range(2, 312) if all(n % d for d in range(2, math.isqrt(n) + 1))]
    roots = []
    for prime in primes:
        low, high = 0, 1 << 40
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**3 <= prime << 96 else (low, middle)
        roots.append(low & WORD)
    return roots


@UNROLLS
def test_sha256_schedule(unroll: int) -> None:
    """Tests 48 words of the message."""
    rows = run(kernel_loop("sha256-schedule", unroll), unroll, {}, 48)
    assert [row["w"] for row in rows] == sha256_schedule(list(hashes.SCHEDULE_START[::-1]), 48)


@pytest.mark.parametrize("unroll", [1, 2, 4, 8])
def test_sha256(unroll: int) -> None:
    """Tests the 64 rounds on the message "abc" against hashlib."""
    block = b"abc\x80" + bytes(52) + (24).to_bytes(8, "big")
    first = [int.from_bytes(block[4 * n : 4 * n + 4], "big") for n in range(16)]
    w = [*first, *sha256_schedule(first, 48)]
    given = [word + constant for word, constant in zip(w, sha256_constants(), strict=True)]
    rows = run(kernel_loop("sha256", unroll), unroll, {"w": given}, 64)
    state = [rows[63 - n][name] for name in "ae" for n in range(4)]
    sums = zip(state, hashes.SHA256_START, strict=True)
    digest = b"".join(((new + old) & WORD).to_bytes(4, "big") for new, old in sums)
    assert digest == hashlib.sha256(b"abc").digest()


@UNROLLS
def test_tea(unroll: int) -> None:
    """Tests the 32 cycles of the cipher against its definition on 32-bit words."""
    rows = run(kernel_loop("tea", unroll), unroll, {}, 32)
    (left, right), key, total = ciphers.TEA_BLOCK, ciphers.TEA_KEY, 0
    for row in rows:
        total = (total + ciphers.TEA_DELTA) & WORD
        left += (right << 4) + key[0] ^ right + total ^ (right >> 5) + key[1]
        left &= WORD
        right += (left << 4) + key[2] ^ left + total ^ (left >> 5) + key[3]
        right &= WORD
        assert (row["left"], row["right"]) == (left, right)


def times(a: int, b: int) -> int:
    """Multiply in the field of AES."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def substituted(byte: int) -> int:
    """Return the S-box of AES: the inverse in the field, and an affine map."""
    inverse = 1
    for _ in range(254):  # the order of the multiplicative group is 255
        inverse = times(inverse, byte)
    turns = [(inverse << n | inverse >> (8 - n)) & 0xFF for n in range(5)]
    return turns[0] ^ turns[1] ^ turns[2] ^ turns[3] ^ turns[4] ^ 0x63


@pytest.mark.parametrize("unroll", [1, 2])
def test_aes_round(unroll: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests two rounds against the example of FIPS 197, with tables made from the definition."""
    memory = {}
    for byte in range(256):
        s = substituted(byte)
        column = [times(s, 2), s, s, times(s, 3)]
        for row, table in enumerate(ciphers.AES_TABLES):
            turned = column[-row:] + column[:-row] if row else column
            memory[table + byte] = int.from_bytes(bytes(turned), "big")
    use_memory(monkeypatch, memory)
    keys = ("d6aa74fdd2af72fadaa678f1d6ab76fe", "b692cf0b643dbdf1be9bc5006830b3fe")
    states = ("89d810e8855ace682d1843d8cb128fe4", "4915598f55e5d7a0daca94fa1f0a63f7")
    streams = {f"k{n}": [int(key[8 * n : 8 * n + 8], 16) for key in keys] for n in range(4)}
    rows = run(kernel_loop("aes-round", unroll), unroll, streams, 2)
    for row, state in zip(rows, states, strict=True):
        assert "".join(f"{row[f's{n}']:08x}" for n in range(4)) == state
