"""Settings of a solver for a question, and of the tries that vary them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from models.data.mapping import Held, Mapping
from models.data.pins import Pins
from solvers.backends.cnf import Encodings
from solvers.backends.sat import DEFAULT_SOLVER, SECOND_SOLVER, SECOND_WITH_PROOF

AUTO = "auto"
"""The default among solvers: SAT, and restricted searches beside it."""

Chains = int | Literal["open", "exact"]
"""Limit on chains of transfers: so many hops, which excludes some mappings; or exactly the allowed
length. Open ones may form cycles: a relaxation, good for refuting, and for mappings without such
cycles.
"""

SHORT_CHAIN = 3
"""Hops of a short chain: enough for nearly all problems, and few variables."""


@dataclass(frozen=True)
class SolverOptions:
    """Settings of a solver for a question; `memory_limit` in MB for each process.

    With `symmetry`, mappings that differ only by a symmetry of the array count as one. `start` is a
    mapping, or a part of one, to start from. With `fixed_effort` results do not depend on time.
    `chains` lists models of transfers through switches, tried one after the other until the
    question is decided. With `race`, these solvers race on every question, and `solver` is the
    first of them. With `objective`, solvers minimise instead of deciding one horizon after the
    other. No component holds all values of a set in `avoided`; a refutation then holds for such
    mappings only.
    """

    solver: str = DEFAULT_SOLVER
    encodings: Encodings = field(default_factory=Encodings)
    windowed: bool = True
    seed: int = 0
    symmetry: bool = True
    memory_limit: int | None = None
    proof_dir: str | None = None
    start: Mapping | None = None
    fixed_effort: bool = False
    chains: tuple[Chains, ...] = ("open", SHORT_CHAIN, "exact")
    race: tuple[str, ...] = ()
    objective: bool = False
    pins: Pins = field(default_factory=Pins)
    avoided: tuple[tuple[Held, ...], ...] = ()

    def variant(self, number: int) -> SolverOptions:
        """Return the options of the n-th try on the same horizon: 0 is these themselves.

        In a race it is the n-th solver's turn. Otherwise the others differ in the order of the
        clauses and, every third, in the solver. They look for mappings without symmetry breaking,
        which helps to refute.
        """
        if self.race:
            turn, place = divmod(number, len(self.race))
            solver = DEFAULT_SOLVER if self.race[place] == AUTO else self.race[place]
            return replace(self, solver=solver, seed=self.seed + turn)._able()
        if number == 0:
            return self._able()
        change = replace(self, seed=self.seed + number, symmetry=False)
        if self.solver == DEFAULT_SOLVER and number % 3 == 1 and not self.encodings.native:
            second = SECOND_SOLVER if self.proof_dir is None else SECOND_WITH_PROOF
            change = replace(change, solver=second)
        return change._able()

    def started(self, mapping: Mapping | None) -> SolverOptions:
        """Return the options with a mapping to start from, if the solver takes one."""
        return replace(self, start=mapping)._able()

    def _able(self) -> SolverOptions:
        """Return the options without those that this solver does not support."""
        from solvers.backends.registry import chosen

        can = chosen(self.solver).backend.can
        return replace(
            self,
            proof_dir=self.proof_dir if "proof" in can else None,
            start=self.start if "start" in can else None,
        )
