"""Proofs with hints, as CaDiCaL writes them, trimmed to the needs of the contradiction.

Binary LRAT, as `solvers.verification.lrat` describes it. CaDiCaL numbers clauses and lemmas
together, in the order in which it gets or learns them, and deletes lemmas. Here the needed clauses
come first, then the needed lemmas, numbered from 1, without deletions.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from shell.compiled import inner, outer

Starts = Annotated["array[int]", "q"]
Numbers = Annotated["array[int]", "i"]
"""Arrays of these type codes."""

ADDED = ord("a")
LEMMA, NEEDED = 1, 2


class BrokenProofError(ValueError):
    """A proof is cut off, or does not end in the empty clause."""


@dataclass(frozen=True)
class Trimmed:
    """`clauses` are the needed clauses of the CNF, numbered from 0; `lrat` refutes these alone."""

    clauses: list[int]
    lrat: bytes


def trim(proof: bytes, clauses: int) -> Trimmed:
    """Return the part of a proof that its contradiction needs, for a CNF of `clauses` clauses.

    Raises `BrokenProofError` where the proof does not end in a contradiction.
    """
    try:
        lemmas, last = survey(proof)
        if not lemmas:
            raise BrokenProofError("no contradiction")
        starts, kinds = array("q", bytes(8 * lemmas)), bytearray(last + 1)
        size = mark(proof, starts, kinds)
        given = list(islice((n for n in range(1, last) if not kinds[n] & LEMMA), clauses))
        if size < 0:
            raise BrokenProofError("hints of what comes later")
        needed = [n for n, own in enumerate(given) if kinds[own]]
        numbers = array("i", bytes(4 * (last + 1)))
        for number, n in enumerate(needed, start=1):
            numbers[given[n]] = number
        out = bytearray(2 * size + 64)
        size = emit(proof, starts, kinds, numbers, len(needed), out)
        return Trimmed(needed, bytes(out[:size]))
    except IndexError:
        raise BrokenProofError("cut off") from None


@outer
def survey(data: bytes) -> tuple[int, int]:
    """Return the number of lemmas up to the first empty one, and its identifier.

    Both are 0 if no lemma is empty. Like those below it raises `IndexError` for a truncated proof.
    """
    at, lemmas, size = 0, 0, len(data)
    while at < size:
        added = data[at] == ADDED
        number, at = read(data, at + 1)
        literals, value = 0, number
        if added:
            lemmas += 1
            value, at = read(data, at)
            while value:
                literals += 1
                value, at = read(data, at)
            value = 1
        while value:
            value, at = read(data, at)
        if added and not literals:
            return lemmas, number >> 1
    return 0, 0


@outer
def mark(data: bytes, starts: Starts, kinds: bytearray) -> int:
    """Set `kinds[n]` to `LEMMA` for each lemma n, and add `NEEDED` to the support of the empty
    lemma.

    `starts` gets the byte of `data` at which the number of each lemma begins. Returns the size of
    the needed lemmas in bytes, or -1 if a hint refers to a later clause.
    """
    at, lemma = 0, 0
    while lemma < len(starts):
        added = data[at] == ADDED
        start = at + 1
        value, at = read(data, start)
        if added:
            starts[lemma] = start
            lemma += 1
            if value >> 1 >= len(kinds):
                return -1
            kinds[value >> 1] = LEMMA
        for _ in range(1 + added):
            value, at = read(data, at)
            while value:
                value, at = read(data, at)
    kinds[len(kinds) - 1] |= NEEDED
    size = 0
    while lemma:
        lemma -= 1
        number, at = read(data, starts[lemma])
        if not kinds[number >> 1] & NEEDED:
            continue
        value, at = read(data, at)
        while value:
            value, at = read(data, at)
        value, at = read(data, at)
        while value:
            if value & 1 or value >= number:
                return -1
            kinds[value >> 1] |= NEEDED
            value, at = read(data, at)
        size += at - starts[lemma] + 1
    return size


@outer
def emit(
    data: bytes, starts: Starts, kinds: bytearray, numbers: Numbers, count: int, out: bytearray
) -> int:
    """Write the needed lemmas into `out`, numbered after `count` clauses, which have their new
    `numbers`; return their size in bytes.
    """
    to = 0
    for start in starts:
        number, at = read(data, start)
        if not kinds[number >> 1] & NEEDED:
            continue
        count += 1
        numbers[number >> 1] = count
        out[to] = ADDED
        to = write(out, to + 1, 2 * count)
        value = 1
        while value:
            value, at = read(data, at)
            to = write(out, to, value)
        value = 1
        while value:
            value, at = read(data, at)
            to = write(out, to, 2 * numbers[value >> 1])
    return to


@inner
def read(data: bytes, at: int) -> tuple[int, int]:
    """Return the number at byte `at`, and the byte after it; `IndexError` at the end of `data`."""
    value, shift, byte = 0, 0, 128
    while byte >= 128:
        if at >= len(data):
            raise IndexError
        byte = data[at]
        value += (byte & 127) << shift
        at, shift = at + 1, shift + 7
    return value, at


@inner
def write(out: bytearray, at: int, value: int) -> int:
    """Write a number from byte `at` on; return the byte after it."""
    while value >= 128:
        out[at] = value & 127 | 128
        at, value = at + 1, value >> 7
    out[at] = value
    return at + 1
