"""Tries of IIs by solvers, one after the other, beside heuristics and relaxations."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from models.constraints.properties import kept_by, refutes_fewer
from models.counting.longest import horizon_in_files, longest_useful_horizon
from models.data.certificate import Addressed, Proof, is_refutable_by_proof
from models.data.problem import Problem
from models.space_time.adjacency import is_adjacent
from models.space_time.index import Index
from models.text import n_cycles
from models.transform.loaded import invariants_as_constants
from shell.budget import Stop, Stopwatch
from solvers.certificates.listed import PROOF_SECONDS, listed
from solvers.mappers.choices import beside_pipeline, chosen_pipeline
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.pipelines import FAR
from solvers.search.interval_answer import Outcome, Tried
from solvers.search.interval_horizons import Horizons, Span
from solvers.search.interval_race import WORKERS, Race, Verdict
from solvers.search.interval_record import IntervalRecord
from solvers.search.portfolio import Heard, Portfolio, Search, Try
from solvers.search.relaxation import Relaxation
from solvers.tasks.messages import Proposal
from solvers.tasks.solver_options import SolverOptions

ALONE_SECONDS = 0.6
"""Seconds of work in which heuristics may map the first II before a solver begins: they map most
loops of some tens of operations, for which the solver would build a large model in vain.
"""

PATIENT = 4
"""That many times as long on the wall: something else is done first, such as compiling."""

ALONE_OPERATIONS, SHORTER = 16, 0.2
"""Smaller loops leave less of it: solvers decide them as soon."""

BESIDE_SECONDS = 4.0
"""Seconds of work in which heuristics soon improve what they have mapped."""

RELAX_SECONDS = 1.0
"""Seconds for an II below a mapping before its relaxations are searched as well."""


class IntervalTries:
    """The tries of a question, whose results go into the `record`.

    They are `broken` once processes fail. `sweep` lets heuristics go on beside them, from one
    II to the next.
    """

    def __init__(self, record: IntervalRecord, horizons: Horizons, portfolio: Portfolio) -> None:
        question = record.question
        self._record, self._horizons, self._portfolio = record, horizons, portfolio
        problem, options = record.problem, question.options
        # Only a refutation of all useful horizons, in one piece, is a reason of a certificate.
        self._monotone = refutes_fewer(problem)
        self._proof_dir = options.proof_dir if self._monotone else None
        self._provable = is_refutable_by_proof(problem.transform) and kept_by(problem).down
        self._options = replace(options, proof_dir=None)
        plain = invariants_as_constants(problem.unconstrained).problem
        self._adjacent = is_adjacent(Index(plain))
        self._sweep: Try | None = None
        # What is refuted without a user's constraints is refuted with them.
        free = problem.counted.unconstrained
        self._relaxation = Relaxation(free, self._options, self._proof_dir)
        self._patience = 0.0
        few = len(problem.dfg.operations) < ALONE_OPERATIONS
        self._alone = ALONE_SECONDS * (SHORTER if few else 1.0)
        self._races = 0
        self._workers = max(WORKERS, question.jobs or 0, len(options.race) + 1)
        self.broken = False

    def sweep(self, *, large: bool) -> None:
        """Let heuristics try all remaining IIs from now on, beside the other tries.

        A `large` loop has been tried at some IIs before.
        """
        record, question = self._record, self._record.question
        first, last = record.start, record.last
        if not question.heuristics or first > last:
            return
        if question.pipeline is not None:
            pipeline = chosen_pipeline(question.pipeline)
        else:
            aim = None if question.start is None else question.start.ii
            pipeline = beside_pipeline(large=large, first=question.first, aim=aim)
        given = record.problem, first, last, self._options.seed
        task = pipeline_task(pipeline, *given, guess=question.annealer.guess)
        self._sweep = Try(("heuristics",), task, self._options.memory_limit)

    def make(self, contexts: int, seconds: float) -> Search[bool]:
        """Look for any mapping with so many contexts; return whether the try was made."""
        record, watch = self._record, Stopwatch()
        problem, before = record.problem.at(contexts), record.answer.tried.get(contexts)
        until = self._portfolio.clock + seconds
        in_files = contexts in record.answer.counted
        span = self._horizons.span(contexts, before, in_files=in_files)
        limited = self._portfolio.budget.limited
        if not self._horizons.worth(contexts, span, before, seconds, limited=limited):
            return False
        record.tell(f"II {contexts}: schedules of {span.first} to {n_cycles(span.limit)}")
        self._patience = self._portfolio.clock + (RELAX_SECONDS if before is None else 0.0)
        if (yield from self._is_mapped_alone(contexts, until)):
            return True
        verdict = yield from self._race(problem, span, until)
        spent = watch.seconds
        if record.is_settled(contexts):
            return True
        if verdict.mapping is not None:
            record.found(verdict.mapping, verdict.by, spent)
        elif verdict.counted is not None or contexts in record.answer.counted:
            yield from self._without_addresses(problem, verdict, span, spent)
        elif verdict.impossible is not None:
            reason, fact = verdict.impossible, verdict.fact if self._provable else None
            record.note(Tried(contexts, "refuted", reason, None, spent, "the model", fact))
        elif verdict.refuted:
            every = span.longest is not None and span.limit >= span.longest
            yield from self._refuted(problem, verdict, span.limit, spent, every=every)
        else:
            self._undecided(contexts, verdict, span.limit, spent, seconds)
        return True

    def _without_addresses(
        self, problem: Problem, verdict: Verdict, span: Span, spent: float
    ) -> Search[None]:
        """Note that counted registers have a mapping, and whether none of any length has addresses
        in the files of the problem.
        """
        record, contexts = self._record, problem.contexts or 1
        record.answer.counted.add(contexts)
        tried = Tried(contexts, "open", "mapped for counted registers", span.limit, spent)
        tried.by = verdict.by
        if verdict.refuted:
            most = f"of at most {span.limit} cycles"
            horizon = horizon_in_files(problem, self._options.pins)
            if horizon is not None and span.limit >= horizon:
                tried.outcome, most = "refuted", "of any length"
                if self._proof_dir is not None:
                    tried.fact = yield from self._proof_in_files(problem, spent)
            else:
                tried.outcome = "refuted up to horizon"
            tried.reason += f"; no mapping {most} has addresses in {problem.files} files"
        record.note(tried)

    def _proof_in_files(self, problem: Problem, spent: float) -> Search[Addressed | None]:
        """Refute an II again for its kind of files with a proof, if that takes not much longer."""
        from solvers.certificates.addressed import send_refutation

        assert self._proof_dir is not None
        task = partial(send_refutation, problem, self._proof_dir, self._options.pins)
        attempt = Try(("proof in files", problem.contexts), task, self._options.memory_limit)
        until = self._portfolio.clock + max(PROOF_SECONDS, spent)
        while not self._portfolio.has_ended(attempt) and self._portfolio.clock < until:
            heard = yield [attempt]
            if heard is not None and isinstance(heard.message, Addressed):
                return heard.message
        return None

    def _refuted(
        self, problem: Problem, verdict: Verdict, limit: int, spent: float, *, every: bool
    ) -> Search[None]:
        """Note that there is no schedule up to a limit, or with `every` one of any length."""
        outcome: Outcome = "refuted" if every else "refuted up to horizon"
        reason = f"no schedule of {'any length' if every else f'at most {limit} cycles'}"
        proof = verdict.proof if every else None
        if every and not self._provable and self._proof_dir is not None:
            proof = yield from self._proof_by_orders(problem, self._proof_dir, spent)
        found = problem.contexts or 0, outcome, reason, limit, spent, verdict.by
        self._record.note(Tried(*found, proof=proof))

    def _undecided(
        self, contexts: int, verdict: Verdict, limit: int, spent: float, seconds: float
    ) -> None:
        kept = self._record.answer.tried.get(contexts)
        if kept is None or kept.outcome == "open":
            # That is the end of this try, not of the whole search.
            reason = verdict.stopped or f"not decided in {seconds:g} s, the time of one try"
            self._record.note(Tried(contexts, "open", reason, limit, spent))
        if verdict.broken:
            self.broken, self._record.answer.stopped = True, verdict.stopped

    def _proof_by_orders(self, problem: Problem, folder: str, spent: float) -> Search[Proof | None]:
        """Refute an II again with all orders listed, if that takes not much longer."""
        other = listed(problem, self._options.pins)
        horizon = None if other is None else longest_useful_horizon(Index(other))
        if other is None or horizon is None:
            return None
        until = self._portfolio.clock + max(PROOF_SECONDS, spent)
        options = replace(self._options, proof_dir=folder)
        race = self._new_race(other, (horizon, horizon), options)
        while not race.verdict.over:
            if self._portfolio.clock >= until:
                return None
            heard = yield race.wanted(self._portfolio, self._workers)
            if heard is not None:
                race.hear(heard)
        return race.verdict.proof

    def _race(self, problem: Problem, span: Span, until: float) -> Search[Verdict]:
        """Decide all horizons of a span: by the last alone where longer ones are never worse."""
        first, limit, _ = span
        spans = [(horizon, horizon) for horizon in range(first, limit + 1)]
        if self._monotone:
            spans = [(first, limit)]
        verdict, counted = Verdict(), None
        for each in spans:
            proof_dir = self._proof_dir if self._provable else None
            race = self._new_race(problem, each, replace(self._options, proof_dir=proof_dir))
            verdict = race.verdict
            contexts = problem.contexts or 0
            while not (verdict.over or self._record.is_settled(contexts)):
                if self._portfolio.clock >= until:
                    break
                try:
                    yield from self._listen(contexts, race)
                except Stop as stop:
                    verdict.stopped = str(stop)
                    if contexts not in self._record.answer.tried:
                        self._undecided(contexts, verdict, limit, 0.0, 0.0)
                    raise
            counted = counted or verdict.counted
            verdict.counted = counted
            if not verdict.refuted:
                return verdict
        return verdict

    def _new_race(self, problem: Problem, span: tuple[int, int], options: SolverOptions) -> Race:
        self._races += 1
        record = self._record
        counted = problem.contexts not in record.answer.counted
        return Race(
            self._races, problem, span, options, lambda: record.answer.mapping, counted=counted
        )

    def _listen(self, contexts: int, race: Race | None) -> Search[None]:
        """Let a race, heuristics and a relaxation of an II go on until the next message."""
        beside = self._beside()
        tries: list[Try] = [] if self._sweep is None else [self._sweep]
        if race is not None:
            tries += race.wanted(self._portfolio, self._workers - beside)
            if self._is_doubtful(contexts) and contexts not in self._record.answer.counted:
                tries += self._relaxation.wanted(contexts)
        heard = yield tries
        if heard is None:
            return
        if heard.attempt == self._sweep:
            self._take(heard)
        elif race is not None:
            race.hear(heard)
            refuted = self._relaxation.refuted(heard)
            if refuted is not None and not self._record.is_known(contexts):
                self._record.note(refuted)

    def _take(self, heard: Heard) -> None:
        """Take a message of the heuristics."""
        if isinstance(heard.message, Proposal):
            message = heard.message
            self._record.found(message.mapping, message.by, message.seconds)
        elif heard.run.ended:
            self._sweep = None

    def _beside(self) -> bool:
        """Whether heuristics take the place of a solver: at first, and until a mapping is found.

        Restarts, which need that place, are then better, but not where units read from neighbours.
        """
        run = None if self._sweep is None else self._portfolio.runs.get(self._sweep)
        early = run is not None and run.work < BESIDE_SECONDS
        return self._sweep is not None and (early or self._adjacent or not self._is_near())

    def _is_mapped_alone(self, contexts: int, until: float) -> Search[bool]:
        """Hear the heuristics for a moment, at the first try only; return whether an II is mapped
        by then.
        """
        alone, self._alone = self._alone, 0.0
        while alone and self._sweep is not None and self._portfolio.clock < until:
            if self._record.is_settled(contexts):
                return True
            run = self._portfolio.runs.get(self._sweep)
            if run is not None and (
                run.work >= alone
                or (not self._portfolio.counted and run.seconds >= PATIENT * alone)
            ):
                break
            yield from self._listen(contexts, None)
        return self._record.is_settled(contexts)

    def _is_near(self) -> bool:
        """Whether a mapping exists that is not merely sequential."""
        found = self._record.answer.contexts
        return found is not None and found <= FAR * self._record.start

    def _is_doubtful(self, contexts: int) -> bool:
        """Whether a refutation of an II merits a process.

        Without a mapping that is only so if the first schedule lengths are refuted: longer ones
        might be tried without end.
        """
        tried = self._record.answer.tried.get(contexts)
        short = tried is not None and tried.outcome == "refuted up to horizon"
        return (short or self._is_near()) and self._portfolio.clock >= self._patience
