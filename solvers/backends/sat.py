"""SAT solvers of PySAT: load a CNF, solve it in slices, read the model or the proof."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from shell.budget import Stopwatch, Work
from solvers.backends.backend import Improved, Outcome, Refutation, Settings
from solvers.backends.cnf import Cnf, lower
from solvers.certificates.refutation import refutation

DEFAULT_SOLVER = "cadical195"
SECOND_SOLVER = "glucose4"
"""Races the default when only one horizon is left to decide; they are fast on different ones."""

WITH_PROOF = frozenset({"cadical195", "cadical300"})
"""Solvers that write proofs with hints."""

SECOND_WITH_PROOF = "cadical300"
"""Races the default where a refutation has to leave a proof."""

NATIVE = frozenset({"cadical195", "cadical300", "gluecard3", "gluecard4", "minicard"})
"""Solvers with at-most-K constraints of their own; the CaDiCaLs by an external propagator."""

PROPAGATED = frozenset({"cadical195", "cadical300"})

LRAT = "CADICAL_LRAT"

UNSLICED = frozenset({"lingeling", "kissat404", "cryptominisat5", "ergo", "cadical103"})
"""Solvers, by PySAT's full names, that cannot stop after a number of conflicts and go on later."""

FIRST_SLICE, SLICE_SECONDS = 2_000, 0.5
"""Conflicts of the first slice of a search, and seconds of a later one, in a process of its own,
which can be killed.
"""
SHORT_FIRST_SLICE, SHORT_SLICE_SECONDS = 200, 0.1
"""The same where a signal can end the search only between slices."""


CLAUSE_SECONDS, PROPAGATION_SECONDS, CONFLICT_SECONDS = 1e-6, 1.6e-7, 2e-5
"""Work of loading a clause, of a propagation and of a conflict, by CaDiCaL or Glucose."""


def name_of(solver: str) -> str:
    """Return PySAT's full name of a solver, of which aliases exist; `InputError` if unknown."""
    from pysat.solvers import SolverNames

    for key, names in vars(SolverNames).items():
        if not key.startswith("_"):
            aliases = names if isinstance(names, tuple) else (names,)
            if solver in aliases:
                return str(aliases[-1])
    raise InputError(f"unknown SAT solver '{solver}'")


class SatSession:
    """One engine with one formula, which may be solved again under other assumptions.

    `variables` and `clauses` are the size of the initial formula.
    """

    def __init__(
        self,
        cnf: Cnf,
        solver: str = DEFAULT_SOLVER,
        *,
        proof: bool = False,
        start: Iterable[int] = (),
        short_slices: bool = False,
    ) -> None:
        from pysat.solvers import Solver

        self._name = name_of(solver)
        self.variables, self.clauses = cnf.variables, cnf.clause_count
        self.unsliced = self._name in UNSLICED
        self._short = short_slices
        self._first, self._seconds = FIRST_SLICE, SLICE_SECONDS
        if short_slices:
            self._first, self._seconds = SHORT_FIRST_SLICE, SHORT_SLICE_SECONDS
        if proof:
            # The only way to make PySAT's CaDiCaL write LRAT; it reads this once, when created.
            os.environ[LRAT] = "1"
        try:
            self._solver = Solver(name=self._name, **({"with_proof": True} if proof else {}))
        finally:
            os.environ.pop(LRAT, None)
        self._refuted = cnf.has_empty_clause
        if self._refuted:
            return
        if not cnf.clause_count:
            # MapleSAT crashes where it has never seen a clause.
            self._solver.add_clause([1, -1])
        phases = list(start)
        if phases and self._name == "cadical195":
            # Without this, the solver drops its phases.
            self._solver.configure({"ilb": 0})
        if cnf.native and self._name in PROPAGATED:
            self._solver.activate_atmost()
        # The engines' own loop takes any iterable, and 0.85 times as long as one call a clause.
        self._solver.append_formula(cnf.clauses())
        Work.add(cnf.clause_count * CLAUSE_SECONDS)
        for bound, rows in cnf.native:
            for row in rows.tolist():
                literals = [literal for literal in row if literal]
                # Limits that hold anyway; some engines do not accept them.
                if len(literals) > bound:
                    self._solver.add_atmost(literals, bound)
        if phases:
            self._solver.set_phases(phases)

    def solve(
        self,
        assumptions: list[int] | None = None,
        keep_going: Callable[[int], bool] | None = None,
    ) -> Outcome:
        """Solve, calling `keep_going(conflicts)` between slices; it ends the search by False.

        Slices keep learnt clauses; they make progress and cancelling possible, because the engine
        itself cannot be interrupted. Some long searches take several times longer in slices of half
        a second than in one piece.
        """
        if self._refuted:
            return Outcome(False, [], 0)
        budget = self._first
        sliced = keep_going is not None and not self.unsliced
        while True:
            if not sliced:
                result = self._solver.solve(assumptions=assumptions or [])
            else:
                watch, before = Stopwatch(), self._work()
                self._solver.conf_budget(budget)
                result = self._solver.solve_limited(assumptions=assumptions or [])
                spent = self._work() - before
                Work.add(spent)
                if spent < self._seconds / 2:
                    budget *= 2
                elif self._short and watch.seconds > self._seconds:
                    budget = max(1, budget // 2)
            conflicts = self.conflicts
            if result is not None:
                model = [v for v in self._solver.get_model() or () if v > 0] if result else []
                return Outcome(bool(result), model, conflicts)
            if keep_going is not None and not keep_going(conflicts):
                return Outcome(None, [], conflicts)

    def add(self, clause: list[int]) -> None:
        """Add a clause to a formula that may have been solved before."""
        self._solver.add_clause(clause)

    @property
    def conflicts(self) -> int:
        """Conflicts so far; 0 where the engine does not report them."""
        try:
            statistics = self._solver.accum_stats() or {}
        except NotImplementedError:
            return 0
        return int(statistics.get("conflicts", 0))

    def _work(self) -> float:
        """The work of the engine so far; 0 where it does not report it."""
        try:
            statistics = self._solver.accum_stats() or {}
        except NotImplementedError:
            return 0.0
        propagations, conflicts = statistics.get("propagations", 0), statistics.get("conflicts", 0)
        return float(propagations * PROPAGATION_SECONDS + conflicts * CONFLICT_SECONDS)

    def core(self) -> list[int]:
        """Assumptions that the last unsatisfiable call needed."""
        return list(self._solver.get_core() or [])

    def proof(self) -> bytes:
        """The proof of the last unsatisfiable call in binary LRAT; see `solvers.certificates.lrat`.

        It is cut off if the disk is full.
        """
        import pysolvers

        engine = self._solver.solver
        pysolvers.flushpr(engine.prfp)
        engine.prfile.seek(0)
        found: bytes = engine.prfile.read()
        return found

    def close(self) -> None:
        """Free the engine."""
        self._solver.delete()


class PySat:
    """A session of `registry` with one of PySAT's solvers."""

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        self._name, self._settings = name, settings
        self.cnf = lower(model, settings.encodings)
        if settings.seed:
            self.cnf.shuffle(settings.seed)
        self.variables, self.rows = self.cnf.variables, self.cnf.clause_count
        self._engine: SatSession | None = None

    def load(self) -> None:
        """Hand clause after clause to the engine."""
        self._engine = SatSession(
            self.cnf,
            self._name,
            proof=self._settings.proof,
            start=self._settings.start,
            short_slices=self._settings.short_slices,
        )

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Solve in slices; first, for a moment, under the literals of the mapping to start from."""
        assert self._engine is not None
        first = [literal for literal in self._settings.start if literal > 0]
        # Glucose writes "refuted" into its proof even if only the assumptions are refuted, and an
        # unsliced call would not return after a moment.
        if first and not self._settings.proof and not self._engine.unsliced:
            # Phases alone do not cover the variables that encodings add.
            outcome = self._engine.solve(first, keep_going=lambda conflicts: False)
            if outcome.satisfiable:
                return outcome
        return self._engine.solve(keep_going=keep_going)

    def refutation(self) -> Refutation | None:
        """Return the part of the proof needed for the contradiction, checked as in
        `solvers.verify`.
        """
        assert self._engine is not None
        if self.cnf.has_empty_clause:
            # Lemma 2 is the empty clause, by that of number 1.
            return Refutation(self.cnf, [[]], bytes((ord("a"), 4, 0, 2, 0)))
        return refutation(self.cnf, self._engine.proof())
