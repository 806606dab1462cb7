"""Refuting an II for schedules of any length, beside the solvers of a race."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import msgspec

from models.data.problem import Problem
from models.space_time.cyclic import is_cyclic
from models.text import counted
from solvers.certificates.refutation import renamed
from solvers.search.interval_answer import Tried
from solvers.search.portfolio import Heard, Try
from solvers.tasks.messages import IntervalRefuted
from solvers.tasks.ring import relax
from solvers.tasks.solver_options import SolverOptions

ROLE = "relaxation"


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
