"""The search for the smallest initiation interval: heuristics and solvers, interval by interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeGuard

import msgspec

from models.counting.longest import longest_useful_horizon
from models.data.certificate import (
    Crossing,
    IntervalReason,
    Proof,
    Recurrence,
    Slots,
    is_monotone,
    is_refutable_by_proof,
    reach,
)
from models.data.mapping import Mapping
from models.data.problem import Problem, counted_contexts
from models.data.traits import require_understood
from models.errors import InfeasibleError
from models.space_time.adjacency import is_adjacent
from models.space_time.index import Index
from models.text import n_cycles
from models.transform.shapes import Shape
from shell.budget import UNLIMITED, Budget, Stopwatch
from shell.disguises import undisguised
from shell.events import BoundsMoved, Observer, lines_to
from solvers.certificates.listed import PROOF_SECONDS, listed
from solvers.search.anneal_process import ROUNDS, Annealer, anneal
from solvers.search.bounds import first_interval
from solvers.search.cyclic import Relaxation
from solvers.search.fewest import Quantity
from solvers.search.heuristic_process import HeuristicProcess
from solvers.search.heuristics_first import HUNDREDS, map_first
from solvers.search.interval_answer import ARITHMETIC, MinIi, Outcome, Start, Tried
from solvers.search.interval_horizons import FIRST_SECONDS, Horizons
from solvers.search.interval_plans import FAR, LEVELS, Plan, or_roomy, sweep, then_halve
from solvers.search.interval_race import Race, Verdict
from solvers.search.messages import IntervalTried, Proposal
from solvers.search.named_heuristics import HEURISTICS
from solvers.search.plan_process import planned
from solvers.search.same_interval import minimise, shorten
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import ready

RELAX_SECONDS = 1.0
"""Seconds for an II below a mapping before its relaxations are searched as well."""

Met = dict[int, list[tuple[Mapping, Tried]]]
"""Mappings by II, each with the record of its search."""

TOO_LARGE = "heuristics have found no more, and the exact model is too large"


class IntervalSearch:
    """One run; `answer` is valid at any moment.

    `slack` cycles are allowed beyond the shortest schedule that arithmetic does not refute, None:
    twice the II and two at first, then more. `most` is the largest II to try; None: one that
    arithmetic leaves, and many more. Without `heuristics`, solvers work alone. With `first` any
    mapping ends the search; `shortest` and `quantity` add objectives. Labels of an `annealer` guide
    annealing beside the solvers. Without `exact` it anneals alone, and only arithmetic proves.
    `shapes` are orders of the graph that heuristics map first. IIs below `least` are not tried:
    only arithmetic bounds them. Where `options` have a `proof_dir`, refutations by solvers leave
    their proofs there. A `start` has a mapping that has been judged, or only an II that is tried
    first. When the `budget` is over, `later` may name another one, once. `met` collects the
    mappings found on the way, by II; solvers had so many `conflicts`.
    """

    def __init__(
        self,
        problem: Problem,
        options: SolverOptions,
        most: int | None,
        slack: int | None = None,
        shortest: bool = False,
        budget: Budget = UNLIMITED,
        observer: Observer | None = None,
        heuristics: bool = True,
        quantity: Quantity | None = None,
        first: bool = False,
        annealer: Annealer | None = None,
        exact: bool = True,
        least: int = 1,
        shapes: tuple[Shape, ...] = (),
        start: Start | None = None,
        later: Callable[[MinIi], Budget | None] | None = None,
    ) -> None:
        self.answer = MinIi(problem, pins=options.pins)
        # Only a refutation of all useful horizons, in one piece, is a reason of a certificate.
        self._proof_dir = options.proof_dir if is_monotone(problem.dfg, problem.arch) else None
        self._provable = is_refutable_by_proof(problem.dfg, problem.transform)
        self.options = options = replace(options, proof_dir=None)
        pinned = max((pin.cycle or 0 for pin in options.pins.places), default=0)
        self._horizons = Horizons(problem, slack, pinned)
        self._given = most
        latest = max((pin.context or 0 for pin in options.pins.places), default=0)
        self.answer.most = _many(problem) + latest + 1 if most is None else most
        self._hopeless = False
        self._shortest, self._budget, self._quantity = shortest, budget, quantity
        self._first = first
        self._observe = observer or (lambda event: None)
        self._tell = lines_to(self._observe)
        self._heuristics, self._broken = heuristics and exact, False
        self._annealer, self._exact, self._least = annealer or Annealer(), exact, least
        if not exact:
            cannot = f"is nothing that {self._annealer.name} knows"
            require_understood(problem.arch, HEURISTICS[LEVELS].understands, cannot)
        self._adjacent = is_adjacent(Index(problem))
        self._modulo: HeuristicProcess | None = None
        self._watch = Stopwatch()
        self._relaxation = Relaxation(problem, options, self._proof_dir)
        self._patience = UNLIMITED
        self._shapes = shapes if self._heuristics else ()
        self._large = self._heuristics and len(problem.dfg.operations) > HUNDREDS
        self.answer.start = start
        self.met: Met = {}
        self._later = later
        self.conflicts = 0

    def run(self) -> MinIi:
        """Search until the answer is proven, the time is up, or `Stop` is raised by a signal."""
        answer, start, self._watch = self.answer, self.answer.start, Stopwatch()
        try:
            if start is not None and start.mapping is not None and start.ii <= answer.most:
                self._found(start.mapping, "the mapping given", 0.0)
            if self._bound():
                if not self._exact:
                    self._anneal(self._annealer)
                    return answer
                large = self._large
                if not large:
                    self._sweep()
                solvable = not large or self._horizons.is_buildable(self._start)
                self._map_first(solvable=solvable)
                if solvable:
                    if large:
                        self._sweep()
                    self._decide()
                elif not self._known(self._start) or self._shortest or self._quantity:
                    self._in_time()
                    answer.stopped = TOO_LARGE
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            if self._modulo is not None:
                self._modulo.stop()
            self._relaxation.stop()
            answer.seconds["total"] = self._watch.seconds
            self._conclude()
        return answer

    @undisguised()
    def _bound(self) -> bool:
        """Refute IIs by arithmetic, from below; return whether any II is left."""
        # Counted resources only grow scarcer with fewer contexts.
        while (refuted := self._arithmetic(self.answer.most)) is not None:
            if self._given is None and _overcome(refuted.fact):
                self.answer.most = 2 * max(self.answer.most, reach(refuted.fact))
                continue
            self._hopeless = self._given is not None or refuted.fact is not None
            self._note(refuted)
            self.answer.lower, self.answer.lower_reason = self.answer.most + 1, refuted.reason
            return False
        answer = self.answer
        first_interval(
            self._horizons.first,
            answer.lower,
            answer.most,
            lambda contexts, fact: self._note(_refuted(contexts, fact)),
        )
        return True

    def _sweep(self) -> None:
        """Start heuristics on all remaining IIs, beside the other processes."""
        answer, options = self.answer, self.options
        most = answer.most if answer.contexts is None else answer.contexts - 1
        if self._heuristics and self._start <= most:
            given = answer.problem, self._start, most, options
            plan: Plan = sweep if answer.start is None else partial(sweep, aim=answer.start.ii)
            if self._large:
                # They have been tried at some intervals before.
                plan = partial(or_roomy, plan, failed=0, annealed=False)
            else:
                plan = partial(then_halve, partial(or_roomy, plan))
            task = planned(plan, *given, guess=self._annealer.guess)
            self._modulo = HeuristicProcess(answer.problem, task, options.memory_limit)

    @property
    def _start(self) -> int:
        """The smallest II to try."""
        return max(self.answer.lower, self._least)

    @undisguised()
    def _decide(self) -> None:
        """Let solvers look for smaller IIs, and for further objectives."""
        aim = None if self.answer.start is None else self.answer.start.ii
        if aim is not None and self._start <= aim <= self.answer.most and not self._known(aim):
            self._try(aim, FIRST_SECONDS)
        self._ascend()
        self._return()
        if self._shortest and self.answer.mapping is not None:
            shorten(self.answer, self.options, self._budget)
        if self._quantity is not None and self.answer.mapping is not None:
            minimise(self.answer, self._quantity, self.options, self._budget, self._tell)

    @undisguised()
    def _map_first(self, *, solvable: bool) -> None:
        """Let heuristics map a large graph, or a graph and its shapes, before solvers begin.

        A problem too large to be `solvable` by a model is left to them.
        """
        answer = self.answer
        if not self._heuristics or self._known(self._start):
            return

        def found(message: Proposal) -> int | None:
            self._found(message.mapping, message.by, message.seconds)
            # With `first`, any mapping is enough.
            return self._start if self._first else answer.contexts

        most = answer.most if answer.contexts is None else answer.contexts - 1
        how = self._start, most, self.options, self._budget, found, solvable, self._first
        map_first(answer.problem, self._shapes, *how)

    def _anneal(self, annealer: Annealer) -> None:
        """Anneal alone, from the bound on, to the first mapping."""
        answer, budget = self.answer, self._budget
        how = annealer, answer.most, budget, None if budget.limited else ROUNDS
        given = answer.problem, self._start, self.options.seed, self.options.files
        task = partial(anneal, *how, *given)
        process = HeuristicProcess(answer.problem, task, self.options.memory_limit)
        try:
            while process.running and answer.mapping is None:
                self._in_time()
                ready([process], self._budget)
                for message in process.heard():
                    self._annealed(message)
        finally:
            process.stop()
        if process.failed is not None:
            self._tell(f"{annealer.name}: {process.failed}")
            answer.stopped = process.failed
        elif answer.mapping is None:
            answer.stopped = f"{annealer.name} has found nothing"

    def _annealed(self, message: Proposal | IntervalTried) -> None:
        by, seconds = message.by, message.seconds
        if isinstance(message, Proposal):
            self._found(message.mapping, by, seconds)
        else:
            reason = f"{by} found no mapping"
            self._note(Tried(message.contexts, "open", reason, None, seconds, by))

    def _in_time(self) -> None:
        if not self._budget.over():
            return
        later, self._later = self._later, None
        budget = None if later is None else later(self.answer)
        if budget is None or budget.over():
            raise KeyboardInterrupt("time limit")
        self._budget = budget

    def _ascend(self) -> None:
        """Try one interval after the other, each for a moment, until one has a mapping."""
        for contexts in range(self._start, self.answer.most + 1):
            if self._known(contexts) or self._broken:
                return
            self._try(contexts, FIRST_SECONDS)

    def _return(self) -> None:
        """Try open IIs below the mapping again, with ever more time.

        The largest II comes first: it is the most likely to improve the answer.
        """
        seconds, moved = FIRST_SECONDS, True
        while moved and not self._broken:
            seconds, moved = 2 * seconds, False
            for contexts, tried in sorted(self.answer.tried.items(), reverse=True):
                if tried.outcome in ("open", "refuted up to horizon") and not self._known(contexts):
                    moved |= self._try(contexts, seconds)

    def _known(self, contexts: int) -> bool:
        """Whether an II needs no further try."""
        found = self.answer.contexts
        return found is not None and (self._first or found <= contexts)

    def _arithmetic(self, contexts: int) -> Tried | None:
        """Refute an II at every horizon, if arithmetic can."""
        try:
            self._horizons.first(contexts)
        except InfeasibleError as fact:
            return _refuted(contexts, fact)
        return None

    def _problem(self, contexts: int) -> Problem:
        changed: Problem = msgspec.structs.replace(self.answer.problem, contexts=contexts)
        return changed

    def _try(self, contexts: int, seconds: float) -> bool:
        """Look for any mapping with so many contexts; return whether the try was made."""
        problem, watch = self._problem(contexts), Stopwatch()
        budget, before = self._budget.within(seconds), self.answer.tried.get(contexts)
        span = self._horizons.span(contexts, before)
        if not self._horizons.worth(contexts, span, before, seconds, limited=self._budget.limited):
            return False
        first, limit, longest = span
        self._tell(f"II {contexts}: schedules of {first} to {n_cycles(limit)}")
        self._patience = Budget.of(RELAX_SECONDS if before is None else 0.0)
        verdict = self._race(problem, first, limit, budget)
        spent = watch.seconds
        if self._is_settled(contexts):
            return True
        if verdict.mapping is not None:
            self._found(verdict.mapping, verdict.by, spent)
        elif verdict.impossible is not None:
            reason, fact = verdict.impossible, verdict.fact if self._provable else None
            self._note(Tried(contexts, "refuted", reason, None, spent, "the model", fact))
        elif verdict.refuted:
            every = longest is not None and limit >= longest
            outcome: Outcome = "refuted" if every else "refuted up to horizon"
            reason = f"no schedule of {'any length' if every else f'at most {limit} cycles'}"
            proof = verdict.proof if every else None
            if every and not self._provable and self._proof_dir is not None:
                proof = self._proof_by_orders(problem, self._proof_dir, spent)
            self._note(Tried(contexts, outcome, reason, limit, spent, verdict.by, proof=proof))
        else:
            kept = self.answer.tried.get(contexts)
            if kept is None or kept.outcome == "open":
                reason = verdict.stopped or "not decided"
                self._note(Tried(contexts, "open", reason, limit, spent))
            if verdict.broken:
                self._broken, self.answer.stopped = True, verdict.stopped
        self._in_time()
        return True

    def _proof_by_orders(self, problem: Problem, folder: str, spent: float) -> Proof | None:
        """Refute an II again with all orders listed, if that takes not much longer."""
        other = listed(problem, self.options.pins)
        horizon = None if other is None else longest_useful_horizon(Index(other))
        if other is None or horizon is None:
            return None
        race = Race(other, horizon, horizon, replace(self.options, proof_dir=folder))
        return race.run(self._budget.within(max(PROOF_SECONDS, spent)), lambda: False).proof

    def _race(self, problem: Problem, first: int, limit: int, budget: Budget) -> Verdict:
        """Decide all horizons up to `limit`: by that alone where longer ones are never worse."""
        spans = [(horizon, horizon) for horizon in range(first, limit + 1)]
        if is_monotone(problem.dfg, problem.arch):
            spans = [(first, limit)]
        verdict = Verdict()
        for span in spans:
            proof_dir = self._proof_dir if self._provable else None
            options = replace(self.options, proof_dir=proof_dir)
            race = Race(problem, *span, options, self._beside)
            verdict = race.run(budget, lambda: self._hear(problem.contexts or 0))
            self.conflicts += verdict.conflicts
            if not verdict.refuted:
                return verdict
        return verdict

    def _beside(self) -> HeuristicProcess | None:
        """Return the heuristics that take the place of a solver, until a mapping is found.

        Restarts, which need that place, are then the best at a better one, but not where units read
        from neighbours.
        """
        process = self._modulo
        if process is None or not process.running:
            return None
        return process if self._adjacent or not self._near() else None

    def _near(self) -> bool:
        """Whether a mapping exists that is not merely sequential."""
        found = self.answer.contexts
        return found is not None and found <= FAR * self._start

    def _hear(self, contexts: int) -> bool:
        """Take mappings of heuristics; return whether they make this II superfluous."""
        if self._modulo is not None:
            for message in self._modulo.heard():
                if isinstance(message, Proposal):
                    self._found(message.mapping, message.by, message.seconds)
        if self._exact and self._is_doubtful(contexts) and not self._known(contexts):
            refuted = self._relaxation.refuted(contexts)
            if refuted is not None:
                self._note(refuted)
        return self._is_settled(contexts)

    def _is_doubtful(self, contexts: int) -> bool:
        """Whether a refutation of an II merits a process.

        Without a mapping that is only so if the first schedule lengths are refuted: longer ones
        might be tried without end.
        """
        tried = self.answer.tried.get(contexts)
        short = tried is not None and tried.outcome == "refuted up to horizon"
        doubtful = short or self._near()
        return doubtful and self._patience.over()

    def _is_settled(self, contexts: int) -> bool:
        """Whether an II needs no further try, or is refuted."""
        tried = self.answer.tried.get(contexts)
        return self._known(contexts) or (tried is not None and tried.outcome == "refuted")

    def _found(self, mapping: Mapping, by: str, seconds: float) -> None:
        answer, contexts = self.answer, mapping.contexts
        assert contexts is not None
        reason = f"a schedule of {n_cycles(mapping.horizon)}"
        tried = Tried(contexts, "mapped", reason, mapping.horizon, seconds, by)
        self.met.setdefault(contexts, []).append((mapping, tried))
        if self._known(contexts):
            tried.at = self._watch.seconds
            return
        # A signal may come at any moment: an II is set together with its mapping.
        answer.mapping, answer.found_by = mapping, by
        answer.contexts, answer.status = contexts, "feasible"
        self._note(tried)

    def _note(self, tried: Tried) -> None:
        answer = self.answer
        tried.at = self._watch.seconds
        answer.tried[tried.contexts] = tried
        if tried.outcome == "refuted" and tried.by == ARITHMETIC and tried.contexts >= answer.lower:
            # Counted resources grow scarcer with fewer contexts.
            answer.lower = tried.contexts
        while (known := answer.tried.get(answer.lower)) is not None and known.outcome == "refuted":
            answer.lower += 1
            answer.lower_reason = f"with {counted_contexts(known.contexts)}, {known.reason}"
        by = f" by {tried.by}" if tried.outcome == "mapped" else ""
        self._tell(f"II {tried.contexts}: {tried.outcome}{by}: {tried.reason}")
        self._observe(BoundsMoved(answer.lower, answer.contexts, answer.lower_reason))

    def _conclude(self) -> None:
        answer = self.answer
        if answer.contexts is not None and answer.mapping is not None:
            answer.status = "optimal" if answer.lower >= answer.contexts else "feasible"
        elif answer.lower > self.answer.most and (self._hopeless or self._given is not None):
            answer.status = "infeasible"


def _refuted(contexts: int, fact: InfeasibleError) -> Tried:
    return Tried(contexts, "refuted", str(fact), fact=fact.fact)


def _many(problem: Problem) -> int:
    """An interval at which operations might be executed one after the other."""
    dfg = problem.dfg
    latencies = [dfg.default_latency(operation.operator) for operation in dfg.operations]
    return sum(latencies) + (len(problem.arch.components) + 1) * (len(latencies) + 1)


def _overcome(reason: IntervalReason | None) -> TypeGuard[Recurrence | Slots | Crossing]:
    """Whether a larger II overcomes a reason by counting."""
    counting = isinstance(reason, Slots | Crossing) and reason.units > 0
    return isinstance(reason, Recurrence) or counting
