"""Where to split a formula: the variable that decides most on both sides.

Each of some variables is assumed true and false, and what follows by unit propagation is counted
(Heule, van Maaren, "Look-Ahead Based SAT Solvers", 2009).
"""

from __future__ import annotations

import numpy as np

from solvers.backends.cnf import Cnf

ENGINE = "minisat22"
"""It propagates assumptions, and is loaded soon."""

CANDIDATES = 400
"""Variables that occur most, in short clauses, are tried."""

WORK = 20_000_000
"""In large formulas fewer: variables times clauses, at most. Propagation takes about as long."""

FEWEST = 8

LONGEST = 8
"""Longer clauses say little of where to split."""


class Lookahead:
    """One formula, in an engine that propagates; it is split at one of its first `variables`.

    The others are auxiliaries of encodings. Cubes over these took four times as much time in all
    as the formula itself, those over variables of the model 1.4 to 2 times (`docs/decisions.md`).
    """

    def __init__(self, cnf: Cnf, variables: int) -> None:
        from pysat.solvers import Solver

        self._engine = Solver(name=ENGINE)
        for clause in cnf.clauses():
            self._engine.add_clause(clause)
        self._candidates = _often(cnf, variables)
        self._tried = max(FEWEST, WORK // (cnf.clause_count + 1))

    def implied(self, cube: tuple[int, ...]) -> list[int] | None:
        """Return the literals that follow from a cube, None where it contradicts the formula."""
        holds, literals = self._engine.propagate(assumptions=list(cube))
        return literals if holds else None

    def split(self, cube: tuple[int, ...]) -> int | None:
        """Return the variable to split at, None where unit propagation decides all of them."""
        known = self.implied(cube)
        if known is None:
            return None
        decided, best, best_score = {abs(literal) for literal in known}, None, -1.0
        tried = 0
        for variable in self._candidates:
            if variable in decided:
                continue
            sides = [self.implied((*cube, literal)) for literal in (variable, -variable)]
            gained = [len(decided) if own is None else len(own) - len(known) for own in sides]
            score = float(gained[0]) * gained[1] + sum(gained)
            if score > best_score:
                best, best_score = variable, score
            tried += 1
            if tried == self._tried:
                break
        return best

    def close(self) -> None:
        """Free the engine."""
        self._engine.delete()


def _often(cnf: Cnf, variables: int) -> list[int]:
    """Return the variables that occur most; a clause counts half of one that is shorter."""
    weight = np.zeros(cnf.variables + 1)
    for block in cnf.blocks:
        lengths = np.count_nonzero(block, axis=1)
        short = lengths <= LONGEST
        rows = np.abs(block[short])
        worth = np.broadcast_to((2.0 ** -lengths[short])[:, None], rows.shape)
        weight += np.bincount(rows.ravel(), worth.ravel(), minlength=cnf.variables + 1)
    order = np.argsort(-weight[1 : variables + 1], kind="stable")
    return [int(n) + 1 for n in order[:CANDIDATES]]
