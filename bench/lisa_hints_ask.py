"""One question put to the SAT solver in several ways, with and without what heuristics know."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bench.lisa_sets import Combination, array
from bench.lisa_weights import Shelf
from bench.loop_sets import Loop
from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.questions.entries import Entry

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels
    from models.space_time.xyz_model import XyzModel

COLD, OTHER = "cold", "cold, clauses in another order"
SLACK_0, SLACK_TURN = "no slack", "slack of II + 1"
PHASES_UP, PHASES_AT = "phases of SA at II + 1", "phases of LISA at the II"
LEVEL_2 = "level ± 2"
ORDER_2, ORDER_4 = "labelled cycle ± 2", "labelled cycle ± 4"
WINDOW_UP = "cycle of SA at II + 1 ± 2"
WAYS = (
    COLD,
    OTHER,
    SLACK_0,
    SLACK_TURN,
    PHASES_UP,
    PHASES_AT,
    LEVEL_2,
    ORDER_2,
    ORDER_4,
    WINDOW_UP,
)

MAPPED, REFUTED, OPEN = "mapped", "refuted", "open"
LEFT_OUT, NO_HINT = "left out", "no hint"


@dataclass(frozen=True)
class Question:
    """Whether a loop has a mapping at an interval; seconds for each way and for annealing."""

    loop: Loop
    arch: str
    contexts: int
    weights: Path
    limit: float

    def key(self) -> dict[str, object]:
        """What the answer depends on."""
        named = {"dfg": self.loop.digest, **Shelf(self.weights).key}
        return {"arch": self.arch, "ii": self.contexts, "limit": self.limit, **named}


@dataclass(frozen=True)
class Hints:
    """What is known beside the question, where something is, and the seconds that it took."""

    above: Mapping | None
    above_seconds: float
    labels: Labels | None
    label_seconds: float
    guided: Mapping | None
    guided_seconds: float


def measure(question: Question) -> Entry:
    """Return what every way came to, or why there is no mapping. Every mapping is judged."""
    from models.errors import InfeasibleError

    try:
        return _measured(question)
    except InfeasibleError as fact:
        return {"impossible": str(fact)}


def _measured(question: Question) -> Entry:
    from heuristics.labels.flow import Flow
    from models.space_time.decode import literals_of
    from models.space_time.index import Index
    from models.space_time.transfers import chain_limit
    from models.space_time.xyz import build
    from solvers.search.interval_horizons import Horizons
    from solvers.search.options import SHORT_CHAIN

    dfg = question.loop.graph()
    problem = Problem(dfg, array(question.arch), question.contexts)
    span = Horizons(problem, None, 0).span(question.contexts, None)
    hints = gather(problem, question)
    clock, index = time.perf_counter(), Index(problem)
    limit = chain_limit(index)
    short = None if limit is None or limit[0] <= SHORT_CHAIN else SHORT_CHAIN
    model = build(problem, span.limit, chain=short, index=index)
    built = time.perf_counter() - clock
    ways: dict[str, Entry] = {COLD: _solve(model, question.limit)}
    ways[OTHER] = _solve(model, question.limit, seed=1)
    for way, slack in ((SLACK_0, 0), (SLACK_TURN, question.contexts + 1)):
        clock, shorter = time.perf_counter(), min(span.first + slack, span.limit)
        some = build(problem, shorter, chain=short, index=index)
        extra = {"build": round(time.perf_counter() - clock, 4)}
        ways[way] = extra | _of_some(_solve(some, question.limit))
    for way, mapping in ((PHASES_UP, hints.above), (PHASES_AT, hints.guided)):
        if mapping is not None:
            ways[way] = _solve(model, question.limit, start=literals_of(model, mapping))
    flow = Flow.of(dfg)
    levels = dict(zip(flow.names, flow.asap.tolist(), strict=True))
    ways[LEVEL_2] = _within(model, levels, 2, question.limit)
    for way, width in ((ORDER_2, 2), (ORDER_4, 4)):
        if hints.labels is not None:
            wanted = dict(zip(flow.names, hints.labels.order.tolist(), strict=True))
            ways[way] = _within(model, wanted, width, question.limit)
    if hints.above is not None:
        ways[WINDOW_UP] = _within(model, issued(hints.above), 2, question.limit)
    spent = {PHASES_UP: hints.above_seconds, WINDOW_UP: hints.above_seconds}
    spent |= dict.fromkeys((ORDER_2, ORDER_4), hints.label_seconds)
    spent[PHASES_AT] = hints.label_seconds + hints.guided_seconds
    for way in WAYS:
        entry = ways.setdefault(way, {"outcome": NO_HINT, "solve": 0.0, "load": 0.0})
        entry["hint"] = round(spent.get(way, 0.0), 4)
    about: Entry = {"first": span.first, "horizon": span.limit, "build": round(built, 4)}
    return about | {"variables": model.constraints.variables, "ways": ways}


def gather(problem: Problem, question: Question) -> Hints:
    """Predict and anneal, each for a limited time."""
    import msgspec

    from heuristics.anneal import Annealing, anneal
    from learn.labels.predict import predict_labels

    labels = guided = None
    begun = time.perf_counter()
    trained = Shelf(question.weights).first(problem.arch)
    if trained is not None:
        labels = predict_labels(problem, trained.weights)
    predicted = time.perf_counter()
    if labels is not None:
        how = Annealing(guided="always")
        guided = anneal(problem, how, labels, 0, predicted + question.limit)
    at = time.perf_counter()
    looser = msgspec.structs.replace(problem, contexts=question.contexts + 1)
    above = anneal(looser, Annealing(), None, 0, at + question.limit)
    return Hints(
        None if above is None else above.mapping,
        time.perf_counter() - at,
        labels,
        predicted - begun,
        None if guided is None else guided.mapping,
        at - predicted,
    )


def issued(mapping: Mapping) -> dict[str, float]:
    """Return the cycle in which each operation is issued first."""
    found: dict[str, float] = {}
    for issue in mapping.issues:
        found[issue.operation] = min(issue.cycle, found.get(issue.operation, issue.cycle))
    return found


def centres(model: XyzModel, wanted: dict[str, float]) -> dict[str, int]:
    """Return the cycle of the model that each operation's place in an order stands for.

    An order has a scale of its own. Its line is the one closest, by least squares, to the middles
    of the cycles in which the model may issue the operations, and no cycle is outside of those.
    """
    spans: dict[str, tuple[int, int]] = {}
    for name in wanted:
        cycles = np.flatnonzero(model.z[model.index.value[name]].any(axis=0))
        if len(cycles):
            spans[name] = int(cycles[0]), int(cycles[-1])
    if not spans:
        return {}
    order = np.array([wanted[name] for name in spans])
    middle = np.array([(first + last) / 2 for first, last in spans.values()])
    spread = float(((order - order.mean()) ** 2).sum())
    slope = 0.0
    if spread > 0:
        slope = float(((order - order.mean()) * (middle - middle.mean())).sum()) / spread
    line = middle.mean() + slope * (order - order.mean())
    return {
        name: int(np.clip(round(float(cycle)), first, last))
        for (name, (first, last)), cycle in zip(spans.items(), line, strict=True)
    }


def windows(
    model: XyzModel, wanted: dict[str, float], width: int
) -> tuple[XyzModel, dict[str, NDArray[np.bool_]]]:
    """Return the model with every operation issued near its cycle, and the cycles that leaves."""
    from models.space_time.progress import add_pin

    own = replace(model.constraints, clauses=list(model.constraints.clauses))
    narrow, cycles = replace(model, constraints=own), np.arange(model.horizon)
    found = {}
    for name, centre in centres(model, wanted).items():
        found[name] = np.abs(cycles - centre) <= width
        here = np.tile(found[name], (len(model.problem.arch.components), 1))
        add_pin(narrow, name, here)
    return narrow, found


def _within(model: XyzModel, wanted: dict[str, float], width: int, limit: float) -> Entry:
    """Solve within windows. To have no mapping there says nothing of the question."""
    narrow, cycles = windows(model, wanted, width)
    entry = _of_some(_solve(narrow, limit))
    every = {name: model.z[model.index.value[name]] > 0 for name in cycles}
    left = sum(int(every[name][:, here].sum()) for name, here in cycles.items())
    return entry | {"share": round(left / max(1, sum(int(z.sum()) for z in every.values())), 4)}


def _of_some(entry: Entry) -> Entry:
    """Have no refutation rest on a part of all mappings."""
    return entry | ({"outcome": LEFT_OUT} if entry["outcome"] == REFUTED else {})


def _solve(model: XyzModel, limit: float, start: tuple[int, ...] = (), seed: int = 0) -> Entry:
    from models.space_time.decode import decode
    from solvers.backends.backend import Settings
    from solvers.backends.registry import open_session
    from solvers.backends.sat import DEFAULT_SOLVER
    from solvers.search.record import judge

    clock = time.perf_counter()
    settings = Settings(start=start, seed=seed)
    session = open_session(DEFAULT_SOLVER, model.constraints, settings)
    session.load()
    loaded = time.perf_counter()
    outcome = session.solve(keep_going=lambda _: time.perf_counter() < loaded + limit)
    done = time.perf_counter()
    if outcome.satisfiable:
        judge(model.problem, decode(model, outcome.model))
    said = {True: MAPPED, False: REFUTED, None: OPEN}[outcome.satisfiable]
    times = {"load": round(loaded - clock, 4), "solve": round(done - loaded, 4)}
    return {"outcome": said, "conflicts": outcome.conflicts} | times


def questions(
    ask: Callable[[Question], Entry],
    combination: Combination,
    first: int,
    weights: Path,
    limit: float,
) -> list[tuple[int, Entry]]:
    """Return the answers at the first interval, and at larger ones while cold refutes it."""
    found: list[tuple[int, Entry]] = []
    most = array(combination.arch).max_contexts or first
    for contexts in range(first, most + 1):
        entry = ask(Question(combination.graph, combination.arch, contexts, weights, limit))
        if "impossible" not in entry:
            found.append((contexts, entry))
            if entry["ways"][COLD]["outcome"] != REFUTED:
                break
    return found
