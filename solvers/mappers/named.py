"""The engines of pipelines: where each is, what it understands, and what it takes to compile."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.traits import NEGOTIABLE, RESERVED, unknown_traits
from shell.compiled import Kernels
from solvers.tasks.names import (
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
from xyzmap_packages import PREFIX

Heuristic = Callable[..., Mapping | None]
"""(problem, seed, budget) -> mapping or None."""


class Engine(NamedTuple):
    """A heuristic, loaded when it is first of use."""

    module: str
    function: str
    kernels: str | None = None
    """The module of its inner loops; None: it has none, or those of modulo scheduling at most."""
    slow: bool = False
    """Whether these take many seconds to be compiled, once after an installation."""
    understands: frozenset[str] = RESERVED
    """The traits of problems that it understands."""


ANNEAL, PLACEMENT = f"{PREFIX}heuristics.anneal.compiled", f"{PREFIX}heuristics.placement.kernel"

HEURISTICS = {
    MODULO: Engine(
        f"{PREFIX}heuristics.modulo", "modulo_schedule", f"{PREFIX}heuristics.modulo.kernel"
    ),
    PLACED: Engine(f"{PREFIX}heuristics.placement", "placed_schedule", PLACEMENT),
    REFINED: Engine(f"{PREFIX}heuristics.placement", "refined_schedule", ANNEAL, slow=True),
    LABELS: Engine(f"{PREFIX}solvers.mappers.guided", "annealed_by_labels", ANNEAL, slow=True),
    LEVELS: Engine(f"{PREFIX}solvers.mappers.guided", "annealed_by_levels", ANNEAL, slow=True),
    NEGOTIATED: Engine(
        f"{PREFIX}heuristics.negotiated",
        "negotiated_schedule",
        f"{PREFIX}heuristics.negotiated.compiled",
        slow=True,
        understands=NEGOTIABLE,
    ),
    ADJACENT: Engine(f"{PREFIX}solvers.mappers.adjacent", "adjacent_schedule"),
    IN_TURN: Engine(f"{PREFIX}solvers.mappers.adjacent_turns", "turns"),
    AT_ONCE: Engine(f"{PREFIX}solvers.mappers.first_mapping", "first_mapping"),
}


def takes_compiling(by: str) -> bool:
    """Whether a heuristic takes many seconds to be compiled, and is not yet."""
    return HEURISTICS[by].slow and not _kernels(by).are_compiled()


def is_prepared() -> bool:
    """Whether all that `prepare` compiles is kept, or would not be."""
    return all(
        kernels.are_compiled() or kernels.folder is None
        for kernels in (_kernels(MODULO), _kernels(PLACED))
    )


def prepare() -> None:
    """Load, or compile, the code that each process would otherwise load or compile separately."""
    for by in (REFINED, MODULO, LEVELS):
        _compile(by)


@cache
def named_heuristic(by: str) -> Heuristic:
    """Return a heuristic.

    Missing code is compiled here, which may take a minute, and once only.
    """
    engine = HEURISTICS[by]
    # Small loops are scheduled before compiled code is loaded.
    if engine.kernels is not None and (by != MODULO or not _kernels(by).are_compiled()):
        _compile(by)
    return _loaded(by)


def _loaded(by: str) -> Heuristic:
    engine = HEURISTICS[by]
    found: Heuristic = getattr(import_module(engine.module), engine.function)
    return found


def _kernels(by: str) -> Kernels:
    kernels: Kernels = import_module(str(HEURISTICS[by].kernels)).kernels
    return kernels


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
    elif by == MODULO:
        _kernels(by).plain_steps = 0
        _loaded(by)(problem, 0)
    else:
        _loaded(by)(problem, 0, attempts=1)


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
