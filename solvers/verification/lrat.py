"""Checking proofs with hints: binary LRAT, in which every lemma names the clauses it follows from.

A lemma is `a`, its number, its literals, 0, its hints, 0; numbers are 7 bits a byte, the lowest
first, a literal being 2v or, negated, 2v + 1, and everything else twice itself. Clauses are
numbered from 1, first those of the CNF. Deletions and RAT hints are not admitted.

(Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient Certified RAT Verification", 2017.)
"""

from __future__ import annotations

from array import array
from typing import Annotated

from shell.compiled import outer
from solvers.verification.directory import Clock, RejectedError

CHUNK = 1 << 16
"""Bytes between two looks at the clock."""

LONGEST = 1 << 20
"""Literals of a lemma, at most."""

Numbers = Annotated["array[int]", "i"]
"""An array of this type code."""

GOING_ON, PROVED = 0, 1
FAULTS = {
    2: "is no lemma",
    3: "is cut off, or a number of it is too large",
    4: "does not have the next number",
    5: "has a literal that is no variable of the CNF, or too many of them",
    6: "has a hint that is no clause before it, or one too many",
    7: "has a hint that leaves two literals open",
    8: "has no hint that ends in a conflict",
}


@outer
def replay(
    data: bytes,
    at: int,
    stop: int,
    literals: Numbers,
    ends: Numbers,
    false: Numbers,
    count: int,
) -> tuple[int, int, int]:
    """Check the lemmas from byte `at` up to `stop`; return the next byte, `count`, and an outcome.

    Clause n consists of `literals` from `ends[n - 1]` up to `ends[n]`; `count` is the number of
    clauses, to which each lemma is added. `false[x]` is the number of the last lemma in whose check
    the literal x was false. The outcome is `GOING_ON`, `PROVED` or one of `FAULTS`, of the lemma
    that the next byte begins.
    """
    while at < stop:
        begin = at
        if data[at] != 97:
            return begin, count, 2
        at += 1
        top, part, refuted = ends[count], 0, False
        while part < 3:
            value, shift, byte = 0, 0, 128
            while byte >= 128:
                if at >= len(data) or shift > 28:
                    return begin, count, 3
                byte = data[at]
                value += (byte & 127) << shift
                at, shift = at + 1, shift + 7
            if part == 0:
                if value != 2 * (count + 1):
                    return begin, count, 4
                part = 1
            elif value == 0:
                part += 1
            elif part == 1:
                if value < 2 or value >= len(false) or top >= len(literals):
                    return begin, count, 5
                literals[top] = value
                false[value] = count + 1
                top += 1
            else:
                hint, unit = value >> 1, 0
                if refuted or value & 1 or hint > count:
                    return begin, count, 6
                for n in range(ends[hint - 1], ends[hint]):
                    literal = literals[n]
                    if false[literal] != count + 1 and literal != unit:
                        if unit:
                            return begin, count, 7
                        unit = literal
                if unit:
                    false[unit ^ 1] = count + 1
                else:
                    refuted = True
        if not refuted:
            return begin, count, 8
        count += 1
        ends[count] = top
        if top == ends[count - 1]:
            return at, count, PROVED
    return at, count, GOING_ON


def check_lrat(
    literals: array[int], ends: array[int], variables: int, data: bytes, clock: Clock
) -> int:
    """Return the number of lemmas; `RejectedError` unless they end in the empty clause.

    `literals`, as in the proof, and `ends` are those of the CNF, as `replay` has them; lemmas are
    added. `variables` is the number of the last variable.
    """
    clauses = count = len(ends) - 1
    false = array("i", bytes(8 * (variables + 1)))
    at, outcome = 0, GOING_ON
    while outcome == GOING_ON:
        clock.check()
        if at >= len(data):
            raise RejectedError(f"{count - clauses} lemmas end without a contradiction")
        room = ends[count] + CHUNK + LONGEST - len(literals)
        if room > 0:
            literals.frombytes(bytes(literals.itemsize * (room + len(literals) // 4)))
        # A lemma has four bytes or more.
        ends.frombytes(bytes(ends.itemsize * (count + CHUNK // 4 + 2 - len(ends))))
        at, count, outcome = replay(
            data, at, min(at + CHUNK, len(data)), literals, ends, false, count
        )
    if outcome in FAULTS:
        raise RejectedError(f"lemma {count - clauses + 1}, at byte {at}, {FAULTS[outcome]}")
    if at < len(data):
        raise RejectedError(f"something follows the contradiction, at byte {at}")
    return count - clauses
