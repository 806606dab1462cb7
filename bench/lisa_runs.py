"""Annealing within processes that stay: without the start of Python and of numba's kernels."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.lisa_sets import array, first_interval
from bench.loop_sets import Loop
from models.data.problem import Problem
from models.formats.text_files import read_bytes
from solvers.questions.entries import Entry

if TYPE_CHECKING:
    from heuristics.anneal.parameters import Guided
    from heuristics.labels.labels import Guess
    from learn.labels.weights import Weights


@dataclass(frozen=True)
class Variant:
    """A way to anneal: what labels are used for, whose they are, and how many movements.

    `source` is a file of weights, `trivial` or `initial`, or nothing; `factor` multiplies the
    movements at each temperature.
    """

    name: str
    guided: Guided = "none"
    source: str = ""
    factor: int = 1

    def key(self) -> dict[str, object]:
        """What an answer depends on: not the name of the variant, but that of a file."""
        return {"guided": self.guided, "labels": Path(self.source).name, "factor": self.factor}


@dataclass(frozen=True)
class Task:
    """A loop, an array and how to anneal, with a seed and so many seconds."""

    loop: Loop
    arch: str
    variant: Variant
    seed: int
    limit: float

    def key(self) -> dict[str, object]:
        """What an answer depends on."""
        key = {"dfg": self.loop.digest, "arch": self.arch, **self.variant.key()}
        return {**key, "seed": self.seed, "limit": self.limit}


def measure(task: Task) -> Entry:
    """Anneal from the lower bound that arithmetic proves; judge the mapping.

    Annealing goes on with other seeds while there is time and no mapping, as `min_ii` does.
    """
    from heuristics.anneal import Annealing, anneal_loop
    from solvers.search.record import judge

    dfg, variant = task.loop.graph(), task.variant
    problem = Problem(dfg, array(task.arch), 1)
    first, why = _first(task.loop, task.arch)
    entry: Entry = {"status": "infeasible", "ii": None, "lower_bound": first}
    if first is None:
        return entry | {"why": why}
    plain = Annealing(guided=variant.guided)
    options = replace(plain, movements=variant.factor * plain.movements)
    clock = time.perf_counter()
    until, guess = clock + task.limit, _guess(variant.source)
    found = anneal_loop(
        problem, options, guess, task.seed, first=first, deadline=until, rounds=None
    )
    entry |= {"status": "unknown", "seconds": round(time.perf_counter() - clock, 3)}
    if found is not None:
        contexts = found.mapping.contexts
        judge(Problem(dfg, problem.arch, contexts), found.mapping)
        entry |= {"status": "feasible", "ii": contexts, "movements": found.movements}
    return entry


@functools.cache
def _first(loop: Loop, spec: str) -> tuple[int | None, str]:
    return first_interval(loop.graph(), spec)


@functools.cache
def _weights(path: str) -> Weights:
    from learn.labels.weights import weights_from_json

    return weights_from_json(read_bytes(path), path)


def _guess(source: str) -> Guess | None:
    from heuristics.labels.flow import Flow
    from heuristics.labels.labels import initial_labels, trivial_labels
    from learn.labels.predict import predict_labels

    if source in ("trivial", "initial"):
        made = trivial_labels if source == "trivial" else initial_labels
        return lambda problem: made(Flow.of(problem.dfg))
    return functools.partial(predict_labels, weights=_weights(source)) if source else None


def warm() -> None:
    """Compile or load the kernels, plain and guided, before anything is measured."""
    from examples.loops.random_loops import random_loop
    from heuristics.anneal import Annealing, anneal
    from heuristics.labels.flow import Flow
    from heuristics.labels.labels import trivial_labels

    problem = Problem(random_loop(4, 0), array("mesh:2x2,registers=2,io=all"), 4)
    labels = trivial_labels(Flow.of(problem.dfg))
    for guided in ("none", "routing", "always"):
        anneal(problem, Annealing(movements=1, guided=guided), labels)
