"""Lower bounds by arithmetic: cycles and IIs that no search needs to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
import numpy as np

from models.counting.crossings import crossings
from models.counting.demand import ENTER, LEAVE, NOUN, Demand, Interval, intervals
from models.counting.demands import demands
from models.data.architecture import Architecture
from models.data.certificate import (
    Bound,
    Counting,
    CriticalPath,
    Crossing,
    Never,
    Slots,
    is_monotone,
    reach,
)
from models.data.computation import Transform
from models.data.problem import Problem, counted_contexts, require_executable
from models.errors import InfeasibleError, InputError
from models.space_time.index import Index
from models.space_time.index_array import NEVER
from models.space_time.transfers import require_plain_ports
from models.space_time.windows import Earliest, earliest, open_windows, windows
from models.text import counted, impossible_cycles, n_cycles

LARGE = 400_000
"""Values times components of a pipelined problem: above, windows take seconds, and no model has a
use for the horizon.
"""

FAR = 1 << 40
"""A horizon so long that whatever arithmetic refutes there it refutes for every horizon."""


def unlimited() -> bool:
    """Return False: work without a budget is never over."""
    return False


class Arithmetic:
    """The arithmetic of one problem, shared by all horizons.

    Of all orders of sums it knows a relaxation, or each of them if it is not `relaxed`. The search
    for a horizon ends early when its budget is `over`. Raises `InfeasibleError` when no horizon at
    all can have a mapping.
    """

    def __init__(
        self, problem: Problem, over: Callable[[], bool] = unlimited, *, relaxed: bool = True
    ) -> None:
        require_plain_ports(problem.arch)
        self.problem, self._over = problem, over
        self.index = Index(problem, relaxed=relaxed)
        able = np.any(self.index.candidate_latency > 0, axis=1)
        carriers = self.index.carriers.items()
        stuck = {self.index.values[i] for i, ways in carriers if not np.any(able[ways])}
        require_executable(problem, stuck)
        size = len(self.index.values) * len(problem.arch.components)
        self._large = problem.contexts is not None and size > LARGE
        self.early: Earliest = earliest(self.index, coarse=self._large)
        self._require_reachable()

    def critical_path(self) -> CriticalPath | None:
        """The bound of the longest chain, with travel times; None if no operation must happen."""
        index, early = self.index, self.early
        best: tuple[int, int, int] | None = None
        for name in self.problem.dfg.results:
            assert index.external is not None
            i = index.value[name]
            found = (int(early.x[i, index.external]), i, index.external)
            best = found if best is None or found > best else best
        for i in sorted(index.kept):
            complete = early.done[i]
            j = int(np.argmin(complete))
            found = (int(complete[j]), i, j)
            best = found if best is None or found > best else best
        if best is None or best[0] < 1:
            return None
        cycle, i, j = best
        return CriticalPath(
            horizon=cycle,
            value=index.values[i],
            component=self.problem.arch.components[j].name,
            cycle=cycle,
        )

    def refute(self, horizon: int) -> Bound | None:
        """Return an arithmetic reason why no mapping has exactly `horizon` cycles, or None."""
        chain = self.critical_path()
        if chain is not None and horizon <= chain.horizon:
            return chain
        interval = self._overfull(horizon)
        if interval is None:
            return None
        demand = interval.demand
        return Counting(
            horizon=horizon,
            resource=demand.resource,
            components=demand.components,
            first=interval.first,
            last=interval.last,
            items=interval.items,
            units=interval.units,
        )

    def _overfull(self, horizon: int) -> Interval | None:
        window = windows(self.index, horizon, self.early)
        for demand in demands(self.index, window):
            found = intervals(demand, self.problem.contexts)
            if found and len(found[0].items) > found[0].units:
                return found[0]
        return None

    def first_horizon(self, limit: int | None = None) -> tuple[int, Bound | None]:
        """Return the smallest horizon that arithmetic cannot refute, and the bound below it.

        Stops above `limit`, and at a smaller bound when the budget is over. Raises
        `InfeasibleError` when every horizon is refuted.
        """
        chain = self.critical_path()
        horizon = 1 if chain is None else chain.horizon + 1
        bound: Bound | None = chain
        self._require_contexts(horizon)
        if self._large:
            return horizon, bound
        # Where refuting a horizon refutes all smaller ones, steps may grow until a horizon is
        # possible.
        growth = 2 if is_monotone(self.problem.dfg, self.problem.arch) else 1
        step, possible = 1, None
        while (possible is None or horizon < possible) and not self._over():
            tried = horizon + step - 1 if possible is None else (horizon + possible) // 2
            if limit is not None and tried > limit:
                if horizon > limit:
                    break
                tried = limit
            refuted = self.refute(tried)
            if refuted is None:
                possible = tried
            else:
                if bound is chain:
                    self._require_far()
                bound, horizon = refuted, tried + 1
                step *= growth
        return horizon, bound

    def _require_far(self) -> None:
        """Raise when what refutes a horizon refutes all: some work is possible at no place that
        leads to where its result is needed.

        Windows end so many cycles before the horizon as the ways take, so they grow with it or stay
        empty. A relaxation of orders may know this of a leaf only; the orders themselves say which
        operation or result has no place.
        """
        found = self._overfull(FAR)
        if found is None:
            return
        transform: Transform = "none" if self.problem.transform == "none" else "enumerate"
        listed: Problem = msgspec.structs.replace(self.problem, transform=transform)
        with suppress(InputError):  # too many orders
            Arithmetic(listed, self._over, relaxed=False)
        names = ", ".join(found.items[:4]) + (", …" if len(found.items) > 4 else "")
        raise InfeasibleError(
            f"{len(found.items)} {NOUN[found.demand.resource]} ({names}), but no component of"
            f" '{self.problem.arch.name}' where they can leads on to where they are needed;"
            " add paths there"
        )

    def _require_contexts(self, horizon: int) -> None:
        """Raise when a resource of all contexts together is too small for the whole body."""
        contexts = self.problem.contexts
        known = open_windows if self._large else windows
        window = known(self.index, horizon, self.early)
        for demand in demands(self.index, window):
            offered = demand.per_cycle * contexts if contexts else None
            count = len(demand.items)
            if demand.per_cycle == 0 or (offered is not None and count > offered):
                raise InfeasibleError(
                    f"{count} {NOUN[demand.resource]}, but the {demand.resource} of"
                    f" {_where(demand.components)} {_allow(demand.resource)} {offered or 0}"
                    + (f" in {counted_contexts(contexts)}" if contexts else ""),
                    _slots(demand, contexts),
                )
        if contexts:
            for found in crossings(self.index, contexts):
                why = f"{_crossing(found)} in {counted_contexts(contexts)}"
                raise InfeasibleError(why, found)
        if not self.problem.constraints:
            return
        from models.counting.packing import packing_line, packings  # few problems have any

        for packing in packings(self.index, contexts):
            raise InfeasibleError(packing_line(packing), packing)

    def _require_reachable(self) -> None:
        index, early = self.index, self.early
        dfg, arch, contexts = self.problem.dfg, self.problem.arch, self.problem.contexts
        for i in index.order:
            name = index.values[i]
            if i not in index.executed or early.w[index.carriers[i]].min() < NEVER:
                continue
            fact = Never(contexts, name)
            for d, _ in sorted(index.operands[i]):
                if early.x[d].min() >= NEVER and d < index.inputs:
                    raise InfeasibleError(
                        f"input '{index.values[d]}' of operation '{name}' is initially in no"
                        f" component of '{arch.name}'",
                        fact,
                    )
            raise InfeasibleError(
                f"the operands of operation '{name}' can never meet in a component of"
                f" '{arch.name}' that executes it{_unmoved(arch)}",
                fact,
            )
        for name in dfg.results:
            assert index.external is not None
            if early.x[index.value[name], index.external] >= NEVER:
                fact = Never(contexts, name)
                what = f"result '{name}' can never reach '{arch.external}'; add a path there"
                raise InfeasibleError(what, fact)


def _unmoved(arch: Architecture) -> str:
    """Return the option to try if an array moves no values."""
    if arch.max_routes != 0:
        return ""
    return "; nothing is moved there: a preset with the option moves takes moves=4"


def _slots(demand: Demand, contexts: int | None) -> Slots:
    # Without pipelining only a resource without units is insufficient for all numbers of cycles.
    units = demand.per_cycle * (contexts or 0)
    return Slots(contexts, demand.resource, demand.components, demand.items, units)


def _crossing(found: Crossing) -> str:
    there, paths = _where(found.components), _where(found.paths)
    values = counted(len(found.values), "value")
    if not found.operations:
        return f"{values} must get to {there}, but {paths} allow {found.units}"
    return (
        f"{counted(len(found.operations), 'operation')} must be issued on {there}, and {values}"
        f" computed there or brought there over {paths}, but slots and paths allow {found.units}"
    )


def first_interval(
    first_horizon: Callable[[int], object],
    least: int,
    most: int,
    refuted: Callable[[int, InfeasibleError], object] = lambda contexts, fact: None,
) -> int:
    """Return the smallest II from `least` on that arithmetic leaves, or `most` + 1.

    `first_horizon` raises `InfeasibleError` for refuted IIs; each of them is passed to `refuted`.
    """
    contexts = least
    while contexts <= most:
        try:
            first_horizon(contexts)
            break
        except InfeasibleError as fact:
            refuted(contexts, fact)
            # The same reason refutes larger IIs, up to the one tried next.
            farthest = 0 if fact.fact is None else min(reach(fact.fact), most)
            contexts = max(contexts + 1, farthest)
    return contexts


def reason(bound: Bound | None, problem: Problem) -> str:
    """Return a bound's argument as one sentence for users."""
    if bound is None:
        return "nothing needs to happen"
    if isinstance(bound, CriticalPath):
        arrives = bound.component == problem.arch.external and bound.value in problem.dfg.results
        what = f"be in {bound.component}" if arrives else "complete"
        return f"critical path: '{bound.value}' cannot {what} before the end of cycle {bound.cycle}"
    if isinstance(bound, Counting):
        return (
            f"counting: with {n_cycles(bound.horizon)}, {len(bound.items)} {NOUN[bound.resource]}"
            f" in cycles {bound.first}-{bound.last}, but the {bound.resource} of"
            f" {_where(bound.components)} {_allow(bound.resource)} {bound.units}"
        )
    return f"SAT: {impossible_cycles(bound.horizon)}"


def _where(components: Sequence[str]) -> str:
    return ", ".join(components[:4]) + (", …" if len(components) > 4 else "")


def _allow(resource: str) -> str:
    return "allows" if resource in (LEAVE, ENTER) else "allow"
