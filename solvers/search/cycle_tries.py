"""Which tries a search over horizons wants, as the bounds move."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as TypingMapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from models.data.problem import Problem
from solvers.backends.cnf import Encodings
from solvers.backends.registry import PYSAT, chosen, goes_on
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.search.answer import Answer, CyclesQuestion
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.horizon_try import HorizonTry, horizon_try
from solvers.search.portfolio import Run, Try
from solvers.tasks.decide import minimise
from solvers.tasks.proposals import can_propose, propose
from solvers.tasks.restricted import find
from solvers.tasks.solver_options import AUTO, SolverOptions

RESTART_SECONDS = 15.0
"""Seconds of the first of the restarted tries; every fourth one lasts twice as long."""

FINDER_SECONDS = 60.0
"""Seconds without a shorter mapping after which the search from above may have more luck."""

ALONE_SECONDS = 0.3
"""Seconds of solving for which the first try works alone on a small model. Most are decided by
then, and what begins beside it would be stopped.
"""

FEW_CELLS = 500_000
"""Values, places and cycles of a small model."""

HEAVY_CLAUSES = 4_000_000
"""A larger formula is solved alone, while heuristics keep looking for mappings beside it."""


class HorizonRun(NamedTuple):
    """A running try at a horizon."""

    attempt: HorizonTry
    run: Run


class CycleTries:
    """Which tries shall run, as the bounds of a search move; `runs` are those that do.

    Tries have a role: "decide" a horizon, or minimise from it, "find" by a restricted search, and
    "propose" by heuristics.
    """

    def __init__(
        self, question: CyclesQuestion, answer: Answer, runs: TypingMapping[Try, Run]
    ) -> None:
        self.question, self.answer, self._runs = question, answer, runs
        # Heuristics map operations as written, which need not be chains.
        written = question.problem.transform != "chain" and can_propose(question.problem)
        # Heuristics and restricted searches know no pins, and these no constraints of a user.
        self.proposable = question.cycles is None and written and not question.options.pins
        constrained = bool(question.problem.constraints)
        self._finder_options = None if constrained else for_finders(question.options)
        self._proposer: HorizonTry | None = None
        self._begun, self._solved = False, 0.0
        self._minimisers: dict[int, HorizonTry] = {}
        self._spent: set[tuple[int, int]] = set()
        self._excluded: set[tuple[int, int]] = set()
        self._rounds = 0
        self._variant = 1

    def exclude(self, attempt: HorizonTry) -> None:
        """Do not ask this solver about this horizon again: it failed, or has no answer."""
        self._excluded.add((attempt.horizon, attempt.variant))

    def finish(self, attempt: HorizonTry, solved: float) -> None:
        """Note that a try has come to its end, after so many seconds of solving."""
        self._solved += solved
        if attempt == self._proposer:
            # Heuristics that failed, or found no mapping at all, are not asked again.
            self.proposable = self.proposable and self.answer.mapping is not None
            self._proposer = None
        elif attempt.role == "find":
            self._spent.add((attempt.horizon, attempt.variant))
        else:
            self._minimisers.pop(attempt.variant, None)

    def _begin(self) -> None:
        """Want heuristics where they may help."""
        self._begun = True
        # Where operations may be reordered, restricted searches find more than heuristics do, but
        # for long sums they may find nothing at all.
        if self.question.problem.transform == "none" or not self.question.refutable:
            self._propose()

    def _propose(self) -> None:
        """Want the heuristics, which take the place of the search from above for a while."""
        if not self.proposable:
            return
        options = self.question.options
        options = replace(options, seed=options.seed + self._rounds)
        given = "propose", self.question.problem, 0, options, self._rounds
        self._proposer = horizon_try(*given, task=propose)
        self._rounds += 1

    def wanted(self, horizons: HorizonBounds) -> list[HorizonTry]:
        """Return the tries that shall run."""
        options = self.question.options
        if self._is_early(horizons):
            return self._deciding(horizons, [(horizons.lower, 0)])
        if not self._begun:
            self._begin()
        if options.objective:
            found = self._minimising(horizons)
        elif options.race:
            found = self._racing(horizons)
        else:
            found = self._two_sided(horizons)
        return [*filter(None, [self._proposer]), *found]

    def _is_early(self, horizons: HorizonBounds) -> bool:
        """Whether the horizon from below is tried alone: for a moment, where its model is small.

        Where operations may be reordered, restricted searches find mappings at once.
        """
        question, options = self.question, self.question.options
        usual = question.refutable and question.problem.transform == "none"
        other = question.first or options.race or options.objective
        if not usual or other or self._begun or (horizons.lower, 0) in self._excluded:
            return False
        arch = question.problem.arch
        places = 2 * len(arch.components) + len(arch.paths)
        cells = len(question.problem.dfg.values) * places * horizons.lower
        solved = self._solved + sum(each.run.solved for each in self._deciders())
        return cells <= FEW_CELLS and solved < ALONE_SECONDS

    def _two_sided(self, horizons: HorizonBounds) -> list[HorizonTry]:
        """From below towards a proof, from above towards a mapping."""
        if self._heavy() and self._proposer is None:
            self._propose()
        wanted = [(horizons.lower, 0)] if self.question.refutable else []
        spare = self.question.jobs - len(wanted) - (self._proposer is not None)
        finders = self._finding(horizons, 0 if self._heavy() else spare)
        spare -= len(finders)
        if wanted and spare > 0 and not self._heavy():
            above = self._aim(horizons)
            wanted.append(self._second_try(horizons.lower) if above is None else (above, 0))
        return [*self._deciding(horizons, wanted), *finders]

    def _racing(self, horizons: HorizonBounds) -> list[HorizonTry]:
        """Every solver of the race: on the lowest horizon, and, of two or more, every other one on
        the horizon from above.
        """
        places = range(len(self.question.options.race))
        above = self._aim(horizons)
        # A solver that can only refute stays below.
        able = [place for place in places if self._decides(place)]
        high = able[1::2]
        found = []
        if self.question.refutable:
            upper = horizons.lower if above is None else above
            # A solver without an answer from above may have one from below.
            high = [n for n in high if (upper, n) not in self._excluded]
            keys = [(upper if n in high else horizons.lower, n) for n in places]
            found = self._deciding(horizons, keys)
        return [*found, *self._finding(horizons, 1)]

    def _minimising(self, horizons: HorizonBounds) -> list[HorizonTry]:
        """Every solver looking for fewer cycles than the best mapping has, until it ends."""
        options, wanted = self.question.options, self._minimisers
        for place, attempt in list(wanted.items()):
            if attempt.horizon < horizons.lower:
                del wanted[place]
        if horizons.upper is not None:
            target = horizons.upper - 1
        else:
            target = min(n for n in (horizons.limit, 2 * horizons.lower + 4) if n is not None)
        task = partial(minimise, horizons.lower)
        for place in range(max(1, len(options.race))):
            if place not in wanted and (target, place) not in self._excluded:
                given = "decide", self.question.problem, target, options.variant(place), place
                wanted[place] = horizon_try(*given, task=task)
        return list(wanted.values())

    def confirming(self, problem: Problem, horizon: int, folder: str | None) -> HorizonTry:
        """Return a try of the default solver to refute `horizon` with a proof in `folder`."""
        options = replace(self.question.options, solver=DEFAULT_SOLVER, race=(), start=None)
        options = replace(options, encodings=Encodings(), proof_dir=folder)
        return horizon_try("confirm", problem, horizon, options)

    def _decides(self, place: int) -> bool:
        backend = chosen(self.question.options.variant(place).solver).backend
        return "decides" in backend.can

    def _deciding(self, horizons: HorizonBounds, wanted: list[tuple[int, int]]) -> list[HorizonTry]:
        """Return these tries, each a horizon and a variant, as far as useful."""
        options, problem = self.question.options, self.question.problem
        return [
            horizon_try("decide", problem, horizon, options.variant(variant), variant)
            for horizon, variant in dict.fromkeys(wanted)
            if (horizon, variant) not in self._excluded and horizons.open(horizon)
        ]

    def _finding(self, horizons: HorizonBounds, most: int) -> list[HorizonTry]:
        """Return up to `most` restricted searches at the lower bound, with varied choices."""
        running = {run.attempt for run in self._deciders("find")}
        numbers = range(most) if self._finder_options is not None else range(0)
        left = [n for n in numbers if (horizons.lower, n) not in self._spent]
        found = [self._finder(horizons, number) for number in left]
        # Those that run go on, even where there is no room for a new one.
        own = [each for each in running if each.horizon == horizons.lower and each not in found]
        return [*found, *own]

    def _finder(self, horizons: HorizonBounds, number: int) -> HorizonTry:
        """Return the restricted search from the lower bound on; `number` varies its choices."""
        question, options = self.question, self._finder_options
        assert options is not None
        limit = question.max_cycles if question.cycles is None else horizons.lower
        uppers = [self.answer.cycles, None if limit is None else limit + 1]
        upper = min((n for n in uppers if n is not None), default=None)
        options = replace(options, seed=options.seed + number)
        patience = FINDER_SECONDS if question.refutable else None
        task = partial(find, upper, patience)
        return horizon_try("find", question.problem, horizons.lower, options, number, task)

    def _deciders(self, role: str = "decide") -> Iterator[HorizonRun]:
        """Yield the running tries of a role."""
        for attempt, run in self._runs.items():
            if isinstance(attempt, HorizonTry) and attempt.role == role:
                yield HorizonRun(attempt, run)

    def _heavy(self) -> bool:
        """Whether one formula is so large that heuristics gain more than a second one."""
        large = any(each.run.clauses > HEAVY_CLAUSES for each in self._deciders())
        return self.proposable and large

    def _second_try(self, horizon: int) -> tuple[int, int]:
        """Return the horizon and variant to run beside the first try on the last open horizon.

        The time of finding a mapping, seconds or hours, is often random, so this try starts again
        with other random choices after a while; the first one goes on undisturbed.
        """
        for each in self._deciders():
            if (each.attempt.horizon, each.attempt.variant) == (horizon, self._variant):
                patience = RESTART_SECONDS * 2 ** (self._variant // 4)
                if each.run.solved > patience:
                    self._variant += 1
        return horizon, self._variant

    def _aim(self, horizons: HorizonBounds) -> int | None:
        """The horizon from above; it is left for a longer one when it takes too long."""
        target = horizons.from_above
        for each in self._deciders():
            if each.attempt.horizon == target and each.run.solving is not None:
                horizons.waited(each.run.solved, each.run.building)
        return horizons.from_above


def for_finders(options: SolverOptions) -> SolverOptions | None:
    """Return the options of restricted searches, which need a SAT engine; None where they are not
    wanted: in a race without `auto`, or with another kind of solver.
    """
    if options.pins or (options.race and AUTO not in options.race):
        return None
    backend = chosen(DEFAULT_SOLVER if options.race else options.solver).backend
    if backend.name not in PYSAT:
        return None
    # Restricted searches take turns, which not every engine can.
    engine = backend.name if goes_on(backend.name) else DEFAULT_SOLVER
    encodings = Encodings() if options.encodings.native else options.encodings
    plain = replace(options, encodings=encodings, proof_dir=None, start=None, race=())
    return replace(plain, solver=engine)
