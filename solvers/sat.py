"""The SAT backend on PySAT: load a CNF, solve it in slices, read the model or the proof."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from models.errors import InputError, known
from solvers.cnf import Cnf

DEFAULT_SOLVER = "cadical195"
SECOND_SOLVER = "glucose4"
"""Races the default when only one horizon is left to decide; they are fast on different ones."""

WITH_PROOF = frozenset(
    {"cadical153", "cadical195", "cadical300", "glucose41", "glucose421", "lingeling"}
)
"""Solvers, by PySAT's full names, whose proofs were accepted by an independent checker."""

UNSLICED = frozenset({"lingeling", "kissat404", "cryptominisat5", "ergo", "cadical103"})
"""Solvers that cannot stop after a number of conflicts and go on later."""

FIRST_SLICE = 2_000
SLICE_SECONDS = 0.5


@dataclass(frozen=True)
class SatOutcome:
    """`satisfiable` is None when `keep_going` ended the search; `model` are the true variables."""

    satisfiable: bool | None
    model: list[int]
    conflicts: int


def _aliases() -> dict[str, str]:
    from pysat.solvers import SolverNames

    return {
        alias: names[-1] if isinstance(names, tuple) else names
        for key, names in vars(SolverNames).items()
        if not key.startswith("_")
        for alias in (names if isinstance(names, tuple) else (names,))
    }


def canonical(name: str, *, proof: bool = False) -> str:
    """Return PySAT's full name of a solver.

    Raises `InputError` for one that PySAT lacks or, with `proof`, whose proofs are not checkable.
    """
    aliases = _aliases()
    if name not in aliases:
        raise InputError(f"unknown SAT solver '{name}'" + known(set(aliases.values()), 30))
    if aliases[name] == "cryptominisat5" and find_spec("pycryptosat") is None:
        raise InputError(f"solver '{name}' needs the package pycryptosat, which is not installed")
    if proof and aliases[name] not in WITH_PROOF:
        raise InputError(f"solver '{name}' gives no checkable proof" + known(WITH_PROOF))
    return aliases[name]


class SatSession:
    """One engine with one formula, which may be solved again under other assumptions."""

    def __init__(self, cnf: Cnf, solver: str = DEFAULT_SOLVER, *, proof: bool = False) -> None:
        from pysat.solvers import Solver

        self._name = canonical(solver, proof=proof)
        options = {"with_proof": True} if proof else {}
        self._solver = Solver(name=self._name, **options)
        self._refuted = cnf.has_empty_clause
        if self._refuted:
            return
        add = self._solver.add_clause
        deque(map(add, cnf.clauses()), maxlen=0)

    def solve(
        self,
        assumptions: list[int] | None = None,
        keep_going: Callable[[int], bool] | None = None,
    ) -> SatOutcome:
        """Solve, calling `keep_going(conflicts)` between slices; it ends the search by False.

        Slices keep learnt clauses and cost nothing measurable; they are what makes progress
        and polite cancelling possible, because the engine itself cannot be interrupted.
        """
        if self._refuted:
            return SatOutcome(False, [], 0)
        budget = FIRST_SLICE
        sliced = keep_going is not None and self._name not in UNSLICED
        while True:
            if not sliced:
                result = self._solver.solve(assumptions=assumptions or [])
            else:
                started = time.perf_counter()
                self._solver.conf_budget(budget)
                result = self._solver.solve_limited(assumptions=assumptions or [])
                if time.perf_counter() - started < SLICE_SECONDS / 2:
                    budget *= 2
            conflicts = self.conflicts
            if result is not None:
                model = [v for v in self._solver.get_model() or () if v > 0] if result else []
                return SatOutcome(bool(result), model, conflicts)
            if keep_going is not None and not keep_going(conflicts):
                return SatOutcome(None, [], conflicts)

    @property
    def conflicts(self) -> int:
        """Conflicts so far; 0 where the engine does not tell."""
        try:
            statistics = self._solver.accum_stats() or {}
        except NotImplementedError:
            return 0
        return int(statistics.get("conflicts", 0))

    def core(self) -> list[int]:
        """Assumptions that the last unsatisfiable call needed."""
        return list(self._solver.get_core() or [])

    def proof_lines(self) -> list[str]:
        """The DRAT proof of the last unsatisfiable call, as text lines."""
        return ["0"] if self._refuted else list(self._solver.get_proof() or [])

    def close(self) -> None:
        """Free the engine."""
        self._solver.delete()
