"""Explaining "no": a small set of resource limits that cannot all hold.

Every at-most-K group gets a selector. An unsatisfiable core over whole objects (the entry
width of pe1, the registers of pe2, …) is minimised by deletion, then the cycles within it. The
limits in the answer cannot all be met; it is minimal where every deletion was decided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from functools import partial

from models.data.explanation import Explanation, Limit
from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget
from solvers.backends.cnf import Cnf, Encodings
from solvers.backends.registry import chosen, goes_on
from solvers.backends.sat import DEFAULT_SOLVER, SatSession
from solvers.questions.relax import LIFTABLE, needed_for_counting
from solvers.search.portfolio import messages_of
from solvers.tasks.messages import Failed, Finished, Infeasible, Send
from solvers.tasks.solver_options import SolverOptions

DELETION_CONFLICTS = 20_000

_WITHOUT_CYCLES = ("1 choice", "once", "order", "pins", "constraint")


def explain(
    problem: Problem, horizon: int, options: SolverOptions, budget: Budget = UNLIMITED
) -> Explanation | None:
    """Return limits that cannot all hold with `horizon` cycles; None if they can, or if not known.

    Runs in a process of its own, and when the budget is over answers with the smallest set found so
    far.
    """
    task = partial(explain_task, problem, horizon, options)
    best: Explanation | None = None
    with closing(messages_of(task, budget, options.memory_limit)) as messages:
        for message in messages:
            if isinstance(message, Finished | Infeasible | Failed):
                break
            best = message
    return best


def explain_task(
    problem: Problem, horizon: int, options: SolverOptions, send: Send[Explanation]
) -> None:
    """Send ever smaller explanations."""
    from models.space_time.progress import rule_pins
    from models.space_time.xyz import build
    from solvers.backends.cnf import lower

    model = build(problem, horizon, implied=False)
    rule_pins(model, options.pins)
    # Limits that are left to the solver cannot be guarded.
    encodings = Encodings() if options.encodings.native else options.encodings
    cnf = lower(model.constraints, encodings, guarded=True)

    # Cores come from engines that take assumptions, and deletions need an end.
    backend = chosen(options.solver).backend
    engine = backend.name if goes_on(backend.name) else DEFAULT_SOLVER
    core = _Core(cnf, engine, horizon, send, problem.contexts)
    liftable = [limit for limit in core.by_object if limit[0] in LIFTABLE]
    counted = None
    for counted in needed_for_counting(problem, horizon, liftable):
        core.counted(counted)
    if counted is None:
        core.run()
    else:
        core.run_counted(counted)


class _Core:
    def __init__(
        self,
        cnf: Cnf,
        solver: str,
        horizon: int,
        improved: Callable[[Explanation], None],
        interval: int | None,
    ) -> None:
        self.horizon = horizon
        self.improved = improved
        self.interval = interval
        self.by_object: dict[Limit, list[int]] = defaultdict(list)
        for selector, (family, name, _) in cnf.selectors.items():
            self.by_object[family, name].append(selector)
        self.cycle_of = {s: cycle for s, (_, _, cycle) in cnf.selectors.items()}
        self.limit_of = {s: (family, name) for s, (family, name, _) in cnf.selectors.items()}
        self.session = SatSession(cnf, solver)
        self.minimal = True

    def run(self) -> Explanation | None:
        chosen = list(self.limit_of)
        if self.session.solve(chosen).satisfiable:
            return None
        core = self._core(chosen)
        self._report(core)
        limits = dict.fromkeys(self.limit_of[s] for s in core)
        chosen = self._shrink([self.by_object[limit] for limit in limits])
        chosen = self._shrink([[s] for s in chosen])
        return self._report(chosen)

    def counted(self, limits: dict[Limit, tuple[int, ...]]) -> None:
        """Report limits that arithmetic found to be enough."""
        self.minimal = False
        self._report_limits(limits)

    def run_counted(self, counted: dict[Limit, tuple[int, ...]]) -> Explanation:
        """Search only to leave out more of the limits that arithmetic found to be enough.

        A smaller set needs another argument than the counting, and perhaps other cycles.
        """
        kept = self._shrink([self.by_object[limit] for limit in counted])
        names = {self.limit_of[selector] for selector in kept}
        smaller = len(names) < len(counted)
        return self._report_limits(
            {n: () if smaller else cycles for n, cycles in counted.items() if n in names}
        )

    def _core(self, chosen: list[int]) -> list[int]:
        core = set(self.session.core())
        return [s for s in chosen if s in core]

    def _shrink(self, units: list[list[int]]) -> list[int]:
        """Drop units one by one while the rest stays unsatisfiable."""
        self.minimal = True
        kept = list(units)
        for unit in units:
            if unit not in kept:
                continue
            rest = [s for other in kept if other is not unit for s in other]
            outcome = self.session.solve(rest, self._within(self.session.conflicts))
            if outcome.satisfiable is None:
                self.minimal = False
            elif not outcome.satisfiable:
                core = set(self._core(rest))
                kept = [
                    other for other in kept if other is not unit and any(s in core for s in other)
                ]
                self._report([s for other in kept for s in other if s in core])
        return [s for unit in kept for s in unit]

    @staticmethod
    def _within(spent: int) -> Callable[[int], bool]:
        return lambda conflicts: conflicts - spent < DELETION_CONFLICTS

    def _report(self, chosen: list[int]) -> Explanation:
        found: dict[Limit, list[int]] = defaultdict(list)
        for selector in chosen:
            limit = self.limit_of[selector]
            cycles = found[limit]
            if limit[0] not in _WITHOUT_CYCLES:
                cycles.append(self.cycle_of[selector])
        return self._report_limits({n: tuple(sorted(cycles)) for n, cycles in found.items()})

    def _report_limits(self, limits: dict[Limit, tuple[int, ...]]) -> Explanation:
        explanation = Explanation(self.horizon, limits, self.minimal, self.interval)
        self.improved(explanation)
        return explanation
