"""The smallest interval with register files whose values have addresses, from counted registers.

What no mapping with counted registers can do, none with such files can: bounds stay. A mapping
whose stretches have addresses is kept as it is. Otherwise solvers look for another one, interval by
interval, in which no stretch is longer than the files allow; stretches that still have no addresses
are avoided from then on. That there is none is not claimed: no certificate could show it. What the
counted search has met and has addresses is kept until there is a mapping with a smaller interval.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf
from operator import itemgetter

import msgspec

from models.data.certificate import is_monotone
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.hardware.files import Kind
from models.hardware.registers import Registers, allocate, most_rounds
from models.hardware.stretches import is_memory
from models.process.disguises import undisguised
from models.process.events import Observer, lines_to
from models.text import n_cycles
from solvers.search.interval_answer import MinIi, Tried
from solvers.search.interval_horizons import FIRST_SECONDS, Horizons
from solvers.search.interval_race import Race
from solvers.search.options import SolverOptions

TIME = "time limit"

ASCENT_SECONDS = 5.0
"""How long an interval is tried before the next one, at first; twice as long in each round."""

ROUNDS = 4
"""Without a time limit, an interval is tried no more often."""

MORE = 8
"""An interval is tried up to twice the counted one and so many more."""

COUNTED_SHARE = 2 / 3
"""Of a time limit, what is left to the search with counted registers."""


def require_sizes(problem: Problem) -> None:
    """Raise `InputError` where a component has registers without a number."""
    for component in problem.arch.components:
        unlimited = component.capacity is None and not is_memory(problem.arch, component)
        if unlimited:
            raise InputError(
                f"{component.name} of '{problem.arch.name}' has no number of registers, which"
                " register files need: give it a capacity, such as registers=N behind a preset,"
                " or leave out --register-files"
            )


def without_addresses(problem: Problem, mapping: Mapping, kind: Kind) -> list[tuple[Held, ...]]:
    """Return what each file holds that has no addresses for it; nothing where all do.

    A mapping that holds all of this has no addresses either: addresses of more are those of less.
    Where a choice of addresses is not decided, or no kernel suits all files at once, all that the
    mapping holds.
    """
    try:
        chosen = allocate(problem, mapping, kind)
    except InputError:
        return [mapping.holds]
    if isinstance(chosen, Registers):
        return []
    short = [shortage.component for shortage in chosen if shortage.component]
    if not short:
        return [mapping.holds]
    return [tuple(held for held in mapping.holds if held.component == name) for name in short]


def has_addresses(answer: MinIi) -> bool:
    """Whether there is a mapping, and it has addresses in the files that are asked for."""
    if answer.mapping is None or answer.register_files == "counted":
        return False
    problem = msgspec.structs.replace(answer.problem, contexts=answer.contexts)
    return not without_addresses(problem, answer.mapping, answer.register_files)


@dataclass
class AddressedSearch:
    """Looks for a mapping with addresses, from the counted `answer`, which it changes.

    `kind` is that of the files. `slack` and `deadline` are as of `IntervalSearch`, and `begun` is
    when the counted search began, by `time.perf_counter`. With `only_first` any mapping ends the
    search. `met` has what the counted search has found, by interval, the answer among it.
    """

    answer: MinIi
    kind: Kind
    options: SolverOptions
    slack: int | None
    deadline: float | None
    observer: Observer
    begun: float
    only_first: bool = False
    met: dict[int, Mapping] = field(default_factory=dict)
    _exhausted: set[int] = field(default_factory=set)

    def run(self) -> MinIi:
        """Search until there is a mapping, or no interval, or the time is up, or `Stop` comes."""
        answer, clock = self.answer, time.perf_counter()
        first, mapping = answer.contexts, answer.mapping
        if first is None or mapping is None:
            return answer
        self.met[first] = mapping
        stopped, known = answer.stopped, {contexts: answer.tried[contexts] for contexts in self.met}
        # A signal may come at any moment: until it is known to have addresses, there is no mapping.
        self._forget()
        try:
            self._remember(known)
            enough = answer.contexts is not None and (self.only_first or answer.contexts == first)
            if not enough and (stopped is None or (stopped == TIME and self._left() > 0)):
                answer.stopped = None
                self._ascend(first)
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            spent = time.perf_counter() - clock
            answer.seconds["total"] = answer.seconds.get("total", 0.0) + spent
        return answer

    @undisguised()
    def _ascend(self, first: int) -> None:
        """Try the intervals that are left, each for a moment, and again for ever longer.

        Upwards until there is a mapping, and then those below it, the largest first.
        """
        answer, seconds = self.answer, ASCENT_SECONDS
        last = min(answer.most, 2 * first + MORE)
        for number in count():
            if number == ROUNDS and self.deadline is None:
                break
            ascending = answer.contexts is None
            below = last + 1 if answer.contexts is None else answer.contexts
            left = [n for n in range(first, below) if n not in self._exhausted]
            if not left:
                break
            for contexts in left if ascending else reversed(left):
                found = self._try(contexts, min(seconds, max(1.0, self._left() / 4)))
                if found and self.only_first:
                    return
                if found and ascending:
                    break
            seconds *= 2
        if answer.contexts is None:
            answer.stopped = f"no mapping for {self.kind} files is found up to II {last}"

    def _problem(self, contexts: int) -> Problem:
        changed: Problem = msgspec.structs.replace(self.answer.problem, contexts=contexts)
        return changed

    def _left(self) -> float:
        return inf if self.deadline is None else self.deadline - time.perf_counter()

    def _forget(self) -> None:
        """Take back the mappings, which may be none with static files."""
        answer = self.answer
        answer.status, answer.contexts = "unknown", None
        answer.mapping, answer.found_by = None, None
        reason = "mapped for counted registers"
        for contexts in self.met:
            answer.tried[contexts] = replace(answer.tried[contexts], outcome="open", reason=reason)

    def _remember(self, known: dict[int, Tried]) -> None:
        """Keep the mappings that have addresses; the one with the smallest interval is the best."""
        for contexts, mapping in sorted(self.met.items(), key=itemgetter(0)):
            if not without_addresses(self._problem(contexts), mapping, self.kind):
                self.answer.tried[contexts] = known[contexts]
                if self.answer.contexts is None:
                    self._keep(mapping, contexts, known[contexts].by)

    def _keep(self, mapping: Mapping, contexts: int, by: str) -> None:
        answer = self.answer
        answer.contexts, answer.mapping, answer.found_by = contexts, mapping, by
        answer.status = "optimal" if answer.lower >= contexts else "feasible"

    def _try(self, contexts: int, seconds: float) -> bool:
        """Look for a mapping with so many contexts, and keep it; return whether there is one.

        Raises `KeyboardInterrupt` where the time is up.
        """
        if self._left() <= 0:
            raise KeyboardInterrupt(TIME)
        clock, answer = time.perf_counter(), self.answer
        mapping, by, limit, reason = self._searched(contexts, clock + seconds)
        spent = time.perf_counter() - clock
        if mapping is None:
            tried = Tried(contexts, "open", reason, limit, spent, f"{self.kind} search")
        else:
            reason = f"a schedule of {n_cycles(mapping.horizon)}"
            tried = Tried(contexts, "mapped", reason, mapping.horizon, spent, by)
            self._keep(mapping, contexts, by)
        tried.at = time.perf_counter() - self.begun
        answer.tried[contexts] = tried
        lines_to(self.observer)(f"II {contexts}, {self.kind} files: {tried.outcome}: {reason}")
        return mapping is not None

    def _searched(self, contexts: int, ends: float) -> tuple[Mapping | None, str, int | None, str]:
        """Return a mapping, who found it, the longest horizon, and why there is no mapping."""
        problem = self._problem(contexts)
        pinned = max((pin.cycle or 0 for pin in self.options.pins.places), default=0)
        horizons = Horizons(self.answer.problem, self.slack, pinned)
        try:
            span = horizons.span(contexts, None)
        except InfeasibleError as fact:
            self._exhausted.add(contexts)
            return None, "", None, str(fact)
        while True:
            first, limit, _ = span
            whole = is_monotone(problem.dfg, problem.arch)
            spans = [(first, limit)] if whole else [(n, n) for n in range(first, limit + 1)]
            for one in spans:
                found, by, stopped = self._decided(problem, one, ends)
                if found is not None or stopped is not None:
                    return found, by, limit, stopped or ""
            reason = f"no {self.kind} mapping of at most {limit} cycles was found"
            reason += ", which proves nothing"
            tried = Tried(contexts, "refuted up to horizon", reason, limit)
            span = horizons.span(contexts, tried)
            if not horizons.worth(contexts, span, tried, FIRST_SECONDS, limited=False):
                self._exhausted.add(contexts)
                return None, "", limit, reason

    def _decided(
        self, problem: Problem, span: tuple[int, int], ends: float
    ) -> tuple[Mapping | None, str, str | None]:
        """Return a mapping and who found it; or why the search ended before it was over."""
        until = ends if self.deadline is None else min(ends, self.deadline)
        limits = (
            (part.name, most_rounds(part, self.kind, problem.arch, problem.contexts or 1))
            for part in problem.arch.components
        )
        rounds = tuple((name, most) for name, most in limits if most is not None)
        options = replace(self.options, proof_dir=None, cluster=None, most_rounds=rounds)
        while True:
            verdict = Race(problem, *span, options).run(until, lambda: False)
            if verdict.mapping is None:
                if verdict.refuted or verdict.impossible is not None:
                    return None, "", None
                if verdict.broken and problem.contexts is not None:
                    self._exhausted.add(problem.contexts)  # processes would fail again
                # Of a moment, not of the whole search.
                ended = verdict.stopped == TIME and ends == until
                return None, "", "not decided" if ended else verdict.stopped or "not decided"
            more = without_addresses(problem, verdict.mapping, self.kind)
            if not more:
                return verdict.mapping, verdict.by, None
            options = replace(options, avoided=(*options.avoided, *more))
