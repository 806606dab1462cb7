"""Checking proofs without hints, as older certificates have them: DRUP, as text.

A lemma is accepted only if assuming all its literals false leads to a conflict by unit
propagation from the clauses and the lemmas before it. Deletions may be ignored: more clauses
never make a lemma wrong. It takes long, so there is a budget.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator

from solvers.verification.directory import Clock, RejectedError, TimeUpError

BUDGET = 30_000_000
"""Literals that are looked at."""


class Propagation:
    """Clauses, two literals of each watched, and the literals that are true at the top level."""

    def __init__(self, clock: Clock) -> None:
        self.refuted = False
        self._true: set[int] = set()
        self._watched: defaultdict[int, list[list[int]]] = defaultdict(list)
        self._clock, self._left = clock, BUDGET

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause; `refuted` says whether a contradiction follows from all of them."""
        own = sorted(set(clause), key=lambda literal: literal ^ 1 in self._true)
        if len(own) > 1:
            for literal in own[:2]:
                self._watched[literal].append(own)
        if not own or own[0] ^ 1 in self._true:
            self.refuted = True
        elif len(own) == 1 or own[1] ^ 1 in self._true:
            self.refuted |= self._conflicts([own[0]], self._true)

    def follows(self, lemma: Iterable[int]) -> bool:
        """Whether assuming all literals false leads to a conflict."""
        return self.refuted or self._conflicts([x ^ 1 for x in lemma], set(self._true))

    def _conflicts(self, waiting: list[int], true: set[int]) -> bool:
        """Make literals of `waiting` true, and what follows; whether that is a contradiction."""
        while waiting:
            literal = waiting.pop()
            if literal ^ 1 in true:
                return True
            if literal in true:
                continue
            true.add(literal)
            false = literal ^ 1
            kept: list[list[int]] = []
            clauses, self._watched[false] = self._watched[false], kept
            for clause in clauses:
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if clause[0] not in true:
                    for n in range(2, len(clause)):
                        if clause[n] ^ 1 not in true:
                            clause[1], clause[n] = clause[n], false
                            self._watched[clause[1]].append(clause)
                            break
                    else:
                        kept.append(clause)
                        waiting.append(clause[0])
                    self._spend(len(clause))
                else:
                    kept.append(clause)
        return False

    def _spend(self, literals: int) -> None:
        self._left -= literals
        if self._left < 0:
            raise TimeUpError("a proof without hints takes too long to check: write it again")
        if self._left % 1024 < literals:
            self._clock.check()


def check_drup(
    literals: array[int], ends: array[int], lemmas: Iterator[tuple[int, list[int]]], clock: Clock
) -> int:
    """Return the number of lemmas, (line, literals), that were needed for a contradiction;
    `RejectedError` where one does not follow, or there is none.

    `literals` and `ends` are those of the CNF; a literal is 2v or, negated, 2v + 1.
    """
    known = Propagation(clock)
    for n in range(1, len(ends)):
        known.add(literals[ends[n - 1] : ends[n]])
    steps = 0
    while not known.refuted:
        number, lemma = next(lemmas, (0, None))
        if lemma is None:
            raise RejectedError(f"{steps} lemmas end without a contradiction")
        steps += 1
        if not known.follows(lemma):
            raise RejectedError(f"line {number}: does not follow by unit propagation")
        known.add(lemma)
    return steps
