"""One interval up to one horizon: several tries side by side, until one decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count

from models.data.certificate import IntervalReason, Proof
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.register_files.files import with_a_spare_register
from models.space_time.index import Index
from models.space_time.transfers import chain_limit
from shell.budget import UNLIMITED, Budget, Stop
from solvers.backends.sat import DEFAULT_SOLVER, SECOND_SOLVER
from solvers.certificates.refutation import renamed
from solvers.search.horizon_try import HorizonTry, horizon_try
from solvers.search.portfolio import Heard, Portfolio, Search, Try
from solvers.search.record import proof_of
from solvers.tasks.mappings import Lacking, judge, without_addresses
from solvers.tasks.messages import Decided, Failed, Infeasible
from solvers.tasks.solver_options import SHORT_CHAIN, SolverOptions

WORKERS = 2
"""Tries side by side, the heuristics included."""

UNIT_SECONDS = 5.0
"""Seconds of search of the shortest restarted tries, beyond building their model."""

TURNS = 4
"""Tries in a row that start from a known mapping, and then from none."""

LARGE = 250_000
"""Values, places and cycles from which on a model takes seconds to build."""

FAILURES = 5
"""Failed processes, such as for lack of memory, before a race is given up."""

UNSEEN = "values without addresses cannot be excluded, because the model has no variables for them"

UNDECIDED = "whether some values have addresses is not decided, and nothing is found without them"


@dataclass
class Verdict:
    """The outcome of a race: a mapping, a refutation, or neither, with the reason of its end.

    `impossible` is the reason why no horizon has a mapping, if known, and `fact` its checkable
    form. A race is `broken` when its processes fail. `proof` names the files of a refutation that
    left them. `counted` is a mapping for counted registers, without addresses in the files of the
    problem; with it, a race has `refuted` mappings with addresses only.
    """

    mapping: Mapping | None = None
    counted: Mapping | None = None
    refuted: bool = False
    proof: Proof | None = None
    impossible: str | None = None
    fact: IntervalReason | None = None
    broken: bool = False
    by: str = ""
    stopped: str | None = None
    failures: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether there is a mapping, a refutation, or a reason to end without both."""
        return self.mapping is not None or self.refuted or self.stopped is not None

    def fail(self, why: str, most: int) -> None:
        """Note a failure; so many of them break the race."""
        self.failures.append(why)
        if len(self.failures) >= most:
            self.stopped, self.broken = "; ".join(dict.fromkeys(self.failures)), True


@dataclass(frozen=True)
class RaceTry:
    """A horizon, with the options of its solver, and its seconds of work; None: until it ends.

    One that does not `decide` only finds mappings; a `spare` one leaves a register of each file.
    """

    horizon: int
    options: SolverOptions
    decides: bool
    seconds: float | None = None
    spare: bool = False


def race_tries(
    problem: Problem, first: int, last: int, options: SolverOptions
) -> Iterator[RaceTry]:
    """Yield ever other attempts to find a schedule of at most `last` cycles.

    The first one, or one for each solver of a race, decides the question. All others look for
    mappings, for a moment each, because the time of finding one, a second or an hour, is often
    random: shorter schedules from a little more than `first` cycles, which exclude less; other
    orders of the clauses, another solver; and where chains of transfers through switches need a
    length, short ones.
    """
    chained = chain_limit(Index(problem)) is not None
    deciding = replace(options, chains=("open", "exact")) if chained else options
    for place in range(max(1, len(options.race))):
        yield RaceTry(last, deciding.variant(place), True)
    turn = (problem.contexts or 0) + 1
    options = replace(options, proof_dir=None, race=(), symmetry=False)
    second = SECOND_SOLVER if options.solver == DEFAULT_SOLVER else options.solver
    for number in count():
        slack = (0, turn, turn, last - first)[number % 4]
        solver = second if number % 4 == 2 else options.solver
        changed = replace(options, seed=options.seed + number // 4, solver=solver)
        if chained:
            changed = replace(changed, chains=(SHORT_CHAIN - (number % 4 == 2),))
        yield RaceTry(min(last, first + slack), changed, False, UNIT_SECONDS * luby(number + 1))


def short_try(problem: Problem, first: int, last: int, options: SolverOptions) -> RaceTry | None:
    """Return a try of the shortest schedules, if the model of the longest ones is large.

    Where recurrences fix most times, it finds a mapping before the large model is built. With a
    register to spare, what is kept hardly ever lacks addresses.
    """
    places = 2 * len(problem.arch.components) + len(problem.arch.paths)
    if first == last or len(Index(problem).values) * places * last <= LARGE:
        return None
    solver = SECOND_SOLVER if options.solver == DEFAULT_SOLVER else options.solver
    own = replace(options, solver=solver, symmetry=False, proof_dir=None, race=())
    return RaceTry(first, own, False, UNIT_SECONDS, spare=True)


def luby(n: int) -> int:
    """The n-th term, from 1, of 1 1 2 1 1 2 4 1 1 2 …, by which restarts waste least time.

    Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.
    """
    size = n.bit_length()
    while n != (1 << size) - 1:
        if n >= 1 << size:
            size += 1
            continue
        n -= (1 << (size - 1)) - 1
        size = n.bit_length()
    return 1 << (size - 1)


class Race:
    """One question, put to several solvers at a time.

    Where the problem has register files, the attempt that decides counts registers, so that its
    refutation is one for files of every kind; those that only find mappings look for addresses.
    Once a counted mapping is known, which has none, the attempt that decides looks for addresses,
    too. Sets of values without addresses are excluded one after the other. `known` is a mapping
    with more contexts: every other four attempts that do not decide start from it.
    """

    def __init__(
        self,
        name: int,
        problem: Problem,
        span: tuple[int, int],
        options: SolverOptions,
        known: Callable[[], Mapping | None],
        *,
        counted: bool,
    ) -> None:
        self.problem, self.verdict = problem, Verdict()
        self._name, self._span, self._options, self._known = name, span, options, known
        self._counted = problem.files is not None and counted
        self._attempts: Iterator[tuple[int, RaceTry]] = iter(())
        self._running: dict[Try, tuple[HorizonTry, RaceTry]] = {}
        self._number = 0
        self._undecided = False
        self._begin()
        if (short := short_try(problem, *span, options)) is not None:
            self._attempts = chain([(0, short)], self._attempts)

    def _begin(self) -> None:
        """Begin anew with the present options; an attempt that decides for all files goes on."""
        self._running = {
            attempt: (own, given)
            for attempt, (own, given) in self._running.items()
            if given.decides and self._counted
        }
        self._attempts = enumerate(race_tries(self.problem, *self._span, self._options))
        for _ in range(len(self._running)):
            next(self._attempts)

    def wanted(self, portfolio: Portfolio, places: int) -> Sequence[Try]:
        """Return the tries that shall run, at most so many as there are `places`, or those that do.

        One that has had its time makes room for another one.
        """
        for attempt, (_, given) in list(self._running.items()):
            run = portfolio.runs.get(attempt)
            if given.seconds is None or run is None:
                continue
            # A model that took long to build is solved for at least as long.
            if run.solved > max(given.seconds, run.building):
                del self._running[attempt]
        for _ in range(places - len(self._running)):
            number, given = next(self._attempts)
            options = given.options
            if not (given.decides or given.spare) and number // TURNS % 2 == 0:
                options = options.started(self._known())
            problem = self.problem.counted if given.decides and self._counted else self.problem
            problem = with_a_spare_register(problem) if given.spare else problem
            self._number += 1
            role, horizon = f"race {self._name}", given.horizon
            attempt = horizon_try(role, problem, horizon, options, self._number)
            self._running[attempt] = attempt, given
        return list(self._running)

    def hear(self, heard: Heard) -> None:
        """Take a message of one of the tries, which may decide."""
        if heard.attempt not in self._running:
            return
        attempt, given = self._running[heard.attempt]
        verdict, message = self.verdict, heard.message
        if heard.run.ended:
            del self._running[heard.attempt]
        match message:
            case Infeasible() if not given.spare:
                verdict.refuted, verdict.impossible = True, message.reason
                verdict.fact = message.fact
            case Failed():
                if given.decides:  # no other try does
                    self._attempts = chain([(0, given)], self._attempts)
                verdict.fail(f"{attempt.solver}: {message.reason}", FAILURES)
            case Decided(mapping=Mapping() as mapping):
                self._found(mapping, attempt, given)
            case Decided(satisfiable=None) if given.decides:
                verdict.fail(f"{attempt.solver}: no answer", max(1, len(self._options.race)))
            case Decided(satisfiable=False) if given.decides and self._undecided:
                verdict.stopped = UNDECIDED
            case Decided(satisfiable=False) if given.decides:
                verdict.refuted, verdict.by = True, attempt.solver
                if message.proven:
                    name = f"{attempt.horizon}-ii-{self.problem.contexts}"
                    files = renamed(message.proven, name)
                    verdict.proof = proof_of(attempt.horizon, files, message.assumed)

    def _found(self, mapping: Mapping, attempt: HorizonTry, given: RaceTry) -> None:
        """Take a mapping, or exclude the sets of its values that have no addresses."""
        verdict, problem = self.verdict, self.problem
        judge(problem, mapping, self._options.pins)
        kind = problem.files
        lacking = Lacking() if kind is None else without_addresses(problem, mapping, kind)
        if not lacking:
            verdict.mapping, verdict.by = mapping, attempt.solver
        elif given.decides and self._counted:
            verdict.counted, self._counted = mapping, False
            self._attempts = chain([(0, replace(given, options=self._finding))], self._attempts)
        else:
            held = set(mapping.holds)
            if any(held.issuperset(together) for together in self._options.avoided):
                verdict.stopped = UNSEEN  # it would come again
                return
            self._undecided |= lacking.undecided
            self._options = replace(self._finding, avoided=(*self._options.avoided, *lacking))
            self._begin()

    @property
    def _finding(self) -> SolverOptions:
        """The options of tries that look for addresses, whose refutations are no bounds."""
        return replace(self._options, proof_dir=None)


def race(
    problem: Problem,
    span: tuple[int, int],
    options: SolverOptions,
    budget: Budget = UNLIMITED,
    *,
    conflicts: int | None = None,
) -> Verdict:
    """Return the result of a race of all horizons of `span`, with the files of the problem.

    It ends soon after `conflicts` conflicts of the try that decides.
    """
    portfolio = Portfolio(budget, counted=options.fixed_effort)
    options = replace(options, proof_dir=None)
    one = Race(0, problem, span, options, lambda: None, counted=False)
    verdict = one.verdict

    def search() -> Search[None]:
        while not verdict.over:
            heard = yield one.wanted(portfolio, WORKERS)
            if heard is not None:
                one.hear(heard)
                if conflicts is not None and heard.run.conflicts >= conflicts:
                    verdict.stopped = f"not decided in {heard.run.conflicts} conflicts"
                    return

    try:
        portfolio.run(search())
    except Stop as stop:
        verdict.stopped = str(stop)
    return verdict
