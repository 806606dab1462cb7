"""Refuting an II for schedules of any length, by cyclic relaxations."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from models.data.certificate import Cyclic
from models.data.problem import Problem
from models.space_time.cyclic import is_cyclic
from models.text import counted
from solvers.backends.cnf import Encodings
from solvers.certificates.refutation import renamed
from solvers.search.interval_answer import Tried
from solvers.search.messages import IntervalRefuted, Message
from solvers.search.portfolio import Heard, Try
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import Send

if TYPE_CHECKING:
    from models.data.certificate import Placement
    from models.space_time.xyz_model import XyzModel

ROLE = "relaxation"

SOLVER, PROVER = "glucose4", "cadical195"
"""The second solver repeats refutations that have to leave a proof."""

ENCODINGS = Encodings(at_most_one="product")
"""Refutes `atax` on `lisa-simple:4x4,registers=1` in 0.4 times the conflicts of the default."""

WORK = 1_000_000_000
"""Conflicts times clauses of the look at the ring of one turn."""

TURNS = 5
"""Turns of the ring to search to the end: it is refuted sooner than 6 or 7, while 3 or 4 may have
a solution (`atax` and `mvt` on the same array).
"""

MOST_CELLS = {1: 1_000_000, TURNS: 100_000}
"""Values, places and cycles of the largest ring: larger ones would slow the race beside them."""


class Relaxation:
    """Refutes one II at a time of a problem, if it has a relaxation.

    It begins anew for another II, and never again where a relaxation has a solution.
    """

    def __init__(self, problem: Problem, options: SolverOptions, proof_dir: str | None) -> None:
        self._problem = problem
        self._options = replace(options, proof_dir=proof_dir)
        self._possible = is_cyclic(problem)
        self._settled: set[int] = set()

    def wanted(self, contexts: int) -> list[Try]:
        """Return the try that refutes an II; none where there is no relaxation, or an answer."""
        if not self._possible or contexts in self._settled:
            return []
        task = partial(relax, self._problem.at(contexts), self._options)
        return [Try((ROLE, contexts), task, self._options.memory_limit)]

    def refuted(self, heard: Heard) -> Tried | None:
        """Take a message; return the refutation of an II, once it is known."""
        role, contexts, message = *heard.attempt.key[:2], heard.message
        if role != ROLE or not isinstance(contexts, int):
            return None
        if heard.run.ended or isinstance(message, IntervalRefuted):
            self._settled.add(contexts)
        if isinstance(message, IntervalRefuted):
            return self._tried(contexts, message, heard.run.seconds)
        return None

    def _tried(self, contexts: int, refuted: IntervalRefuted, seconds: float) -> Tried:
        """Give the files of a proof their names."""
        proof, by = refuted.fact, f"cyclic relaxation of {counted(refuted.turns, 'turn')}"
        if proof is not None:
            own = proof.cnf, proof.symbols, proof.proof
            cnf, symbols, lrat = renamed(own, f"ring-ii-{contexts}")
            proof = msgspec.structs.replace(proof, cnf=cnf, symbols=symbols, proof=lrat)
        reason = "no schedule of any length"
        return Tried(contexts, "refuted", reason, None, seconds, by, proof=proof)


def relax(problem: Problem, options: SolverOptions, send: Send[Message]) -> None:
    """Search the ring of one turn for a moment, then the long one to its end; send the refutation
    of the II.
    """
    for turns, limited in ((1, True), (TURNS, False)):
        ring = _Ring(problem, turns, options.proof_dir)
        if ring.fits and ring.is_refuted(limited=limited):
            send(IntervalRefuted(turns, ring.fact))
            return


class _Ring:
    """One relaxation; `fact` is its refutation, once its proof is written into a folder."""

    def __init__(self, problem: Problem, turns: int, proof_dir: str | None) -> None:
        self.problem, self.turns, self._proof_dir = problem, turns, proof_dir
        self.fact: Cyclic | None = None
        arch = problem.arch
        cells = len(problem.dfg.values) * (len(arch.components) + len(arch.paths))
        self.fits = cells * turns * (problem.contexts or 0) <= MOST_CELLS[turns]

    def is_refuted(self, *, limited: bool) -> bool:
        """Whether it has no solution; False also if it is given up, with `limited`."""
        import numpy as np

        from models.space_time.cyclic import build_cyclic, loop_clauses, unfounded
        from models.space_time.symmetry_breaking import rule_first
        from solvers.search.refute import engine

        model = build_cyclic(self.problem, self.turns)
        first, placement = rule_first(model)
        session = engine(model.constraints, SolverOptions(SOLVER, ENCODINGS))
        most = WORK // max(session.clauses, 1)
        while True:
            found = session.solve(keep_going=lambda made: not limited or made < most)
            if not found.satisfiable:
                return found.satisfiable is False and (
                    self._proof_dir is None or self._proves(model, first, placement)
                )
            true = np.zeros(model.constraints.variables + 1, dtype=bool)
            true[[n for n in found.model if n < len(true)]] = True
            loose = unfounded(model, true)
            if loose is None:
                return False
            rows = loop_clauses(model, loose)
            model.constraints.add_clauses("loops", rows)
            for row in rows.tolist():
                session.add([literal for literal in row if literal])

    def _proves(self, model: XyzModel, first: str, placement: Placement | None) -> bool:
        """Refute a model, with the clauses against loops, again, so that it leaves a proof.

        Without room for it, the refutation is reported without one.
        """
        from solvers.certificates.refutation import refutation_files
        from solvers.certificates.symbols import write_symbols
        from solvers.search.refute import ProofFiles, refute

        assert self._proof_dir is not None
        names = refutation_files(f"ring-{self.turns}-of-{os.getpid()}")
        files = ProofFiles(Path(self._proof_dir), names, partial(write_symbols, model))
        options = SolverOptions(PROVER, ENCODINGS)
        reply = refute(model.constraints, options, files=files)
        if reply.proof:
            contexts = self.problem.contexts or 0
            cnf, table, lrat = reply.proof
            self.fact = Cyclic(contexts, self.turns, cnf, table, lrat, first, placement)
        return reply.satisfiable is False
