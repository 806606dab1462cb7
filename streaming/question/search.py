"""The search: bounds by arithmetic, greedy mappings, then the chosen method.

`StreamingSearch.answer` is valid at any moment.
"""

from __future__ import annotations

from models.errors import InfeasibleError
from shell.budget import Budget, Stop
from shell.shortages import shortage
from streaming.heuristics import construct, improve, on_tiles, uniform
from streaming.model.bounds import Bound, least_cycles
from streaming.question.answer import StreamingAnswer
from streaming.question.policy import BATCH, by_policy
from streaming.question.race import race
from streaming.question.state import SearchState
from streaming.question.tiles import assign

GREEDY_TRIES = 100
"""Greedy mappings before solvers, which end small programs sooner than more of these would."""

GREEDY_SECONDS = 0.3
"""Time for greedy mappings before CP-SAT, and less than a tenth of the time limit."""

TILES_SHARE = 0.4
"""The share of the time limit for tiles without times."""


class StreamingSearch(SearchState):
    """One run on one program."""

    def run(self) -> StreamingAnswer:
        """Search until optimality is proven, the method or the time ends, or `Stop` is raised."""
        answer = self.answer
        try:
            if self.settings.objective == "ii":
                self._least_interval()
            else:
                self.rules.require_possible(self.settings.ii)
                self._fewest_cycles(self.settings.ii)
        except InfeasibleError as reason:
            answer.status, answer.reason = "infeasible", str(reason)
        except Stop as stop:
            answer.stopped = str(stop)
        except Exception as error:
            answer.stopped = shortage(error)
            if answer.stopped is None:
                raise
        if answer.schedule is not None:
            answer.status = "optimal" if answer.proven else "feasible"
        answer.seconds["search"] = self.watch.seconds
        return answer

    def _least_interval(self) -> None:
        """Find the least feasible II; then minimise its cycles."""
        most = self.settings.ii
        for ii in range(self.answer.interval.value, most + 1):
            self.budget.check()
            reasons = self.rules.contradictions(ii)
            if not reasons:
                break
            self.answer.interval = Bound(ii + 1, reasons[0])
        if self.answer.interval.value > most:
            raise InfeasibleError(f"no II up to {most}: {self.answer.interval.reason}")
        if self.settings.method == "exact":
            self._assign(most)
        for ii in range(self.answer.interval.value, most + 1):
            if self.answer.schedule is not None or self.budget.over():
                break
            self._greedy(ii, tries=20)
            if self.answer.schedule is None and self.settings.method == "exact":
                # A refutation at another II does not apply here.
                self.answer.cycles = least_cycles(self.rules)
                why = race(self, ii)
                if why and self.answer.interval.value == ii:
                    self.answer.interval = Bound(ii + 1, why)
        if self.answer.schedule is not None:
            self.answer.cycles = least_cycles(self.rules)
            self._fewest_cycles(self.answer.schedule.ii)
        elif self.answer.interval.value > most:
            raise InfeasibleError(f"no II up to {most}: {self.answer.interval.reason}")
        elif self.budget.over():
            self.answer.stopped = self.budget.why

    def _assign(self, most: int) -> None:
        """Minimise the instructions of the fullest tile, and bound the II by that number."""
        settings, answer = self.settings, self.answer
        least = answer.interval.value if answer.objective == "ii" else most
        found = assign(
            self.rules,
            least,
            most,
            self.budget.part(TILES_SHARE),
            settings.seed,
            settings.jobs,
            settings.placed,
        )
        if found.status == "infeasible":
            raise InfeasibleError(f"no II up to {most}: CP-SAT, of all tiles")
        if answer.objective == "ii" and found.bound > answer.interval.value:
            answer.interval = Bound(found.bound, "CP-SAT, of all tiles")
        if found.tile is None:
            return
        fullest = max(map(found.tile.count, found.tile))
        board = self.board(max(fullest, least))
        if construct(board, board.tables.order.tolist(), on_tiles(found.tile)):
            self.accept(board.schedule(), "CP-SAT, tiles first")

    def _fewest_cycles(self, ii: int) -> None:
        """Minimise the cycles at `ii` by the chosen method."""
        method = self.settings.method
        if method == "random":
            self._random(ii)
        elif method == "greedy":
            self._greedy(ii, self.settings.tries, self.budget)
        elif method == "ppo":
            by_policy(self, ii, self.budget, self.settings.tries)
        else:
            self._greedy(ii, GREEDY_TRIES)
            if self.settings.hint == "ppo" and not self.answer.proven:
                by_policy(self, ii, self._moment(), BATCH)
            if self.answer.schedule is None and not self.budget.over():
                self._assign(ii)
            if not self.answer.proven and not self.budget.over():
                why = race(self, ii)
                if why:
                    raise InfeasibleError(why)
        if not self.answer.proven and self.budget.over():
            self.answer.stopped = self.budget.why

    def _greedy(self, ii: int, tries: int | None, budget: Budget | None = None) -> None:
        board = self.board(ii)
        own, count = budget or self._moment(), 1000 if tries is None else tries
        for schedule in improve(board, self.settings.seed, own, count):
            self.accept(schedule, "greedy")
            if self.answer.proven:
                return

    def _moment(self) -> Budget:
        """Return the seconds for the steps before solvers."""
        return self.budget.part(0.1).within(GREEDY_SECONDS)

    def _random(self, ii: int) -> None:
        from random import Random

        board = self.board(ii)
        order, choose = board.tables.order.tolist(), uniform(Random(self.settings.seed))
        for _ in range(self.settings.tries or 1000):
            if self.budget.over() or self.answer.proven:
                return
            trial = board.copy()
            if construct(trial, order, choose):
                self.accept(trial.schedule(), "random")
