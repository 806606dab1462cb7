"""The heuristics of plans, each loaded and compiled when it is first of use."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.search.interval_plans import (
    ADJACENT,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    PLACED,
    REFINED,
    TRANSPORT,
)


def prepare() -> None:
    """Load, or compile, the code that each process would otherwise load or compile separately."""
    for by in (TRANSPORT, MODULO, LEVELS):
        _compile(by)


def is_prepared() -> bool:
    """Whether all that `prepare` compiles is kept, or would not be."""
    from heuristics.modulo.kernel import kernels as modulo
    from heuristics.transport.kernel import kernels as transport

    return all(each.are_compiled() or each.folder is None for each in (modulo, transport))


@cache
def named_heuristic(by: str) -> Callable[..., Mapping | None]:
    """Return a heuristic: (problem, seed, deadline) -> mapping or None.

    Missing code is compiled here, which may take a minute, and once only.
    """
    if by == ADJACENT:
        from solvers.search.adjacent import adjacent_schedule

        return adjacent_schedule
    if by == IN_TURN:
        from solvers.search.adjacent_turns import turns

        return turns
    if by in (LABELS, LEVELS):
        from solvers.search.guided import annealed_by_labels, annealed_by_levels

        _compile(by)
        return annealed_by_labels if by == LABELS else annealed_by_levels
    if by == TRANSPORT:
        from heuristics.transport import transport_schedule

        _compile(by)
        return transport_schedule
    if by in (PLACED, REFINED):
        from heuristics.placement import placed_schedule, refined_schedule

        _compile(by)
        return placed_schedule if by == PLACED else refined_schedule
    from heuristics.modulo import modulo_schedule
    from heuristics.modulo.kernel import kernels

    # Small loops are mapped before compiled code is loaded.
    if not kernels.are_compiled():
        _compile(by)
    return modulo_schedule


def _compile(by: str) -> None:
    """Map a small loop: the code compiled for it serves every array."""
    problem = Problem(_routed(), architecture_preset("s4:2x2"), 2)
    if by in (LABELS, LEVELS):
        from heuristics.anneal import anneal

        anneal(problem)
    elif by == TRANSPORT:
        from heuristics.transport import transport_schedule

        transport_schedule(problem, 0, deadline=time.perf_counter() + 60.0)
    elif by in (PLACED, REFINED):
        from heuristics.placement import placed_schedule, refined_schedule

        (placed_schedule if by == PLACED else refined_schedule)(problem, 0, attempts=1)
    else:
        from heuristics.modulo import modulo_schedule
        from heuristics.modulo.kernel import kernels

        kernels.plain_steps = 0
        modulo_schedule(problem, 0)


def _routed() -> Dfg:
    """Return a graph whose values have several readers, with every kind of edge to be routed."""
    operators = (Operator("add", 2), Operator("load", 0), Operator("store", 1, effect=True))
    operations = (
        Operation("a", "load"),
        Operation("b", "load"),
        Operation("c", "add", (Operand("a"), Operand("b"))),
        Operation("d", "add", (Operand("a"), Operand("d", 1))),
        Operation("e", "store", (Operand("c"),)),
        Operation("f", "store", (Operand("d"),)),
    )
    return Dfg("routed", operators, (), operations)
