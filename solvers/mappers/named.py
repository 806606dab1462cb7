"""The heuristics of plans, each loaded and compiled when it is first of use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.traits import NEGOTIABLE, RESERVED, unknown_traits
from solvers.search.names import (
    ADJACENT,
    AT_ONCE,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    NEGOTIATED,
    PLACED,
    REFINED,
)


def prepare() -> None:
    """Load, or compile, the code that each process would otherwise load or compile separately."""
    for by in (REFINED, MODULO, LEVELS):
        _compile(by)


def is_prepared() -> bool:
    """Whether all that `prepare` compiles is kept, or would not be."""
    from heuristics.modulo.kernel import kernels as modulo
    from heuristics.placement.kernel import kernels as placement

    return all(each.are_compiled() or each.folder is None for each in (modulo, placement))


def takes_compiling(by: str) -> bool:
    """Whether a heuristic takes many seconds to be compiled, and is not yet."""
    if by == NEGOTIATED:
        from heuristics.negotiated.compiled import kernels
    elif by in (REFINED, LABELS, LEVELS):
        from heuristics.anneal.compiled import kernels
    else:
        return False
    return not kernels.are_compiled()


Heuristic = Callable[..., Mapping | None]
"""(problem, seed, budget) -> mapping or None."""


def _adjacent() -> Heuristic:
    from solvers.mappers.adjacent import adjacent_schedule

    return adjacent_schedule


def _in_turn() -> Heuristic:
    from solvers.mappers.adjacent_turns import turns

    return turns


def _at_once() -> Heuristic:
    from solvers.mappers.first_mapping import first_mapping

    return first_mapping


def _by_labels() -> Heuristic:
    from solvers.mappers.guided import annealed_by_labels

    _compile(LABELS)
    return annealed_by_labels


def _by_levels() -> Heuristic:
    from solvers.mappers.guided import annealed_by_levels

    _compile(LEVELS)
    return annealed_by_levels


def _placed() -> Heuristic:
    from heuristics.placement import placed_schedule

    _compile(PLACED)
    return placed_schedule


def _refined() -> Heuristic:
    from heuristics.placement import refined_schedule

    _compile(REFINED)
    return refined_schedule


def _negotiated() -> Heuristic:
    from heuristics.negotiated import negotiated_schedule

    _compile(NEGOTIATED)
    return negotiated_schedule


def _modulo() -> Heuristic:
    from heuristics.modulo import modulo_schedule
    from heuristics.modulo.kernel import kernels

    # Small loops are mapped before compiled code is loaded.
    if not kernels.are_compiled():
        _compile(MODULO)
    return modulo_schedule


class Named(NamedTuple):
    """How a heuristic is loaded, and the traits of problems that it understands."""

    load: Callable[[], Heuristic]
    understands: frozenset[str]


HEURISTICS = {
    ADJACENT: Named(_adjacent, RESERVED),
    AT_ONCE: Named(_at_once, RESERVED),
    IN_TURN: Named(_in_turn, RESERVED),
    LABELS: Named(_by_labels, RESERVED),
    LEVELS: Named(_by_levels, RESERVED),
    PLACED: Named(_placed, RESERVED),
    REFINED: Named(_refined, RESERVED),
    NEGOTIATED: Named(_negotiated, NEGOTIABLE),
    MODULO: Named(_modulo, RESERVED),
}


@cache
def named_heuristic(by: str) -> Heuristic:
    """Return a heuristic.

    Missing code is compiled here, which may take a minute, and once only.
    """
    return HEURISTICS[by].load()


def able_heuristics(problem: Problem) -> frozenset[str]:
    """Return the names of the heuristics that understand all traits of a problem."""
    return frozenset(
        by for by, named in HEURISTICS.items() if not unknown_traits(problem, named.understands)
    )


def has_few_wires(problem: Problem) -> bool:
    """Whether to negotiate for wires: passing values take issue slots, or paths through switches.

    Elsewhere modulo scheduling maps the same loops sooner.
    """
    parts = problem.arch.components
    is_narrow = any(part.switch or part.routing_issues for part in parts)
    return is_narrow and NEGOTIATED in able_heuristics(problem)


def _compile(by: str) -> None:
    """Map a small loop: the code compiled for it serves every array."""
    from archs.presets import architecture_preset

    problem = Problem(_routed(), architecture_preset("s4:2x2"), 2)
    if by in (LABELS, LEVELS):
        from heuristics.anneal import anneal

        anneal(problem)
    elif by in (PLACED, REFINED):
        from heuristics.placement import placed_schedule, refined_schedule

        (placed_schedule if by == PLACED else refined_schedule)(problem, 0, attempts=1)
    elif by == NEGOTIATED:
        from heuristics.negotiated import negotiated_schedule

        negotiated_schedule(problem, 0, attempts=1)
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
