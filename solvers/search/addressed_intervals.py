"""The smallest II with register files whose values have addresses, from counted registers.

An II that counted registers refute has no mapping with such files either: bounds stay. Of all
mappings of the counted search, those with addresses are kept. If none has addresses, heuristics and
solvers look for other mappings, II by II, in which no stretch is longer than the files allow; sets
of stretches that still have no addresses are avoided from then on. The search never claims that an
II has no mapping with addresses: no certificate could show it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING

import msgspec

from models.data.mapping import Mapping
from models.register_files.files import Kind
from models.text import n_cycles
from models.transform.shapes import Shape
from shell.disguises import undisguised
from shell.events import Observer, lines_to
from solvers.search.addressed_tries import TIME, Tries
from solvers.search.addresses import fits
from solvers.search.heuristic_process import HeuristicProcess
from solvers.search.heuristics_first import map_first
from solvers.search.interval_answer import MinIi, Tried
from solvers.search.interval_horizons import Horizons
from solvers.search.interval_plans import FAILED, or_roomy, rising, sweep
from solvers.search.intervals import TOO_LARGE, Met
from solvers.search.messages import Proposal
from solvers.search.options import SolverOptions
from solvers.search.other_ways import send_other_ways
from solvers.search.plan_process import planned
from solvers.search.same_interval import shorten
from solvers.search.supervisor import ready

if TYPE_CHECKING:
    from heuristics.labels.labels import Guess

ASCENT_SECONDS = 5.0
"""Seconds for an II before the next one, at first; doubled in each round."""

POLL_SECONDS = 0.1

ROUNDS = 4
"""Rounds of tries of an II without a time limit."""

MORE = 8
"""The largest II tried is twice the counted one plus this."""

OTHER = 1_000_003
"""From the seed of the counted search to that of the heuristics here: other mappings are wanted."""


@dataclass
class AddressedSearch:
    """Looks for a mapping with addresses, from the counted `answer`, which it changes.

    `options` have the kind of the files. `slack` and `deadline` are as of `IntervalSearch`, and
    `begun` is the start of the counted search, by `time.perf_counter`. With `only_first` any
    mapping ends the search; `shortest` also minimises its cycles. `met` has the mappings of the
    counted search, by II, the answer among them, found in so many `conflicts`. Without
    `heuristics`, solvers work alone; the other fields are for heuristics.
    """

    answer: MinIi
    options: SolverOptions
    slack: int | None
    deadline: float | None
    observer: Observer
    begun: float
    only_first: bool = False
    shortest: bool = False
    met: Met = field(default_factory=dict)
    heuristics: bool = True
    guess: Guess | None = None
    shapes: tuple[Shape, ...] = ()
    conflicts: int = 0
    _process: HeuristicProcess | None = None

    def __post_init__(self) -> None:
        pinned = max((pin.cycle or 0 for pin in self.options.pins.places), default=0)
        horizons = Horizons(self.answer.problem, self.slack, pinned)
        share = self.conflicts // ((self.answer.contexts or 1) + MORE + 1)
        how = self.deadline, share, self._hear, self._beside
        self._tries = Tries(self.options, horizons, *how)

    def run(self) -> MinIi:
        """Search until a mapping is found, no II is left, the time is up, or `Stop` comes."""
        answer, clock = self.answer, time.perf_counter()
        first, mapping = answer.contexts, answer.mapping
        if first is None or mapping is None:
            return answer
        stopped = answer.stopped
        # A signal may come at any moment: until its addresses are known, the mapping is withdrawn.
        self._forget()
        try:
            self._remember()
            answer.stopped = None if stopped == TIME and self._left() > 0 else stopped
            enough = answer.contexts is not None and (self.only_first or answer.contexts == first)
            if not enough and answer.stopped in (None, TOO_LARGE):
                self._search(first)
            if self.shortest and answer.mapping is not None and answer.stopped is None:
                shorten(answer, self.options, self.deadline)
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            if self._process is not None:
                self._process.stop()
            self._compare(first)
            spent = time.perf_counter() - clock
            answer.seconds["total"] = answer.seconds.get("total", 0.0) + spent
        return answer

    @property
    def kind(self) -> Kind:
        """The kind of the files."""
        assert self.options.files is not None
        return self.options.files

    @undisguised()
    def _search(self, first: int) -> None:
        """Let heuristics map a large graph; then, where that is possible, solvers beside them."""
        answer, solvable = self.answer, self.answer.stopped is None
        last = min(answer.most, 2 * first + MORE)
        left = None if self.deadline is None else self._left()
        if solvable:
            self._find_other_ways()
        if self.heuristics and not self._is_known(first):

            def found(message: Proposal) -> int | None:
                self._found(message)
                return first if self.only_first else answer.contexts

            most = self._below(last) - 1
            how = first, most, self._others, left, found, solvable, self.only_first
            map_first(answer.problem, self.shapes, *how)
        if solvable and not self._is_known(first):
            self._ascend(first, last)
        elif answer.mapping is None:
            answer.stopped = f"no mapping for {self.kind} files is found by heuristics, and"
            answer.stopped += " the exact model is too large"

    def _find_other_ways(self) -> None:
        """Let a process find addresses for the mappings of the counted search, the best first."""
        best = self._below(self.answer.most)
        met = [
            (mapping, tried.by)
            for contexts, found in sorted(self.met.items(), key=itemgetter(0))
            for mapping, tried in found
            if contexts < best
        ]
        problem = self.answer.problem
        task = partial(send_other_ways, problem, met, self.kind)
        process = HeuristicProcess(problem, task, self.options.memory_limit)
        try:
            while process.running:
                if self._left() <= 0:
                    raise KeyboardInterrupt(TIME)
                ready([process], POLL_SECONDS)
                for message in process.heard():
                    if isinstance(message, Proposal):
                        self._found(message)
        finally:
            process.stop()

    def _ascend(self, first: int, last: int) -> None:
        """Try the remaining IIs, each for a moment, and again for ever longer.

        Upwards, at first in steps that grow, until one is mapped, and then those below it, the
        largest first.
        """
        answer, seconds = self.answer, ASCENT_SECONDS
        self._begin(first, last)
        for number in count():
            if number == ROUNDS and self.deadline is None:
                break
            ascending = answer.contexts is None
            below = self._below(last)
            wanted = range(first, below) if number else rising(first, below - 1)
            left = [n for n in wanted if n not in self._tries.exhausted]
            if not left or self._tries.is_over(number, mapped=not ascending):
                break
            for contexts in left if ascending else reversed(left):
                if self._tries.is_over(number, mapped=not ascending):
                    break
                if self._is_known(contexts):
                    continue
                self._try(contexts, min(seconds, max(1.0, self._left() / 4)), number)
                if answer.contexts is not None and (self.only_first or ascending):
                    break
            if self.only_first and answer.contexts is not None:
                return
            seconds *= 2
        answer.given_up = True
        if answer.contexts is None:
            answer.stopped = f"no mapping for {self.kind} files is found up to II {last}"

    def _begin(self, first: int, last: int) -> None:
        """Let heuristics look for mappings with addresses, beside solvers."""
        most = self._below(last) - 1
        if not self.heuristics or first > most:
            return
        plan = partial(or_roomy, sweep, failed=FAILED)
        problem, given = self.answer.problem, (first, most, self._others)
        task = planned(plan, problem, *given, guess=self.guess)
        self._process = HeuristicProcess(problem, task, self.options.memory_limit)

    @property
    def _others(self) -> SolverOptions:
        return replace(self.options, seed=self.options.seed + OTHER)

    def _beside(self) -> HeuristicProcess | None:
        return self._process if self._process is not None and self._process.running else None

    def _hear(self, contexts: int) -> bool:
        """Take the mappings of the heuristics; return whether they make an II superfluous."""
        if self._process is not None:
            for message in self._process.heard():
                if isinstance(message, Proposal):
                    self._found(message)
        return self._is_known(contexts)

    def _below(self, last: int) -> int:
        """Return the II below which mappings are looked for."""
        return last + 1 if self.answer.contexts is None else self.answer.contexts

    def _is_known(self, contexts: int) -> bool:
        found = self.answer.contexts
        return found is not None and (self.only_first or found <= contexts)

    def _left(self) -> float:
        return inf if self.deadline is None else self.deadline - time.perf_counter()

    def _forget(self) -> None:
        """Withdraw the mappings, as they may have no addresses in such files."""
        answer = self.answer
        answer.status, answer.contexts = "unknown", None
        answer.mapping, answer.found_by = None, None
        for contexts, tried in answer.tried.items():
            if tried.outcome == "mapped":
                reason = "mapped for counted registers"
                answer.tried[contexts] = replace(tried, outcome="open", reason=reason)

    def _remember(self) -> None:
        """Keep the mappings that have addresses; the one with the smallest II is the best."""
        for contexts, found in sorted(self.met.items(), key=itemgetter(0)):
            for mapping, tried in found:
                if fits(self.answer.problem, self.kind, mapping):
                    self.answer.tried[contexts] = tried
                    if self.answer.contexts is None:
                        self._keep(mapping, contexts, tried.by)
                    break

    def _compare(self, first: int) -> None:
        """Add a note if counted registers allow a smaller interval."""
        found = self.answer.contexts
        if found is None or found > first:
            what = f"note: counted registers do with II {first}, without addresses for all values"
            self.answer.notes.append(f"{what}; --register-files counted gives that mapping")

    def _found(self, message: Proposal) -> None:
        """Keep a mapping of the heuristics, if it has addresses."""
        mapping, contexts = message.mapping, message.mapping.contexts or 1
        if not self._is_known(contexts) and fits(self.answer.problem, self.kind, mapping):
            self._mapped(mapping, message.by, message.seconds)

    def _mapped(self, mapping: Mapping, by: str, seconds: float) -> None:
        contexts = mapping.contexts or 1
        self._keep(mapping, contexts, by)
        reason = f"a schedule of {n_cycles(mapping.horizon)}"
        self._note(Tried(contexts, "mapped", reason, mapping.horizon, seconds, by))

    def _keep(self, mapping: Mapping, contexts: int, by: str) -> None:
        answer = self.answer
        answer.contexts, answer.mapping, answer.found_by = contexts, mapping, by
        answer.status = "optimal" if answer.lower >= contexts else "feasible"

    def _note(self, tried: Tried) -> None:
        tried.at = time.perf_counter() - self.begun
        self.answer.tried[tried.contexts] = tried
        tell = lines_to(self.observer)
        tell(f"II {tried.contexts}, {self.kind} files: {tried.outcome}: {tried.reason}")

    def _try(self, contexts: int, seconds: float, number: int) -> None:
        """Look for a mapping with so many contexts in the n-th round, and keep it.

        Raises `KeyboardInterrupt` at the deadline.
        """
        if self._left() <= 0:
            raise KeyboardInterrupt(TIME)
        clock = time.perf_counter()
        problem = msgspec.structs.replace(self.answer.problem, contexts=contexts)
        mapping, by, limit, reason = self._tries.searched(problem, clock + seconds, number)
        spent = time.perf_counter() - clock
        if mapping is not None:
            self._mapped(mapping, by, spent)
        elif not self._is_known(contexts):
            self._note(Tried(contexts, "open", reason, limit, spent, f"{self.kind} search"))
