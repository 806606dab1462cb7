"""Re-mapping: after a small change, a mapping that keeps as much of an old one as possible.

Every operation that the old mapping executes has a guarded pin to its old place. A solver assumes
all pins; if they contradict each other, one pin of the unsatisfiable core must be given up: all of
the core are dropped, until a mapping is found. Limits on the number of failing pins then improve
the mapping, or show that there is no better one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from models.counting.arithmetic import Arithmetic
from models.data.certificate import is_monotone
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.transfers import chain_limit
from models.space_time.windows import Earliest, earliest
from models.text import n_cycles
from remap.question.answer import Moves, Outcome, Remapped, Tried
from remap.question.apart import apart
from remap.question.level import Level
from shell.budget import Stopwatch
from solvers.tasks.solver_options import SHORT_CHAIN


class Remapping(Moves):
    """One run; `answer` is valid at any time."""

    def run(self) -> Remapped:
        """Search until there is a mapping, or no horizon or no time is left."""
        self.watch = Stopwatch()
        try:
            with closing(apart(self._work, self.budget)) as heard:
                for self.answer, line in heard:
                    if line is not None:
                        self.tell(line)
        except KeyboardInterrupt as stop:
            self.answer.stopped = str(stop) or "interrupted"
        except (ChildProcessError, MemoryError) as lost:
            self.answer.stopped = f"{lost or 'out of memory'}"
        self.answer.seconds["total"] = self.watch.seconds
        return self.answer

    def _work(self, tell: Callable[[tuple[Remapped, str | None]], None]) -> None:
        """Search, sending the growing answer, with lines of progress."""
        self.tell = lambda line: tell((self.answer, line))
        try:
            self._search()
        except InfeasibleError as fact:
            self.answer.status, self.answer.reason = "infeasible", str(fact)
        tell((self.answer, None))

    def _search(self) -> None:
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
        gone = set(self.before) - set(self.homes)
        self.lost = sum(index.value[name] in index.executed for name in gone)
        self.answer.at_least = self.lost
        most = self.options.max_moved
        if most is not None and self.lost > most:
            raise InfeasibleError(
                f"the old places of {self.lost} operations are gone, and at most {most} may move"
            )

    def _conclude(self, limit: int, start: int, *, whole: bool) -> None:
        """Set status and reason without a mapping; `infeasible` needs a given limit of cycles."""
        answer, most = self.answer, self.options.max_moved
        moves = "" if most is None else f", moving at most {most}"
        cycles = f"of at most {limit}" if whole else f"of {start} to {limit}"
        answer.reason = f"no schedule {cycles} cycles{moves}"
        if any(tried.outcome == "open" for tried in answer.tried):
            answer.reason += " was found"
        if whole and self.options.max_cycles is not None:
            answer.status = "infeasible"
        else:
            answer.reason += "; others were not tried"

    def _try(self, index: Index, early: Earliest, horizon: int) -> Outcome:
        limited = chain_limit(index)
        chains: list[int | None] = [None]
        if limited is not None and limited[0] > SHORT_CHAIN:
            chains = [SHORT_CHAIN, None]
        for chain in chains:
            watch = Stopwatch()
            level = Level(self, index, early, horizon, chain)
            mapped = level.run()
            if mapped and chain is not None and self.answer.status != "optimal":
                Level(self, index, early, horizon, None).improve()
            outcome: Outcome = "mapped" if mapped else "refuted" if level.decided else "open"
            freed = tuple(sorted(level.freed))
            if mapped or chain is None:
                self.answer.tried.append(Tried(horizon, outcome, freed, watch.seconds))
                self.tell(f"{n_cycles(horizon)}: {outcome}, {len(freed)} operations freed")
            if mapped:
                return outcome
        return outcome
