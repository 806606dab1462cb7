"""The record of a question: judges mappings and refutations, and keeps bounds and proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from models.cleanup.prune_unused import trim_horizon, without_idle
from models.data.certificate import Arrival, Placement, Proof
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.checker_operations import pins_broken
from models.text import impossible_cycles, n_cycles
from solvers.backends.registry import PYSAT, chosen
from solvers.backends.sat import SECOND_SOLVER
from solvers.certificates.refutation import renamed
from solvers.search.answer import Answer, CyclesQuestion
from solvers.search.horizon_bounds import HorizonBounds
from solvers.tasks.mappings import SolverFaultError, judge


def proof_of(horizon: int, files: tuple[str, ...], assumed: Placement | Arrival | None) -> Proof:
    """Return a bound by a proof in `files`: CNF, symbols and proof, under the assumption
    `assumed`.
    """
    placement = assumed if isinstance(assumed, Placement) else None
    arrival = assumed if isinstance(assumed, Arrival) else None
    cnf, symbols, proof = files
    return Proof(horizon, cnf, symbols, proof, placement, arrival)


def shortened(problem: Problem, mapping: Mapping, pins: Pins) -> Mapping:
    """Return a mapping without idle cycles at its ends, as far as pins to cycles allow."""
    # An earlier start would move what is pinned.
    return trim_horizon(problem, mapping) if pins else without_idle(problem, mapping)


class ContradictionError(Exception):
    """A mapping that passes every check has a number of cycles that a solver refuted."""


@dataclass
class Record:
    """The answer to a question as it grows; horizons with a proof, and those without one."""

    question: CyclesQuestion
    answer: Answer
    horizons: HorizonBounds
    _proven: set[int] = field(default_factory=set)
    _words: dict[int, str] = field(default_factory=dict)
    _refuters: dict[int, str] = field(default_factory=dict)
    _arithmetic: tuple[int, str] = (1, "")

    def __post_init__(self) -> None:
        """Store the arithmetic bound, which holds independent of the answers of solvers."""
        self._arithmetic = self.answer.lower_bound, self.answer.lower_reason

    def accept(self, found: Mapping, by: str) -> None:
        """Judge a mapping, and keep it when it is the shortest so far.

        Raises `SolverFaultError` for an illegal mapping, or a number of cycles that is refuted;
        `ContradictionError` where only a solver that is not shipped has refuted it.
        """
        problem, answer = self.question.problem, self.answer
        pins = self.question.options.pins
        mapping = found if self.question.cycles is not None else shortened(problem, found, pins)
        judge(problem, mapping, pins)
        limit = self.question.max_cycles
        if limit is not None and mapping.horizon > limit:
            return
        if mapping.horizon < answer.lower_bound or mapping.horizon in self.horizons.refuted:
            self._contradict(mapping, by)
        self.horizons.found(mapping.horizon)
        if answer.cycles is None or mapping.horizon < answer.cycles:
            answer.cycles, answer.mapping = mapping.horizon, mapping
            answer.found_by = by
            answer.status = "feasible"

    def _contradict(self, mapping: Mapping, by: str) -> None:
        """Drop the contradicted refutations: the mapping can be checked, the refutation cannot."""
        answer, cycles = self.answer, mapping.horizon
        wrong = {s for n, s in self._refuters.items() if n >= cycles and n not in self._proven}
        wrong = {name for name in wrong if chosen(name).backend.name not in PYSAT}
        if not wrong or answer.certified > cycles:
            raise SolverFaultError(f"{n_cycles(cycles)} are both refuted and mapped")
        answer.lower_bound, answer.word_of = min(answer.certified, cycles), None
        first, why = self._arithmetic
        proof = f"SAT: {impossible_cycles(answer.lower_bound - 1)}"
        answer.lower_reason = why if answer.lower_bound <= first else proof
        answer.cycles, answer.mapping, answer.found_by = cycles, mapping, by
        answer.status = "optimal" if answer.lower_bound >= cycles else "feasible"
        names = " and ".join(sorted(wrong))
        raise ContradictionError(f"{names} refuted {n_cycles(cycles)}, which have a mapping")

    def start_from(self, given: Mapping) -> None:
        """Accept a mapping of the user if it is legal, with the errors of `accept`.

        A partial one is a hint only.
        """
        cycles = self.question.cycles
        if (
            (cycles is None or given.horizon == cycles)
            and not check(self.question.problem, given)
            and not pins_broken(self.question.problem, given, self.question.options.pins)
        ):
            self.accept(given, "the mapping given")

    def bounded(self, lower: int, solver: str) -> None:
        """Note that on the word of `solver` no mapping has fewer than `lower` cycles."""
        if lower > self.horizons.lower:
            self.refuted(lower - 1, solver)

    def refuted(
        self,
        horizon: int,
        solver: str,
        *,
        files: Sequence[str] = (),
        assumed: Placement | Arrival | None = None,
    ) -> None:
        """Note that `solver` refutes `horizon`, and the support: a proof in `files`, or its answer
        alone.
        """
        answer, horizons, proven = self.answer, self.horizons, bool(files)
        horizons.refute(horizon)
        self._refuters[horizon] = solver
        if proven and horizon not in self._proven:
            self._keep_proof(horizon, files, assumed)
        if horizons.monotone and horizon < horizons.lower - 1:
            return
        if horizons.monotone:
            self._words.clear()
        self._words.pop(horizon, None)
        by = chosen(solver).backend
        native = by.family == "SAT" and self.question.options.encodings.native
        # A solver that races the default without proofs is trusted like it; with proofs another one
        # gives the proof.
        able = "proof" in by.can or by.name == SECOND_SOLVER
        if not proven and (native or not able):
            self._words[horizon] = by.name
        # Refutations beyond the bound are not needed for it.
        needed = horizons.lower if self.question.cycles is None else horizon + 1
        words = (own for refuted, own in self._words.items() if refuted < needed)
        answer.word_of = next(words, None)
        confirmed = proven and horizon == answer.lower_bound - 1 > self._arithmetic[0] - 1
        if (horizons.lower > answer.lower_bound or confirmed) and (
            horizons.monotone or self.question.cycles is None
        ):
            answer.lower_bound = horizons.lower
            answer.lower_reason = f"{by.family}: {impossible_cycles(horizons.lower - 1)}"

    def _keep_proof(
        self, horizon: int, files: Sequence[str], assumed: Placement | Arrival | None
    ) -> None:
        answer = self.answer
        self._proven.add(horizon)
        if self.horizons.monotone:
            answer.bounds = [b for b in answer.bounds if b.horizon > horizon]
        if self.horizons.monotone or self.question.cycles is not None:
            answer.certified = max(answer.certified, horizon + 1)
        answer.bounds.append(proof_of(horizon, renamed(files, horizon), assumed))
        while answer.certified in self._proven:
            answer.certified += 1

    def unproven(self, folder: str | None) -> list[int]:
        """Horizons whose refutation the answer needs without a proof; without a folder for proofs,
        those supported by a solver's answer alone.
        """
        answer, asked = self.answer, self.question.cycles
        if folder is None:
            return sorted(self._words) if answer.word_of is not None else []
        if answer.status == "infeasible" and asked is not None:
            return [asked] if answer.certified <= asked else []
        if self.horizons.monotone:
            return [answer.lower_bound - 1] if answer.certified < answer.lower_bound else []
        return [n for n in range(answer.certified, answer.lower_bound) if n not in self._proven]

    def conclude(self) -> None:
        """Set the status from the bounds at the end of the search."""
        answer, asked = self.answer, self.question.cycles
        limit = self.question.max_cycles if asked is None else asked
        if self.horizons.decided:
            answer.stopped = None
        if answer.cycles is not None:
            met = answer.lower_bound >= answer.cycles
            optimal = met or (self.horizons.decided and asked is None)
            answer.status = "optimal" if optimal else "feasible"
        elif limit is not None and self.horizons.lower > limit:
            answer.status = "infeasible"
