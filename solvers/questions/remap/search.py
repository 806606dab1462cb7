"""Re-mapping: after a small change, a mapping that keeps as much of an old one as possible.

Every operation that the old mapping executes has a wish: to stay where it was. A solver
assumes all wishes; where they cannot all come true, its unsatisfiable core names wishes of which
one must be given up, and these are dropped, until a mapping is found. Limits on the number of
wishes that fail then make the mapping better, or show that there is no better one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker_operations import Where, executions, pins_broken
from models.transform.pin_checks import may_execute
from solvers.search.answer import Status
from solvers.search.apart import apart

if TYPE_CHECKING:
    from models.space_time.index import Index
    from models.space_time.windows import Earliest

IMPROVE_SECONDS = 10.0
"""How long fewer moves are looked for without a time limit."""

Homes = dict[str, frozenset[Where]]
Outcome = Literal["mapped", "refuted"]


@dataclass(frozen=True)
class Move:
    """An operation that is executed elsewhere than before."""

    operation: str
    before: tuple[Where, ...]
    after: tuple[Where, ...]


@dataclass(frozen=True)
class Tried:
    """A horizon, and what came of it; `freed` are the wishes that cores dropped."""

    horizon: int
    outcome: Outcome
    freed: tuple[str, ...]
    seconds: float


@dataclass
class Remapped:
    """The answer, valid at any moment of the search.

    `moved` are operations of the old mapping that are executed elsewhere, `kept` those that are
    not; `added` are executed for the first time. At the horizon of the mapping, at least
    `at_least` operations have to move.
    """

    problem: Problem
    old: Mapping
    status: Status = "unknown"
    mapping: Mapping | None = None
    reason: str = ""
    moved: tuple[Move, ...] = ()
    kept: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    at_least: int = 0
    tried: list[Tried] = field(default_factory=list)
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class RemapOptions:
    """How to search: hard pins, the most operations that may move, and the most cycles.

    Without `max_cycles`, schedules may be two intervals and two cycles longer than the old one.
    """

    pins: Pins = field(default_factory=Pins)
    max_moved: int | None = None
    max_cycles: int | None = None
    seed: int = 0
    improve_seconds: float = IMPROVE_SECONDS


class Remapping:
    """One run; `answer` is valid whenever it is looked at."""

    def __init__(
        self,
        problem: Problem,
        old: Mapping,
        options: RemapOptions,
        observer: Callable[[str], None] | None = None,
    ) -> None:
        self.problem, self.old, self.options = problem, old, options
        self.answer = Remapped(problem, old)
        self._tell = observer or (lambda line: None)
        self._before = executions(problem.dfg, old)
        self.homes = homes(problem, self._before)
        self._lost = 0
        self._begun = time.perf_counter()

    def run(self) -> Remapped:
        """Search until there is a mapping, the horizons are through, or `Stop` is raised."""
        self._begun = time.perf_counter()
        try:
            with closing(apart(self._work)) as heard:
                for self.answer, line in heard:
                    if line is not None:
                        self._tell(line)
        except KeyboardInterrupt as stop:
            self.answer.stopped = str(stop) or "interrupted"
        except (ChildProcessError, MemoryError) as lost:
            self.answer.stopped = f"{lost or 'out of memory'}"
        self.answer.seconds["total"] = time.perf_counter() - self._begun
        return self.answer

    def _work(self, tell: Callable[[tuple[Remapped, str | None]], None]) -> None:
        """Search, telling the answer as it grows, with a line where there is news."""
        self._tell = lambda line: tell((self.answer, line))
        try:
            self._search()
        except InfeasibleError as fact:
            self.answer.status, self.answer.reason = "infeasible", str(fact)
        tell((self.answer, None))

    def _search(self) -> None:
        from models.data.certificate import is_monotone
        from models.space_time.index import Index
        from models.space_time.windows import earliest
        from solvers.search.bounds import Arithmetic

        problem, old = self.problem, self.old
        first, _ = Arithmetic(problem).first_horizon()
        index = Index(problem)
        early = earliest(index, shared=True)
        self._count_lost(index)
        # A longer schedule is only the same one, waiting, where results may wait.
        monotone = is_monotone(problem.dfg, problem.arch)
        step = (problem.contexts or 1) if monotone else 1
        start = max(first, old.horizon)
        limit = self.options.max_cycles
        if limit is None:
            limit = start + 2 * (problem.contexts or 1) + 2
        horizon = start = min(start, limit)
        while True:
            outcome = self._try(index, early, horizon)
            if outcome == "mapped":
                return
            if horizon >= limit:
                break
            horizon = min(horizon + step, limit)
        whole = monotone and all(tried.outcome == "refuted" for tried in self.answer.tried)
        self._conclude(limit, start, whole=whole)

    def _count_lost(self, index: Index) -> None:
        """Count the operations that cannot stay, and that every mapping executes."""
        gone = set(self._before) - set(self.homes)
        self._lost = sum(index.value[name] in index.executed for name in gone)
        self.answer.at_least = self._lost
        most = self.options.max_moved
        if most is not None and self._lost > most:
            raise InfeasibleError(
                f"{self._lost} operations have lost their place, more than {most} may move"
            )

    def _conclude(self, limit: int, start: int, *, whole: bool) -> None:
        """Say what is known without a mapping: with a limit that was asked for, that it is met."""
        answer, most = self.answer, self.options.max_moved
        moves = "" if most is None else f", moving at most {most}"
        cycles = f"of at most {limit}" if whole else f"of {start} to {limit}"
        answer.reason = f"no schedule {cycles} cycles{moves}"
        if whole and self.options.max_cycles is not None:
            answer.status = "infeasible"
        else:
            answer.reason += "; others were not tried"

    def _try(self, index: Index, early: Earliest, horizon: int) -> Outcome:
        from models.space_time.transfers import chain_limit
        from solvers.questions.remap.level import Level
        from solvers.search.worker import SHORT_CHAIN

        limited = chain_limit(index)
        chains: list[int | None] = [None]
        if limited is not None and limited[0] > SHORT_CHAIN:
            chains = [SHORT_CHAIN, None]
        for chain in chains:
            clock = time.perf_counter()
            level = Level(self, index, early, horizon, chain)
            mapped = level.run()
            if mapped and chain is not None and self.answer.status != "optimal":
                Level(self, index, early, horizon, None).improve()
            outcome: Outcome = "mapped" if mapped else "refuted"
            freed = tuple(sorted(level.freed))
            spent = time.perf_counter() - clock
            if mapped or chain is None:
                self.answer.tried.append(Tried(horizon, outcome, freed, spent))
                self._tell(f"{horizon} cycles: {outcome}, {len(freed)} operations freed")
            if mapped:
                return outcome
        return "refuted"

    def note(self, mapping: Mapping, at_least: int) -> None:
        """Judge a mapping, and keep it if it moves less than the last one."""
        from solvers.search.record import SolverFaultError, judge

        judge(self.problem, mapping)
        broken = pins_broken(self.problem, mapping, self.options.pins)
        if broken:
            raise SolverFaultError(f"a mapping breaks a pin: {broken[0]}")
        after = executions(self.problem.dfg, mapping)
        moved = [n for n in after if n in self._before and not after[n] <= self._before[n]]
        answer = self.answer
        answer.seconds.setdefault("first mapping", time.perf_counter() - self._begun)
        if answer.mapping is None or len(moved) < len(answer.moved):
            answer.mapping = mapping
            answer.moved = tuple(
                Move(n, _ordered(self._before[n]), _ordered(after[n])) for n in sorted(moved)
            )
            answer.kept = tuple(sorted(set(after) & set(self._before) - set(moved)))
            answer.added = tuple(sorted(set(after) - set(self._before)))
        self.bound(at_least)
        self._tell(f"{len(moved)} operations move, at least {answer.at_least} have to")

    def bound(self, at_least: int) -> None:
        """Note that at least so many operations move in every mapping of this horizon."""
        answer = self.answer
        answer.at_least = max(answer.at_least, at_least)
        answer.status = "optimal" if len(answer.moved) <= answer.at_least else "feasible"

    @property
    def lost(self) -> int:
        """Operations that move in every mapping, because their place is gone."""
        return self._lost


def homes(problem: Problem, before: dict[str, set[Where]]) -> Homes:
    """Return where each operation can stay: components and cycles that are still there."""
    dfg, arch = problem.dfg, problem.arch
    found = {}
    for name, where in before.items():
        operation = dfg.operation_by_name[name]
        left = frozenset(
            (component, cycle)
            for component, cycle in where
            if component in arch.component_by_name
            and may_execute(dfg, arch, operation, component)
            and cycle >= 1
        )
        if left:
            found[name] = left
    return found


def _ordered(where: set[Where]) -> tuple[Where, ...]:
    return tuple(sorted(where, key=lambda w: (w[1], w[0])))
