"""One proof of a formula from the proofs of its cubes.

A cube is a set of literals that are assumed. A solver refutes the formula together with a unit
clause for each of them. Here these clauses go, and each lemma gets the negations of those that it
rests on, so that it follows from the formula alone. The last lemma of a cube is then the negation
of some of its literals. Two cubes that differ in the sign of one variable are joined by a lemma
without it, up to the empty one.

(Heule, Kullmann, Wieringa, Biere, "Cube and Conquer", 2011; for proofs, Heule, Kullmann, Marek,
"Solving and Verifying the Boolean Pythagorean Triples Problem via Cube-and-Conquer", 2016.)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from solvers.certificates.lrat import (
    ADDED,
    COMPILED_FROM,
    BrokenProofError,
    Trimmed,
    compiled_steps,
    read,
    write,
)

LONGEST_CUBE = 60
"""Literals of a cube, at most: each is a bit of a mask."""


@dataclass(frozen=True)
class CubeProof:
    """What refutes a formula with the literals of `cube` as unit clauses after its own clauses."""

    cube: tuple[int, ...]
    trimmed: Trimmed


@dataclass(frozen=True)
class Branch:
    """Proofs where `variable` is true, and where it is false."""

    variable: int
    true: Tree
    false: Tree


Tree = CubeProof | Branch


def joined(clauses: int, tree: Tree) -> Trimmed:
    """Return a proof that a formula of so many `clauses` is contradictory.

    Raises `BrokenProofError` where the proof of a cube is none.
    """
    joiner = _Joiner(clauses, tree)
    _, left = joiner.join(tree)
    if left:
        raise BrokenProofError("the cubes leave something out")
    return Trimmed(joiner.needed, bytes(joiner.lrat))


class _Joiner:
    """Numbers clauses and lemmas of all cubes together, and writes the lemmas."""

    def __init__(self, clauses: int, tree: Tree) -> None:
        self._clauses = clauses
        used = {n for leaf in _leaves(tree) for n in leaf.trimmed.clauses if n < clauses}
        self.needed = sorted(used)
        self._numbers = {n: number for number, n in enumerate(self.needed, start=1)}
        self._last = len(self.needed)
        self.lrat = bytearray()

    def join(self, tree: Tree) -> tuple[int, frozenset[int]]:
        """Write the lemmas of a tree; return the number of the last one, and its literals."""
        if isinstance(tree, CubeProof):
            return self._lift(tree)
        number, literals = self.join(tree.true)
        if -tree.variable not in literals:
            return number, literals
        other, others = self.join(tree.false)
        if tree.variable not in others:
            return other, others
        left = (literals | others) - {tree.variable, -tree.variable}
        self._last += 1
        out, to = bytearray(5 * (len(left) + 6)), 1
        out[0] = ADDED
        words = (2 * self._last, *map(_code, sorted(left)), 0, 2 * number, 2 * other, 0)
        for word in words:
            to = write(out, to, word)
        self.lrat += out[:to]
        return self._last, left

    def _lift(self, leaf: CubeProof) -> tuple[int, frozenset[int]]:
        """Write the lemmas of a cube without its unit clauses."""
        cube, lrat = leaf.cube, leaf.trimmed.lrat
        if len(cube) > LONGEST_CUBE:
            raise BrokenProofError("a cube is too long")
        literals = array("q", map(_code, cube))
        given = [
            self._numbers[n] if n < self._clauses else self._clauses - n - 1
            for n in leaf.trimmed.clauses
        ]
        step = lift if len(lrat) < COMPILED_FROM else compiled()
        # A lemma has four bytes or more.
        numbers = array("q", [0, *given, *bytes(len(lrat) // 4 + 1)])
        masks = array("q", bytes(8 * len(numbers)))
        for number, own in enumerate(given, start=1):
            masks[number] = 1 << (-1 - own) if own < 0 else 0
        out = bytearray((5 + 2 * len(cube)) * len(lrat) + 64)
        size, self._last, mask = step(lrat, literals, numbers, masks, len(given), self._last, out)
        if size < 0:
            raise BrokenProofError("the proof of a cube ends without a contradiction")
        self.lrat += memoryview(out)[:size]
        return self._last, frozenset(-cube[n] for n in range(len(cube)) if mask >> n & 1)


def lift(
    data: Any, cube: Any, numbers: Any, masks: Any, count: int, last: int, out: Any
) -> tuple[int, int, int]:
    """Write lemmas after `count` clauses into `out`; return its size, the last number, a mask.

    `numbers` are those of the clauses in the joined proof, from 1, and of the unit clause of
    literal n of the `cube` -1 - n; lemmas get theirs after `last`. `masks` say which literals
    of the cube each rests on. The size is -1 where no lemma is empty. Runs as it is, and compiled.
    """
    at, to = 0, 0
    while at < len(data):
        at += 1
        _, at = read(data, at)
        count += 1
        begun, own = at, -1
        value, at = read(data, at)
        empty = value == 0
        while value:
            for n in range(len(cube)):
                if value == cube[n]:
                    own = n
            value, at = read(data, at)
        hints, mask = at, 0
        value, at = read(data, at)
        while value:
            mask |= masks[value >> 1]
            value, at = read(data, at)
        if own >= 0:
            # It says no more than the unit clause of a literal that it contains.
            numbers[count], masks[count] = -1 - own, 1 << own
            continue
        last += 1
        numbers[count], masks[count] = last, mask
        out[to] = ADDED
        to = write(out, to + 1, 2 * last)
        value, begun = read(data, begun)
        while value:
            to = write(out, to, value)
            value, begun = read(data, begun)
        for n in range(len(cube)):
            if mask >> n & 1:
                to = write(out, to, cube[n] ^ 1)
        to = write(out, to, 0)
        value, hints = read(data, hints)
        while value:
            if numbers[value >> 1] > 0:
                to = write(out, to, 2 * numbers[value >> 1])
            value, hints = read(data, hints)
        to = write(out, to, 0)
        if empty:
            return to, last, mask
    return -1, last, 0


def _leaves(tree: Tree) -> list[CubeProof]:
    if isinstance(tree, CubeProof):
        return [tree]
    return [*_leaves(tree.true), *_leaves(tree.false)]


def _code(literal: int) -> int:
    """A literal as LRAT has it in binary form."""
    return 2 * abs(literal) + (literal < 0)


@cache
def compiled() -> Callable[..., Any]:
    """Return `lift` compiled by numba."""
    return compiled_steps("lift", Path(__file__).parent, ("lrat", "cube_proofs"), lift)[0]
