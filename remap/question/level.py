"""One horizon of re-mapping: a model with a guarded pin for each operation, and its session."""

from __future__ import annotations

import msgspec
import numpy as np

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.addressed_files import avoiding
from models.space_time.decode import decode, literals_of
from models.space_time.index import Index
from models.space_time.progress import add_pin, rule_pins
from models.space_time.windows import Earliest
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from remap.question.answer import Moves
from shell.budget import UNLIMITED, Budget
from solvers.backends.cnf import Encodings, lower
from solvers.backends.sat import SatSession
from solvers.tasks.mappings import without_addresses

IMPROVE_SECONDS = 10.0
"""Seconds of search for fewer moves without a time limit."""


class Level:
    """One horizon: a model with a guarded pin for each operation, and one solver session.

    It is `decided` unless holds without addresses cannot be excluded, or some were excluded of
    which it is not known whether they have addresses. Then refutations prove nothing.
    """

    def __init__(
        self, run: Moves, index: Index, early: Earliest, horizon: int, chain: int | None
    ) -> None:
        self.run_of, self.exact = run, chain is None
        self.freed: set[str] = set()
        self.model: XyzModel = build(run.problem, horizon, index=index, early=early, chain=chain)
        rule_pins(self.model, run.pins)
        self.guard = self._guards()
        self.session = self._session()
        self._cores = 0
        self._proves = True
        self.decided = True

    def _guards(self) -> dict[str, int]:
        """Add a guarded pin for every operation that may stay."""
        model, guard = self.model, {}
        for name, home in self.run_of.homes.items():
            here = np.zeros((len(model.problem.arch.components), model.horizon), dtype=bool)
            for component, cycle in home:
                if cycle < model.horizon:
                    here[model.index.component[component], cycle] = True
            model.constraints.variables += 1
            guard[name] = model.constraints.variables
            add_pin(model, name, here, guard[name])
        return guard

    def _session(self) -> SatSession:
        cnf = lower(self.model.constraints)
        if self.run_of.options.seed:
            cnf.shuffle(self.run_of.options.seed)
        self._next = cnf.variables + 1
        start = literals_of(self.model, surviving(self.run_of.problem, self.run_of.old))
        # What the old mapping leaves out, a new one may need.
        session = SatSession(cnf, start=[literal for literal in start if literal > 0])
        most = self.run_of.options.max_moved
        if most is not None:
            self._limit(session, most - self.run_of.lost)
        return session

    def _limit(self, session: SatSession, most: int) -> None:
        """Let at most `most` guarded pins fail."""
        failing = [-guard for guard in self.guard.values()]
        if most == 0:
            for literal in failing:
                session.add([-literal])
        elif most < len(failing):
            template = Encodings().template(len(failing), most)
            rows = np.array([failing], dtype=np.int32)
            for block in template.instantiate(rows, self._next):
                for row in block.tolist():
                    session.add([literal for literal in row if literal])
            self._next += template.aux

    def run(self) -> bool:
        """Find a mapping, dropping pins of cores, and improve it."""
        try:
            found = self._find()
            if found:
                self._improve()
            return found
        finally:
            self.session.close()

    def improve(self) -> None:
        """Improve the mapping that another model of this horizon has found."""
        try:
            self._improve()
        finally:
            self.session.close()

    def _find(self) -> bool:
        assumed = dict(self.guard)
        by_guard = {guard: name for name, guard in self.guard.items()}
        while True:
            mapping, refuted = self._mapping(list(assumed.values()))
            if mapping is not None:
                break
            if not refuted:
                self.decided = False
                return False
            core = {by_guard[g] for g in self.session.core() if g in by_guard}
            if not core:
                self.decided = self._proves
                return False
            self._cores += self._proves
            self.freed |= core
            for name in core:
                assumed.pop(name, None)
        # Cores are disjoint, and a pin of each fails; with short chains, perhaps not for all.
        least = self.run_of.lost + (self._cores if self.exact else 0)
        self.run_of.note(mapping, least)
        return True

    def _mapping(
        self, assumed: list[int], budget: Budget = UNLIMITED
    ) -> tuple[Mapping | None, bool]:
        """Return a mapping with addresses under assumptions, and whether there is none that is not
        excluded.

        Returns None and False if no clause can exclude holds without addresses.
        """
        run = self.run_of
        while True:
            outcome = self.session.solve(assumed, keep_going=lambda n: not budget.over())
            if not outcome.satisfiable:
                return None, outcome.satisfiable is False
            mapping = decode(self.model, outcome.model)
            if run.files is None:
                return mapping, False
            avoided = without_addresses(run.problem, mapping, run.files)
            if not avoided:
                return mapping, False
            self._proves &= not avoided.undecided
            clauses = list(avoiding(self.model, avoided))
            if not clauses:
                return None, False
            for clause in clauses:
                self.session.add(clause)

    def _improve(self) -> None:
        """Look for fewer moves in limited time."""
        run = self.run_of
        count = len(run.answer.moved)
        budget = Budget.of(run.options.time_limit or IMPROVE_SECONDS)
        while run.answer.status != "optimal":
            self._limit(self.session, count - 1 - run.lost)
            mapping, refuted = self._mapping([], budget)
            if mapping is None:
                if refuted and self.exact and self._proves:
                    run.bound(count)
                return
            run.note(mapping, run.answer.at_least)
            count = min(count - 1, len(run.answer.moved))


def surviving(problem: Problem, old: Mapping) -> Mapping:
    """Return the part of a mapping whose names still exist, to start from."""
    arch, values = problem.arch, set(problem.dfg.values)
    components, paths = arch.component_by_name, arch.path_by_name
    left: Mapping = msgspec.structs.replace(
        old,
        holds=tuple(h for h in old.holds if h.value in values and h.component in components),
        transfers=tuple(t for t in old.transfers if t.value in values and t.path in paths),
        issues=tuple(i for i in old.issues if i.operation in values and i.component in components),
    )
    return left
