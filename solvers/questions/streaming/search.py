"""The search: bounds by arithmetic, greedy mappings, then whatever method was asked for.

`StreamingSearch.answer` is valid whenever it is looked at. Every mapping that enters it has passed
the checker and the simulator.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from heuristics.streaming import Board, construct, improve, on_tiles, uniform
from models.errors import InfeasibleError, InputError
from models.process.memory import shortage
from models.process.signals import Stop
from models.streaming.bounds import Bound, least_cycles, least_ii
from models.streaming.check import check
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from models.streaming.simulate import simulate
from solvers.questions.streaming.answer import Objective, StreamingAnswer
from solvers.questions.streaming.race import race
from solvers.search.record import SolverFaultError

GREEDY_SECONDS = 0.3
"""For greedy mappings before CP-SAT; less than a tenth of the time there is."""

TILES_SHARE = 0.4
"""Of the time there is, for tiles without times."""

FOREVER = 1e9


@dataclass
class Proofs:
    """The folder of proofs, or None, and what has one there: an II, and cycles refuted at it.

    `error` is why a proof could not be written there.
    """

    folder: Path | None = None
    at: set[tuple[int, int]] = field(default_factory=set)
    error: OSError | None = None

    def keep(self, ii: int, cycles: int) -> None:
        """Note that the files of a refutation are there, if they were wanted and written."""
        if self.folder is not None and self.error is None:
            self.at.add((ii, cycles))


@dataclass(frozen=True)
class Settings:
    """What is asked: at `ii`, or from the least up to `ii` where the objective is that.

    `solver` is "cp-sat", "sat" or both ("auto"). `tries` limits methods that would never end.
    `hint` is "ppo" where the exact method begins with a policy as well.
    `policy` is a file of weights, None those shipped, and `beam` the width of a beam search with
    it. `placed` fixes the tile and spoke of instructions, by number.
    """

    ii: int
    objective: Objective = "cycles"
    method: str = "exact"
    solver: str = "auto"
    seed: int = 0
    jobs: int = 2
    tries: int | None = None
    hint: str = "greedy"
    policy: str | None = None
    beam: int | None = None
    placed: Mapping[int, tuple[int, int]] | None = None


class StreamingSearch:
    """One run on one program; `deadline` is a time of `perf_counter`, `tell` takes lines.

    Where `proofs` have a folder, refutations by clauses leave their files there.
    """

    def __init__(
        self, rules: Rules, settings: Settings, deadline: float | None, tell: Callable[[str], None]
    ) -> None:
        self.rules, self.settings, self._tell = rules, settings, tell
        self.proofs = Proofs()
        self.deadline = deadline
        self.begun = time.perf_counter()
        given = Bound(settings.ii, "given")
        interval = least_ii(rules) if settings.objective == "ii" else given
        self.answer = StreamingAnswer(settings.objective, interval, least_cycles(rules))

    def run(self) -> StreamingAnswer:
        """Search until all is proven, the method has ended, the time is up or `Stop` is raised."""
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
        answer.seconds["search"] = time.perf_counter() - self.begun
        return answer

    def left(self) -> float:
        """Seconds that are left."""
        if self.deadline is None:
            return FOREVER
        return max(0.0, self.deadline - time.perf_counter())

    def accept(self, schedule: Schedule, by: str) -> None:
        """Take a mapping that is better than the best.

        Raises `SolverFaultError` where it is wrong.
        """
        best = self.answer.schedule
        if best is not None and (best.ii, best.cycles) <= (schedule.ii, schedule.cycles):
            return
        faults = check(self.rules.program, schedule)
        executed = None if faults else simulate(self.rules.program, schedule)
        if executed is None or executed.fault is not None:
            fault = faults[0] if executed is None else executed.fault
            raise SolverFaultError(f"{by} gave a wrong mapping: {fault}")
        self.answer.schedule, self.answer.by = schedule, by
        self.answer.compared = executed.compared
        self._note(by)

    def raise_cycles(self, cycles: int, reason: str) -> None:
        """Take a better bound on the cycles."""
        if cycles > self.answer.cycles.value:
            self.answer.cycles = Bound(cycles, reason)
            self._note(reason)

    def _note(self, by: str) -> None:
        answer, seconds = self.answer, time.perf_counter() - self.begun
        best = answer.schedule
        found = "-" if best is None else f"{best.cycles} cycles at II {best.ii}"
        self._tell(f"{seconds:7.1f} s  {found}, at least {answer.cycles.value}  ({by})")
        answer.trace.append(
            {
                "seconds": round(seconds, 3),
                "ii": None if best is None else best.ii,
                "cycles": None if best is None else best.cycles,
                "bound": answer.cycles.value,
                "by": by,
            }
        )

    def _least_interval(self) -> None:
        """Find the least II at which anything maps; then make that short."""
        most = self.settings.ii
        for ii in range(self.answer.interval.value, most + 1):
            reasons = self.rules.contradictions(ii)
            if not reasons:
                break
            self.answer.interval = Bound(ii + 1, reasons[0])
        if self.answer.interval.value > most:
            raise InfeasibleError(f"no II up to {most}: {self.answer.interval.reason}")
        if self.settings.method == "exact":
            self._assign(most)
        for ii in range(self.answer.interval.value, most + 1):
            if self.answer.schedule is not None or self.left() <= 0:
                break
            self._greedy(ii, tries=20)
            if self.answer.schedule is None and self.settings.method == "exact":
                # What was refuted at another II says nothing about this one.
                self.answer.cycles = least_cycles(self.rules)
                why = race(self, ii)
                if why and self.answer.interval.value == ii:
                    self.answer.interval = Bound(ii + 1, why)
        if self.answer.schedule is not None:
            self.answer.cycles = least_cycles(self.rules)
            self._fewest_cycles(self.answer.schedule.ii)
        elif self.answer.interval.value > most:
            raise InfeasibleError(f"no II up to {most}: {self.answer.interval.reason}")
        elif self.left() <= 0:
            self.answer.stopped = "time limit"

    def _assign(self, most: int) -> None:
        """Ask for tiles with as few instructions as can be, and bound the II by that."""
        from solvers.questions.streaming.tiles import assign

        settings, answer = self.settings, self.answer
        least = answer.interval.value if answer.objective == "ii" else most
        until = time.perf_counter() + self.left() * TILES_SHARE
        found = assign(
            self.rules, least, most, until, settings.seed, settings.jobs, settings.placed
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
        """Look for fewer cycles at `ii` by the method."""
        method = self.settings.method
        if method == "random":
            self._random(ii)
        elif method == "greedy":
            self._greedy(ii, self.settings.tries, self.left())
        elif method == "ppo":
            from solvers.questions.streaming.policy import by_policy

            by_policy(self, ii, self.left())
        else:
            self._greedy(ii)
            if self.settings.hint == "ppo":
                from solvers.questions.streaming.policy import by_policy

                by_policy(self, ii, self._moment())
            if self.answer.schedule is None and self.left() > 0:
                self._assign(ii)
            if not self.answer.proven and self.left() > 0:
                why = race(self, ii)
                if why:
                    raise InfeasibleError(why)
        if not self.answer.proven and self.left() <= 0:
            self.answer.stopped = "time limit"

    def board(self, ii: int) -> Board:
        """Return a board with what is fixed. Raises `InfeasibleError`."""
        board = Board(self.rules, ii)
        for n, (tile, spoke) in (self.settings.placed or {}).items():
            if not board.place(n, tile, spoke):
                name = self.rules.program.instructions[n].name
                raise InfeasibleError(f"nothing fits beside '{name}' where it is placed")
        return board

    def _greedy(self, ii: int, tries: int | None = None, seconds: float | None = None) -> None:
        board = self.board(ii)
        limit = self._moment() if seconds is None else seconds
        until, count = time.perf_counter() + limit, 1000 if tries is None else tries
        for schedule in improve(board, self.settings.seed, until, count):
            self.accept(schedule, "greedy")
            if self.answer.proven:
                return

    def _moment(self) -> float:
        """Seconds for what comes before solvers."""
        return min(GREEDY_SECONDS, self.left() / 10)

    def _random(self, ii: int) -> None:
        from random import Random

        board = self.board(ii)
        order, choose = board.tables.order.tolist(), uniform(Random(self.settings.seed))
        for _ in range(self.settings.tries or 1000):
            if self.left() <= 0 or self.answer.proven:
                return
            trial = board.copy()
            if construct(trial, order, choose):
                self.accept(trial.schedule(), "random")


def settings_with(
    settings: Settings, placed: Mapping[str, tuple[int, int]], rules: Rules
) -> Settings:
    """Return settings that fix instructions by name.

    Raises `InputError` on unknown names, and on tiles that there are not.
    """
    number, tiles = rules.program.number, rules.engine.tiles
    for name, (tile, _) in placed.items():
        if name not in number:
            raise InputError(f"'{name}' is placed, but no instruction")
        if not 0 <= tile < tiles:
            raise InputError(f"'{name}' is placed on tile {tile}; there are 0 to {tiles - 1}")
    return replace(settings, placed={number[name]: place for name, place in placed.items()})
