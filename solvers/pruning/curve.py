"""The trade-off between time and size: a minimum for each number of cycles, or of contexts.

Points are solved from the slowest on. Whatever a slow kernel cannot do without, a fast one
cannot either, so that cores, and with them lower bounds, carry over.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from archs.arch_json import architecture_from_json, architecture_to_json
from models.errors import InputError
from models.features import Feature
from models.mapping_json import mapping_from_json, mapping_to_json
from models.problem import Problem
from models.prunable import Kernel
from solvers.command import Signals
from solvers.entries import Entries, Entry, digest
from solvers.pruning.facts import Facts
from solvers.pruning.options import Setup
from solvers.pruning.oracle import carries_over, judge
from solvers.pruning.run import Pruned, Pruning
from solvers.record import SolverFaultError
from solvers.search import Stop
from solvers.worker import SolverOptions

Axis = Literal["cycles", "contexts", "slack"]

DONE = ("optimal", "infeasible")


@dataclass(frozen=True)
class Point:
    """A place on the axis: numbers of cycles and of contexts, for each kernel."""

    x: int
    cycles: tuple[int, ...]
    contexts: tuple[int | None, ...]


@dataclass
class Curve:
    """Points from the slowest to the fastest, and an entry for each that was looked at.

    An entry has `status`, `counts`, `cost`, `weight` and `lower` (sums of weights), `bounds`,
    `left` (an architecture), `mappings`, `cores`, `seconds`, and `because` where it follows
    from another point.
    """

    axis: Axis
    setup: Setup
    points: tuple[Point, ...]
    entries: dict[int, Entry] = field(default_factory=dict)
    stopped: str | None = None

    @property
    def front(self) -> list[int]:
        """The places at which something is smaller than at every faster one."""
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
    """One run; `curve` is valid whenever it is looked at.

    `point_limit` are the seconds that one point may take, `deadline` is for all of them.
    """

    def __init__(
        self,
        curve: Curve,
        options: SolverOptions,
        entries: Entries,
        tell: Callable[[str], None] | None,
        point_limit: float | None,
        deadline: float | None,
    ) -> None:
        self.curve = curve
        self._options, self._entries = options, entries
        self._tell = tell or (lambda line: None)
        self._point_limit, self._deadline = point_limit, deadline

    def run(self) -> Curve:
        """Solve every point that no entry has, and draw conclusions from one to another."""
        curve = self.curve
        slower: tuple[Point, Entry] | None = None
        for point in curve.points:
            entry = self._known(point) or self._follows(point, slower)
            if entry is None:
                entry = self._solve(point, slower)
                if entry["status"] in DONE or self._point_limit is not None:
                    self._entries.put(self._key(point), entry)
            curve.entries[point.x] = entry
            self._say(point, entry)
            if entry.get("stopped") and self._over(entry["stopped"]):
                curve.stopped = entry["stopped"]
                break
            slower = point, entry
        self._compare()
        return curve

    def _over(self, why: str) -> bool:
        """Whether more than a point's own time is up."""
        late = self._deadline is not None and time.perf_counter() >= self._deadline
        return late or why != "time limit"

    def _say(self, point: Point, entry: Entry) -> None:
        counts = ", ".join(f"{n} {kind}" for kind, n in entry["counts"].items())
        known = f": {counts}" if counts else ""
        self._tell(f"{self.curve.axis} {point.x}: {entry['status']}{known}")

    def _problems(self, point: Point) -> tuple[Problem, ...]:
        return tuple(
            msgspec.structs.replace(problem, contexts=contexts)
            for problem, contexts in zip(self.curve.setup.problems, point.contexts, strict=True)
        )

    def _key(self, point: Point) -> dict[str, object]:
        from models.dfg_json import dfg_to_json

        setup = self.curve.setup
        weights = setup.objective.weights
        return {
            "dfgs": [digest(dfg_to_json(problem.dfg)) for problem in setup.problems],
            "array": digest(architecture_to_json(setup.problems[0].arch)),
            "transform": setup.problems[0].transform,
            "kinds": setup.objective.kinds,
            "weights": None if weights is None else {k: str(w) for k, w in weights.items()},
            "keep": sorted(setup.keep),
            "cycles": point.cycles,
            "contexts": point.contexts,
        }

    def _known(self, point: Point) -> Entry | None:
        """Return the entry of an earlier run, if it is decided, or no better one is likely."""
        entry = self._entries.get(self._key(point))
        if entry is None:
            return None
        longer = self._point_limit is None or self._point_limit > (entry.get("limit") or 0)
        if entry.get("status") not in DONE and longer:
            return None
        try:
            self._judge(point, entry)
        except (InputError, SolverFaultError, KeyError, TypeError, ValueError):
            self._tell(f"{self.curve.axis} {point.x}: the entry kept is not sound, solved anew")
            return None
        return entry

    def _judge(self, point: Point, entry: Entry) -> None:
        """Check the mappings of an entry that comes from a file."""
        if entry["left"] is None:
            return
        arch = architecture_from_json(json.dumps(entry["left"]), "resume")
        pairs = zip(self._problems(point), entry["mappings"], strict=True)
        for problem, mapping in pairs:
            judge(
                msgspec.structs.replace(problem, arch=arch),
                mapping_from_json(json.dumps(mapping), "resume"),
            )

    def _follows(self, point: Point, slower: tuple[Point, Entry] | None) -> Entry | None:
        """What no cycle of a slower point allows, fewer do not allow either."""
        if slower is None or slower[1]["status"] != "infeasible" or not self._carries(point):
            return None
        before = slower[0].x
        return {**slower[1], "because": f"{self.curve.axis} {before} is infeasible"}

    def _carries(self, point: Point) -> bool:
        kernels = self._kernels(point)
        return self.curve.axis != "contexts" and all(carries_over(kernel) for kernel in kernels)

    def _kernels(self, point: Point) -> list[Kernel]:
        pairs = zip(self._problems(point), point.cycles, strict=True)
        return [Kernel(problem, cycles) for problem, cycles in pairs]

    def _solve(self, point: Point, slower: tuple[Point, Entry] | None) -> Entry:
        parts, scale = self.curve.setup.parts(self._problems(point))
        facts = Facts(tuple(self._kernels(point)), parts)
        if slower is not None and self._carries(point):
            for kernel, features in slower[1]["cores"]:
                facts.add(kernel, (Feature(*feature) for feature in features))
        running = Pruning(facts, scale, self._options, self._tell, deadline=self._deadline)
        limits = [self._point_limit]
        if self._deadline is not None:
            limits.append(max(self._deadline - time.perf_counter(), 0.01))
        limit = min((each for each in limits if each is not None), default=None)
        try:
            with Signals(Stop, limit):
                running.run()
        except Stop as stop:
            running.answer.stopped = str(stop)
        return {**entry_of(running.answer), "limit": self._point_limit}

    def _compare(self) -> None:
        """Where a point is open, an array for a faster one may be smaller than its own."""
        if self.curve.axis == "contexts":
            return
        best: tuple[Point, Entry] | None = None
        for point in reversed(self.curve.points):
            entry = self.curve.entries.get(point.x)
            if entry is None or entry["weight"] is None:
                continue
            carries = best is not None and self._carries(point)
            if best is not None and carries and best[1]["weight"] < entry["weight"]:
                taken = {k: best[1][k] for k in ("counts", "cost", "weight", "left", "mappings")}
                entry |= {**taken, "because": f"{self.curve.axis} {best[0].x} needs no more"}
                if entry["lower"] >= entry["weight"]:
                    entry["status"] = "optimal"
            best = point, entry


def entry_of(answer: Pruned) -> Entry:
    """Return what is kept of a pruning."""
    found: dict[str, Any] = {
        "status": answer.status,
        "counts": answer.counts if answer.arch is not None else {},
        "cost": None if answer.price is None else float(answer.price),
        "weight": answer.weight,
        "lower": answer.lower,
        "bounds": answer.scale.lower(answer.lower) if answer.lower else {},
        "left": None if answer.arch is None else json.loads(architecture_to_json(answer.arch)),
        "mappings": [json.loads(mapping_to_json(mapping)) for mapping in answer.mappings],
        "cores": [[core.kernel, [list(f) for f in core.features]] for core in answer.cores],
        "because": answer.reason,
        "stopped": answer.stopped,
        "seconds": answer.seconds.get("total"),
    }
    return found


def numbers_between(texts: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of `8-11` and `14`. Raises `ValueError` for anything else."""
    for text in texts:
        first, sign, last = text.partition("-")
        low, high = int(first), int(last if sign else first)
        if low > high:
            raise ValueError(f"{low} is larger than {high}")
        yield from range(low, high + 1)
