"""Refuting an II for schedules of any length, by cyclic relaxations."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from models.data.certificate import Cyclic
from models.data.problem import Problem
from solvers.backends.cnf import Encodings
from solvers.tasks.messages import IntervalRefuted, Message, Send
from solvers.tasks.solver_options import SolverOptions

if TYPE_CHECKING:
    from models.data.certificate import Placement
    from models.space_time.xyz_model import XyzModel

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
        from solvers.tasks.refute import engine

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
        from solvers.tasks.refute import ProofFiles, refute

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
