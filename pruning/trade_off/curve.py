"""The trade-off between time and size: a minimum for each number of cycles, or of contexts.

Points are solved from the slowest on. A feature set that a slow kernel needs, a fast one needs as
well, so cores, and hence lower bounds, carry over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from models.data.problem import Problem
from models.formats.native_json import architecture_to_json, dfg_to_json
from pruning.features import Feature
from pruning.prunable import Kernel
from pruning.question.facts import Facts
from pruning.question.oracle import carries_over
from pruning.question.run import Pruning
from pruning.question.setup import Setup
from pruning.trade_off.kept import DONE, UNSOUND, Entry, believed, entry_of, result_of
from pruning.trade_off.trade_off_options import Axis
from shell.budget import Budget
from solvers.questions.job import Job
from solvers.questions.store import Store
from solvers.search.answer import Status
from solvers.tasks.solver_options import SolverOptions

ARRAY = ("counts", "cost", "weight", "left", "removed", "mappings")
"""The fields of an entry that describe its array."""


@dataclass(frozen=True)
class Point:
    """A point of the axis: the numbers of cycles and of contexts, for each kernel."""

    x: int
    cycles: tuple[int, ...]
    contexts: tuple[int | None, ...]


@dataclass
class Curve:
    """Points from the slowest to the fastest, and an entry for each visited point.

    An entry has `status`, `counts`, `cost`, `weight` and `lower` (sums of weights), `bounds`,
    `left` (an architecture), `removed`, `mappings`, `cores`, `seconds`, `limit` (in seconds),
    `stopped`, and `because` if it follows from another point.
    """

    axis: Axis
    setup: Setup
    points: tuple[Point, ...]
    entries: dict[int, Entry] = field(default_factory=dict)
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """The combined status of all points."""
        found = [entry["status"] for entry in self.entries.values()]
        if not any(status in ("optimal", "feasible") for status in found):
            return "infeasible" if self.proven else "unknown"
        return "optimal" if self.proven else "feasible"

    @property
    def front(self) -> list[int]:
        """The indices of the Pareto-optimal points: smaller than every faster point."""
        found: list[int] = []
        best: int | None = None
        for point in sorted(self.points, key=lambda point: point.x):
            weight = self.entries.get(point.x, {}).get("weight")
            if weight is not None and (best is None or weight < best):
                found.append(point.x)
                best = weight
        return found

    @property
    def proven(self) -> bool:
        """Whether every point is decided."""
        return all(self.entries.get(point.x, {}).get("status") in DONE for point in self.points)


class Sweep:
    """One run; `answer` is valid at any time.

    `point_limit` is the limit per point in seconds, `budget` applies to all points.
    """

    def __init__(
        self,
        curve: Curve,
        options: SolverOptions,
        store: Store,
        tell: Callable[[str], None],
        point_limit: float | None,
        budget: Budget,
    ) -> None:
        self.answer = curve
        self._options, self._store = options, store
        self._tell = tell
        self._point_limit, self._budget = point_limit, budget

    def run(self) -> Curve:
        """Solve every point without an entry, and transfer results between points."""
        try:
            self._visit()
        finally:
            self._compare()
            self._note_failure()
        return self.answer

    def _visit(self) -> None:
        """Decide the points, the slowest first."""
        curve = self.answer
        slower: tuple[Point, Entry] | None = None
        for point in curve.points:
            entry = self._known(point) or self._follows(point, slower)
            if entry is None:
                entry = self._solve(point, slower)
            curve.entries[point.x] = entry
            self._say(point, entry)
            if curve.stopped is not None:
                break
            slower = point, entry

    def _say(self, point: Point, entry: Entry) -> None:
        counts = ", ".join(f"{n} {kind}" for kind, n in entry["counts"].items())
        known = f": {counts}" if counts else ""
        self._tell(f"{self.answer.axis} {point.x}: {entry['status']}{known}")

    def _problems(self, point: Point) -> tuple[Problem, ...]:
        return tuple(
            problem.at(contexts)
            for problem, contexts in zip(self.answer.setup.problems, point.contexts, strict=True)
        )

    def _job(self, point: Point) -> Job:
        """Return the key of a point in a store: a self-contained job."""
        setup, problems = self.answer.setup, self._problems(point)
        weights, prices = setup.objective.weights, setup.objective.prices
        asked = {
            "dfgs": [dfg_to_json(problem.dfg) for problem in problems],
            "array": architecture_to_json(problems[0].arch),
            "transform": problems[0].transform,
            "kinds": setup.objective.kinds,
            "weights": None if weights is None else {k: str(w) for k, w in weights.items()},
            **({} if prices is None else {"prices": msgspec.to_builtins(prices)}),
            "keep": sorted(setup.keep),
            "cycles": point.cycles,
            "contexts": point.contexts,
        }
        return Job(
            question="trade_off",
            input=", ".join(problem.dfg.name for problem in problems),
            architecture=problems[0].arch.name,
            options=((self.answer.axis, point.x),),
            words=(),
            files=(("point.json", json.dumps(asked, sort_keys=True).encode()),),
            time_limit=0.0,
            memory_limit=None,
            grace=0.0,
            version="",
        )

    def _known(self, point: Point) -> Entry | None:
        """Return the entry of an earlier run if it is decided, or unlikely to improve."""
        key = self._job(point).key
        result = self._store.results([key]).get(key)
        if result is None or result.answer is None:
            return None
        parts, scale = self.answer.setup.parts(self._problems(point))
        try:
            entry = believed(result.answer, self._kernels(point), parts, scale)
        except UNSOUND:
            self._tell(f"{self.answer.axis} {point.x}: the entry kept is not sound, solved anew")
            return None
        longer = self._point_limit is None or self._point_limit > (entry["limit"] or 0)
        return None if entry["status"] not in DONE and longer else entry

    def _follows(self, point: Point, slower: tuple[Point, Entry] | None) -> Entry | None:
        """Return an infeasible entry if the slower point is infeasible, else None."""
        if slower is None or slower[1]["status"] != "infeasible" or not self._carries(point):
            return None
        before = slower[0].x
        return {**slower[1], "because": f"{self.answer.axis} {before} is infeasible"}

    def _carries(self, point: Point) -> bool:
        kernels = self._kernels(point)
        return self.answer.axis != "contexts" and all(carries_over(kernel) for kernel in kernels)

    def _kernels(self, point: Point) -> list[Kernel]:
        pairs = zip(self._problems(point), point.cycles, strict=True)
        return [Kernel(problem, cycles) for problem, cycles in pairs]

    def _solve(self, point: Point, slower: tuple[Point, Entry] | None) -> Entry:
        """Prune for one point, and store the entry unless the whole sweep is stopped."""
        budget = self._budget.within(self._point_limit)
        parts, scale = self.answer.setup.parts(self._problems(point))
        facts = Facts(tuple(self._kernels(point)), parts)
        if slower is not None and self._carries(point):
            for kernel, features in slower[1]["cores"]:
                facts.add(kernel, (Feature(*feature) for feature in features))
        answer = Pruning(facts, scale, self._options, budget, self._tell).run()
        if answer.stopped == "interrupted" or self._budget.over():
            self.answer.stopped = answer.stopped
        entry = entry_of(answer, self._point_limit)
        used_up = answer.stopped == "time limit" and not self._budget.over()
        if answer.status in DONE or used_up:
            self._store.put(self._job(point), result_of(entry))
        return entry

    def _compare(self) -> None:
        """Transfer results to open points: bounds from slower ones, arrays from faster ones.

        A bound of a slower point holds for faster ones; an array of a faster point suffices for
        slower ones.
        """
        entries = self.answer.entries
        points = [point for point in self.answer.points if point.x in entries]
        if self.answer.axis == "contexts" or not all(self._carries(point) for point in points):
            return
        for slower, faster in pairwise(points):
            if entries[slower.x]["lower"] > entries[faster.x]["lower"]:
                self._take(faster, slower, ("lower", "bounds"), "needs no less")
        for faster, slower in pairwise(reversed(points)):
            found, own = entries[faster.x]["weight"], entries[slower.x]["weight"]
            if found is not None and (own is None or found < own):
                self._take(slower, faster, ARRAY, "needs no more")

    def _note_failure(self) -> None:
        """Record for the whole sweep why the search of an open point ended.

        An example is a killed solver. The limit of the point is not recorded.
        """
        if self.answer.stopped is None:
            left = [e for e in self.answer.entries.values() if e["status"] not in DONE]
            ended = (e["stopped"] for e in left if e["stopped"] != "time limit")
            self.answer.stopped = next(filter(None, ended), None)

    def _take(self, point: Point, other: Point, what: Sequence[str], why: str) -> None:
        """Copy fields of another point to an open point."""
        entry, its = self.answer.entries[point.x], self.answer.entries[other.x]
        if entry["status"] in DONE:
            return
        reasons = [entry["because"], f"{self.answer.axis} {other.x} {why}"]
        entry = {**entry, **{name: its[name] for name in what}}
        entry["because"] = ", ".join(reason for reason in reasons if reason)
        if entry["weight"] is not None:
            entry["status"] = "optimal" if entry["lower"] >= entry["weight"] else "feasible"
        if entry["status"] in DONE:
            entry["stopped"] = None
        self.answer.entries[point.x] = entry
