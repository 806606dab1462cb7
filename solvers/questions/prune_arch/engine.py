"""A process with one SAT engine for each kernel, which keeps what it learns between questions.

Incremental SAT solving as in section 7 of the SAT-mapping paper: switches of what is absent are
assumed to be off.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from models.data.features import Feature, Parts
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.decode import decode
from models.space_time.prunable import Kernel, Prunable, prunable
from models.space_time.xyz import build
from models.space_time.xyz_symmetry import break_symmetry
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search.worker import SolverOptions


@dataclass(frozen=True)
class Ask:
    """Does kernel number `kernel` have a mapping without the features `off`?

    After about `conflicts` conflicts the engine gives up; None: never. With `fresh`, a new model
    of the smaller array is asked instead of the one with switches: it knows the array that it
    is about, its bounds and symmetries, and nothing of other questions.
    """

    kernel: int
    off: frozenset[Feature]
    conflicts: int | None
    fresh: bool = False


@dataclass(frozen=True)
class Engines:
    """The task of the process: answer what comes through `requests`.

    Sends `built` with sizes, then per question an `answer` with `satisfiable`, the `mapping`,
    the `core` (features of `off` that cannot all be absent) and `seconds`.
    """

    kernels: tuple[Kernel, ...]
    parts: Parts
    requests: Connection

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Build the models, then answer until requests end."""
        clock = time.perf_counter()
        sessions = [_Session(kernel, self.parts, options) for kernel in self.kernels]
        messages.send(
            {
                "kind": "built",
                "build": time.perf_counter() - clock,
                "variables": sum(session.variables for session in sessions),
                "clauses": sum(session.clauses for session in sessions),
            }
        )
        while True:
            try:
                ask: Ask = self.requests.recv()
            except EOFError:
                return
            session = sessions[ask.kernel]
            messages.send(session.fresh(ask) if ask.fresh else session.answer(ask))


class _Session:
    """One kernel's model, loaded into an engine."""

    def __init__(self, kernel: Kernel, parts: Parts, options: SolverOptions) -> None:
        self._kernel, self._parts, self._options = kernel, parts, options
        self._model: Prunable = prunable(kernel, parts)
        cnf = lower(self._model.model.constraints, options.encodings)
        if options.seed:
            cnf.shuffle(options.seed)
        self.variables, self.clauses = cnf.variables, cnf.clause_count
        self._feature = {variable: f for f, variable in self._model.switch.items()}
        self._engine = SatSession(cnf, options.solver, start=self._model.start)

    def answer(self, ask: Ask) -> dict[str, object]:
        clock = time.perf_counter()
        limit = None if ask.conflicts is None else self._engine.conflicts + ask.conflicts
        outcome = self._engine.solve(
            sorted(-self._model.switch[feature] for feature in ask.off),
            keep_going=None if limit is None else lambda conflicts: conflicts < limit,
        )
        mapping, core = None, frozenset[Feature]()
        if outcome.satisfiable:
            mapping = self._model.mapping(outcome.model)
        elif outcome.satisfiable is False:
            core = frozenset(self._feature[-literal] for literal in self._engine.core())
        return {
            "kind": "answer",
            "satisfiable": outcome.satisfiable,
            "mapping": mapping,
            "core": core,
            "seconds": time.perf_counter() - clock,
        }

    def fresh(self, ask: Ask) -> dict[str, object]:
        clock = time.perf_counter()
        arch = self._parts.without(ask.off)
        problem = msgspec.structs.replace(self._kernel.problem, arch=arch)
        mapping, satisfiable = None, None
        try:
            model = build(problem, self._kernel.horizon)
            break_symmetry(model)
            engine = SatSession(
                lower(model.constraints, self._options.encodings), self._options.solver
            )
            most = ask.conflicts
            outcome = engine.solve(
                keep_going=None if most is None else lambda conflicts: conflicts < most
            )
            satisfiable = outcome.satisfiable
            if satisfiable:
                mapping = decode(model, outcome.model)
            engine.close()
        except InfeasibleError:
            satisfiable = False
        return {
            "kind": "answer",
            "satisfiable": satisfiable,
            "mapping": mapping,
            "core": ask.off,
            "seconds": time.perf_counter() - clock,
        }
