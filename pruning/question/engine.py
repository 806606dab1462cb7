"""A process with one incremental SAT engine per kernel, which keeps learnt clauses.

Incremental SAT solving as in section 7 of the SAT-mapping paper: the switch variables of absent
features are assumed false.
"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import NamedTuple

import msgspec

from models.data.mapping import Mapping
from models.errors import InfeasibleError
from models.space_time.decode import decode
from models.space_time.symmetry_breaking import break_symmetry
from models.space_time.xyz import build
from pruning.features import Feature, Parts
from pruning.prunable import Kernel, Prunable, prunable
from shell.budget import Stopwatch
from solvers.tasks.messages import Built, Send
from solvers.tasks.refute import engine, refute
from solvers.tasks.solver_options import SolverOptions


@dataclass(frozen=True)
class Ask:
    """A question: does kernel number `kernel` have a mapping without the features `off`.

    After about `conflicts` conflicts the engine gives up; None: never. With `fresh`, a new model of
    the smaller array replaces the model with switches: it uses the bounds and symmetries of that
    array, but no learnt clauses.
    """

    kernel: int
    off: frozenset[Feature]
    conflicts: int | None
    fresh: bool = False


class Answered(NamedTuple):
    """The result: a mapping, or a core, a subset of `off` that cannot be absent together.

    `satisfiable` is None if the engine gave up.
    """

    satisfiable: bool | None
    mapping: Mapping | None
    core: frozenset[Feature]
    seconds: float


@dataclass(frozen=True)
class Engines:
    """The task of the process: answer each `Ask` received through `requests`.

    Sends `Built` with the total size of all models, then an `Answered` per question.
    """

    kernels: tuple[Kernel, ...]
    parts: Parts
    requests: Connection
    options: SolverOptions

    def __call__(self, send: Send[Built | Answered]) -> None:
        """Build the models, then answer questions until `requests` is closed."""
        watch = Stopwatch()
        sessions = [_Session(kernel, self.parts, self.options) for kernel in self.kernels]
        variables = sum(session.variables for session in sessions)
        clauses = sum(session.clauses for session in sessions)
        send(Built(variables, clauses, watch.seconds))
        while True:
            try:
                ask: Ask = self.requests.recv()
            except EOFError:
                return
            session = sessions[ask.kernel]
            send(session.fresh(ask) if ask.fresh else session.answer(ask))


class _Session:
    """One kernel's model, loaded into an engine."""

    def __init__(self, kernel: Kernel, parts: Parts, options: SolverOptions) -> None:
        self._kernel, self._parts, self._options = kernel, parts, options
        self._model: Prunable = prunable(kernel, parts)
        self._feature = {variable: f for f, variable in self._model.switch.items()}
        self._engine = engine(self._model.model.constraints, options, self._model.start)
        self.variables, self.clauses = self._engine.variables, self._engine.clauses

    def answer(self, ask: Ask) -> Answered:
        watch = Stopwatch()
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
        return Answered(outcome.satisfiable, mapping, core, watch.seconds)

    def fresh(self, ask: Ask) -> Answered:
        watch = Stopwatch()
        arch = self._parts.without(ask.off)
        problem = msgspec.structs.replace(self._kernel.problem, arch=arch)
        mapping, satisfiable = None, None
        try:
            model = build(problem, self._kernel.horizon)
            break_symmetry(model)
            reply = refute(model.constraints, self._options, conflicts=ask.conflicts)
            satisfiable = reply.satisfiable
            if satisfiable:
                mapping = decode(model, reply.model)
        except InfeasibleError:
            satisfiable = False
        return Answered(satisfiable, mapping, ask.off, watch.seconds)
