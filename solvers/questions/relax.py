"""The same problem with some resource limits lifted, and which limits arithmetic needs for a "no".

A limit is (family, object), with the families of the constraint model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from models.counting.arithmetic import Arithmetic
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.certificate import Bound, Counting
from models.data.explanation import Limit
from models.data.problem import Problem
from models.errors import InfeasibleError

REGISTERS, WIDTH, ISSUE = "8 registers", "9 width", "10 issue"
READ, WRITE, CHOICE = "read ports", "write ports", "1 choice"
LIFTABLE = (REGISTERS, READ, WRITE, CHOICE, WIDTH, ISSUE)
"""In the order in which an explanation tries to do without them."""


def lifted(problem: Problem, limits: Collection[Limit]) -> Problem:
    """Return `problem` without the given limits."""
    arch = problem.arch
    components = tuple(_lifted_component(c, limits, problem) for c in arch.components)
    paths = tuple(_lifted_path(path, limits) for path in arch.paths)
    changed: Architecture = msgspec.structs.replace(arch, components=components, paths=paths)
    return msgspec.structs.replace(problem, arch=changed)


def _lifted_component(
    component: Component, limits: Collection[Limit], problem: Problem
) -> Component:
    change: dict[str, object] = {}
    if (REGISTERS, component.name) in limits:
        change["capacity"] = None
    if (ISSUE, component.name) in limits:
        change["issue"] = max(component.issue, len(problem.dfg.operations))
    if (READ, component.name) in limits:
        change["read_ports"] = None
    if (WRITE, component.name) in limits:
        change["write_ports"] = None
    if (CHOICE, component.name) in limits and component.initial != "all":
        free = tuple(Choice(len(choice.of), choice.of) for choice in component.initial.choices)
        change["initial"] = InitialContents(component.initial.values, free)
    return msgspec.structs.replace(component, **change) if change else component


def _lifted_path(path: Path, limits: Collection[Limit]) -> Path:
    return msgspec.structs.replace(path, width=None) if (WIDTH, path.name) in limits else path


def needed_for_counting(
    problem: Problem, horizon: int, limits: Iterable[Limit]
) -> Iterator[dict[Limit, tuple[int, ...]]]:
    """Yield ever smaller sets of limits that suffice for arithmetic to refute `horizon`.

    Each comes with the cycles (or contexts) that arithmetic counts. There are none if arithmetic
    cannot refute the horizon. Without any limit of the last set the arithmetic argument fails; a
    search may still find a smaller set.
    """
    if _refuted(problem, horizon) is None:
        return
    dropped: set[Limit] = set()
    kept = sorted(set(limits), key=lambda limit: (LIFTABLE.index(limit[0]), limit[1]))
    # Whole families at once: most of them have no part in the argument.
    for family in LIFTABLE:
        members = {limit for limit in kept if limit[0] == family}
        if members and _refuted(lifted(problem, dropped | members), horizon) is not None:
            dropped |= members
    yield _with_cycles(problem, horizon, dropped, kept)
    for limit in kept:
        if limit in dropped:
            continue
        if _refuted(lifted(problem, dropped | {limit}), horizon) is not None:
            dropped.add(limit)
            yield _with_cycles(problem, horizon, dropped, kept)


def _with_cycles(
    problem: Problem, horizon: int, dropped: set[Limit], limits: list[Limit]
) -> dict[Limit, tuple[int, ...]]:
    bound = _refuted(lifted(problem, dropped), horizon)
    period = problem.contexts
    return {
        limit: tuple(sorted({k % period if period else k for k in _cycles(bound, limit)}))
        for limit in limits
        if limit not in dropped
    }


def _refuted(problem: Problem, horizon: int) -> Bound | str | None:
    try:
        return Arithmetic(problem).refute(horizon)
    except InfeasibleError as fact:
        return str(fact)


def _cycles(bound: Bound | str | None, limit: Limit) -> tuple[int, ...]:
    """The cycles in which a counting bound needs a limit; none where all of them matter.

    Issue slots are counted within the interval. That no operation of it can start earlier rests
    on the widths in the cycles before.
    """
    if not isinstance(bound, Counting):
        return ()
    if bound.resource == "issue slots" and limit[0] != ISSUE:
        return tuple(range(1, bound.first))
    return tuple(range(bound.first, bound.last + 1))
