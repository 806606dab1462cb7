"""The task of a process: remove from an array what its kernels do not need, then the minimum.

Greedy removal as in section 7 of the SAT-mapping paper: one component or path after the other is
switched off by an assumption, and for good when a mapping is left. The minimum is lexicographic:
fewest processing elements, then fewest other components, then fewest paths; each by asking one
engine for ever fewer, and it is proven when fewer are refuted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Literal

from models.architecture import Architecture
from models.mapping import Mapping
from models.problem import Problem
from models.prunable import Kernel, Prunable, prunable, pruned
from solvers.backends.backend import Outcome
from solvers.backends.sat import SatSession
from solvers.cnf import Cnf, lower
from solvers.worker import Message, SolverOptions

Order = Literal["fixed", "random", "least-used"]


@dataclass(frozen=True)
class Stage:
    """Things of one kind, by name, whose number is made small."""

    kind: str
    switches: dict[str, int]


def kinds(arch: Architecture) -> dict[str, list[str]]:
    """Return the names of what an array consists of, the most important kind first."""
    places = [component for component in arch.components if component.name != arch.external]
    return {
        "elements": [component.name for component in places if component.issue],
        "memories": [component.name for component in places if not component.issue],
        "paths": [path.name for path in arch.paths],
    }


def stages(found: Prunable) -> list[Stage]:
    """Return what is made small, the most important first; kinds without members are left out."""
    every = {**found.components, **found.paths}
    chosen = (
        Stage(kind, {name: every[name] for name in names if name in every})
        for kind, names in kinds(found.arch).items()
    )
    return [stage for stage in chosen if stage.switches]


@dataclass(frozen=True)
class Prune:
    """Remove greedily in `order`, then, with `exact`, find and prove the minimum.

    Sends `removed` and `needed` with a `name`; `array` with what is `gone` and the `mappings`;
    `bound` with a `kind` and a `lower` number; and at last `done`, or `none` where the kernels
    have no mapping to begin with.
    """

    kernels: tuple[Kernel, ...]
    keep: frozenset[str]
    order: Order
    exact: bool

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Prune; problem and horizon are those of the first kernel."""
        clock = time.perf_counter()
        found = prunable(self.kernels, self.keep)
        cnf = lower(found.constraints, options.encodings)
        if options.seed:
            cnf.shuffle(options.seed)
        sizes = {"variables": cnf.variables, "clauses": cnf.clause_count}
        messages.send({"kind": "built", "build": time.perf_counter() - clock, **sizes})
        pruner = Pruner(found, cnf, options.solver, messages.send)
        done = pruner.greedy(self.order, options.seed)
        if done and self.exact:
            pruner.minimum()
        spent = {"calls": pruner.calls, "solve": pruner.solving, "greedy": pruner.greedy_seconds}
        messages.send({"kind": "done" if done else "none", **spent})


class Pruner:
    """Incremental solving of one prunable model; `gone` is what the smallest array lacks."""

    def __init__(
        self, found: Prunable, cnf: Cnf, solver: str, send: Callable[[Message], object]
    ) -> None:
        self.found, self.cnf, self.solver, self._send = found, cnf, solver, send
        self.gone: frozenset[str] = frozenset()
        self.calls, self.solving, self.greedy_seconds = 0, 0.0, 0.0

    def greedy(self, order: Order, seed: int) -> bool:
        """Remove one thing after the other; return whether there is a mapping at all."""
        known = self.found.start()
        engine = SatSession(self.cnf, self.solver, start=known)
        outcome = self._solve(engine, known)
        if not outcome.satisfiable and known:
            outcome = self._solve(engine, [])
        if not outcome.satisfiable:
            return False
        self._report(outcome, ())
        fixed: list[int] = []
        for stage in stages(self.found):
            for name in _ordered(stage, order, seed, self._uses(outcome)):
                switch = stage.switches[name]
                tried = self._solve(engine, [*fixed, -switch])
                fixed.append(-switch if tried.satisfiable else switch)
                if tried.satisfiable:
                    outcome = tried
                self._send({"kind": "removed" if tried.satisfiable else "needed", "name": name})
        self._report(outcome, {-literal for literal in fixed if literal < 0})
        self.greedy_seconds = self.solving
        engine.close()
        return True

    def minimum(self) -> None:
        """Make the number of things of each kind as small as can be, kind after kind."""
        from pysat.card import ITotalizer

        engine = SatSession(self.cnf, self.solver)
        top, fixed = self.cnf.variables, list[int]()
        for stage in stages(self.found):
            switches = list(stage.switches.values())
            best = sum(name not in self.gone for name in stage.switches)
            counter = ITotalizer(lits=switches, ubound=best, top_id=top)
            top = max(top, counter.top_id)
            for clause in counter.cnf.clauses:
                engine.add(clause)
            # An earlier kind may have become smaller, and what greed found too large.
            while best:
                fewer = -counter.rhs[best - 1]
                outcome = self._solve(engine, [*fixed, fewer])
                if not outcome.satisfiable:
                    break
                true = set(outcome.model)
                best = sum(switch in true for switch in switches)
                self._report(outcome, self._absent(true))
            always = sum(name not in stage.switches for name in kinds(self.found.arch)[stage.kind])
            self._send({"kind": "bound", "of": stage.kind, "lower": best + always})
            if best < len(switches):
                fixed.append(-counter.rhs[best])
        engine.close()

    def _solve(self, engine: SatSession, assumptions: Sequence[int]) -> Outcome:
        clock = time.perf_counter()
        outcome = engine.solve(list(assumptions))
        self.solving += time.perf_counter() - clock
        self.calls += 1
        return outcome

    def _absent(self, true: Collection[int]) -> set[int]:
        every = {**self.found.components, **self.found.paths}
        return {switch for switch in every.values() if switch not in true}

    def _report(self, outcome: Outcome, off: Collection[int]) -> None:
        """Send an array and its mappings: what they do not use is gone as well."""
        every = {**self.found.components, **self.found.paths}
        mappings = self.found.mappings(outcome.model)
        used = used_by(self.found.arch, mappings)
        gone = {name for name, switch in every.items() if switch in off or name not in used}
        left = pruned(self.found.arch, gone)
        here = {component.name for component in left.components}
        here |= {path.name for path in left.paths}
        self.gone = frozenset(name for name in every if name not in here)
        self._send({"kind": "array", "gone": self.gone, "mappings": mappings})

    def _uses(self, outcome: Outcome) -> dict[str, int]:
        """How often the last mappings use each component and path."""
        counts: dict[str, int] = {}
        for mapping in self.found.mappings(outcome.model):
            names = [issue.component for issue in mapping.issues]
            names += [sent.path for sent in mapping.transfers]
            for name in names:
                counts[name] = counts.get(name, 0) + 1
        return counts


def used_by(arch: Architecture, mappings: Collection[Mapping]) -> set[str]:
    """Return the components and paths that some mapping uses."""
    used: set[str] = set()
    for mapping in mappings:
        used |= {issue.component for issue in mapping.issues}
        used |= {held.component for held in mapping.holds if held.cycle}
        used |= {sent.path for sent in mapping.transfers}
    for path in arch.paths:
        if path.name in used:
            used |= {*path.sources, *path.targets}
    return used


def _ordered(stage: Stage, order: Order, seed: int, uses: dict[str, int]) -> list[str]:
    names = list(stage.switches)
    if order == "random":
        random.Random(seed).shuffle(names)
    if order == "least-used":
        names.sort(key=lambda name: uses.get(name, 0))
    return names
