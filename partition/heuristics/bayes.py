"""Bayesian optimisation of part numbers (BOPart, Algorithm 1), and NSGA-II as a baseline.

The samplers are those of optuna: the tree-structured Parzen estimator (Bergstra et al., NIPS 2011)
and NSGA-II (Deb et al., IEEE Transactions on Evolutionary Computation 6, 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from models.errors import InputError, unknown
from partition.heuristics.coarsen import Coarse
from partition.heuristics.cost import Cost, Weights
from partition.heuristics.encoding import Encoding, decode
from partition.heuristics.trials import Kept, quiet, require_optuna
from shell.budget import UNLIMITED, Budget, Stopwatch

Sampler = Literal["tpe", "nsga2"]


@dataclass(frozen=True)
class TrialSearch:
    """Settings of a search by trials.

    `initial` trials are random (X_0 of the algorithm), then l and g are fitted and the best of
    `candidates` draws from l is tried. `population` is the size used by NSGA-II. Raises
    `InputError` for invalid numbers and names.
    """

    trials: int = 300
    sampler: Sampler = "tpe"
    encoding: Encoding = "acyclic"
    weights: Weights = field(default_factory=Weights)
    seed: int = 0
    initial: int = 10
    candidates: int = 24
    population: int = 50

    def __post_init__(self) -> None:
        """Raise `InputError` for invalid numbers and names."""
        for name, least in (("trials", 1), ("initial", 1), ("candidates", 1), ("population", 2)):
            if getattr(self, name) < least:
                raise InputError(f"{name} {getattr(self, name)}: there must be at least {least}")
        for value, choices in (
            (self.sampler, get_args(Sampler)),
            (self.encoding, get_args(Encoding)),
        ):
            if value not in choices:
                raise InputError(unknown("choice", value, choices))


class Trial(NamedTuple):
    """The cost of a trial, the best cost so far, and the seconds since the search began."""

    number: int
    cost: float
    best: float
    seconds: float


Observer = Callable[[int, float, float, float], object]
"""Called after every trial with its number, its cost, the best cost so far, and the seconds."""


class Found(NamedTuple):
    """The best partition of a search: the part of each block.

    It may be invalid (an empty part, a backward edge) if every trial was. `trace` includes the
    trials of earlier runs.
    """

    part: list[int]
    cost: float
    valid: bool
    trace: list[Trial]


def graph_partition(
    coarse: Coarse,
    parts: int,
    search: TrialSearch | None = None,
    starts: Sequence[Sequence[int]] = (),
    budget: Budget = UNLIMITED,
    observer: Observer | None = None,
    store: Path | None = None,
    study: str = "partition",
) -> Found:
    """Return the cheapest partition found.

    `starts` are initial part vectors of all blocks. The search ends after its number of trials, or
    at the end of `budget`, but not before the first trial. With
    `store` the trials are kept in that SQLite file, under the name `study`, and trials already in
    it count. Raises `InputError` without optuna, for more parts than nodes, and for a file with the
    trials of another question.
    """
    require_optuna()
    search = search or TrialSearch()
    require_parts(len(coarse.groups), parts)
    with quiet():
        asked = _question(coarse, parts, search)
        kept = Kept(store, study, asked) if store is not None else None
        with kept or nullcontext():
            run = _Run(coarse, parts, search, kept)
            run.go(starts, budget, observer)
    score = run.cost(run.best)
    return Found(coarse.expand(run.best), score.cost, score.valid, run.trace)


def require_parts(count: int, parts: int) -> None:
    """Raise `InputError` unless `count` nodes can form `parts` non-empty parts."""
    if not 1 <= parts <= count:
        raise InputError(
            f"{parts} parts: there must be between 1 and {count}, one per node at most"
        )


class _Run:
    """A running search: an optuna study in memory, and the best part of each node."""

    def __init__(self, coarse: Coarse, parts: int, search: TrialSearch, kept: Kept | None) -> None:
        import optuna

        self.coarse, self.parts, self.search, self.kept = coarse, parts, search, kept
        self.cost = Cost(coarse, parts, search.weights)
        self.trace: list[Trial] = []
        self.best: list[int] = []
        done = kept.finished() if kept else []
        # A resumed run must not repeat the draws of the previous run.
        seed = int(np.random.SeedSequence((search.seed, len(done))).generate_state(1)[0])
        self._study = optuna.create_study(sampler=_sampler(search, seed))
        self._study.add_trials(done)
        for trial in done:
            self._note(self._nodes(trial.params), trial.value, trial.user_attrs["seconds"])

    def go(
        self,
        starts: Sequence[Sequence[int]],
        budget: Budget,
        observer: Observer | None,
    ) -> None:
        """Run the remaining trials."""
        import optuna

        space = optuna.distributions.IntDistribution(0, self.parts - 1)
        spaces: dict[str, Any] = {str(n): space for n in range(len(self.coarse.groups))}
        for start in starts:
            labels = self.coarse.restrict(start)
            given = {str(n): int(p) for n, p in enumerate(labels)}
            self._study.enqueue_trial(given, skip_if_exists=True)
        earlier, watch = self.trace[-1].seconds if self.trace else 0.0, Stopwatch()
        while len(self.trace) < self.search.trials:
            if self.trace and budget.over():
                break
            trial = self._study.ask(fixed_distributions=spaces)
            nodes = self._nodes(trial.params)
            cost = self.cost(nodes).cost
            seconds = earlier + watch.seconds
            trial.set_user_attr("seconds", seconds)
            told = self._study.tell(trial, cost)
            self._note(nodes, cost, seconds)
            if self.kept:
                self.kept.add(told)
            if observer:
                observer(*self.trace[-1])

    def _nodes(self, params: dict[str, int]) -> list[int]:
        labels = [params[str(n)] for n in range(len(self.coarse.groups))]
        return decode(self.coarse, labels, self.parts, self.search.encoding)

    def _note(self, nodes: list[int], cost: float, seconds: float) -> None:
        best = self.trace[-1].best if self.trace else None
        if best is None or cost < best:
            self.best, best = nodes, cost
        self.trace.append(Trial(len(self.trace), cost, best, seconds))


def _sampler(search: TrialSearch, seed: int) -> Any:
    """Return the sampler, with explicit values for the options whose defaults vary by version.

    TPE is multivariate: it draws all part numbers together, around one good partition; univariate
    TPE mixes the numbers of several partitions, and is several times slower with hundreds of
    variables. Trials run one at a time, so `constant_liar` has no use.
    """
    import optuna

    if search.sampler == "nsga2":
        return optuna.samplers.NSGAIISampler(
            population_size=search.population,
            mutation_prob=None,  # one variable of each child on average
            crossover=optuna.samplers.nsgaii.UniformCrossover(swapping_prob=0.5),
            crossover_prob=0.9,
            seed=seed,
        )
    return optuna.samplers.TPESampler(
        n_startup_trials=search.initial,
        n_ei_candidates=search.candidates,
        multivariate=True,
        group=False,
        constant_liar=False,
        seed=seed,
    )


def _question(coarse: Coarse, parts: int, search: TrialSearch) -> dict[str, Any]:
    """Return the parameters that a stored study must share, except the number of trials."""
    nodes = repr((coarse.groups, coarse.edges, coarse.cut, coarse.sizes))
    settings = asdict(search)
    del settings["trials"]
    graph = f"{len(coarse.groups)} nodes, {len(coarse.edges)} edges"
    digest = sha256(nodes.encode()).hexdigest()[:16]
    return {"graph": f"{graph} ({digest})", "parts": parts, **settings}
