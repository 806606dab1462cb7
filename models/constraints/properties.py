"""What changes of a mapping keep all constraints of a problem: the one place that knows.

Arguments about mappings ask for what they need, and stand aside where a constraint breaks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from models.data.certificate import is_monotone
from models.data.constraints import (
    Constraint,
    Holds,
    Issues,
    Pair,
    Sum,
    Time,
    Transfers,
    names_match,
    selections,
    tile_of,
)
from models.data.problem import Problem


@dataclass(frozen=True)
class Keeps:
    """Changes that keep the constraints; without constraints all do.

    `down`: taking items away. Windows, clauses of full intervals, limits on useful issues, and the
    removal of unused items rest on that. `shift`: moving connected parts of a pipelined mapping by
    multiples of its contexts, which bounds the useful length of a schedule. `tail`: one more cycle
    in which results wait, so that refuting N cycles refutes fewer. `places`: symmetries of the
    array. `names`: exchanges of equal operations and values.
    """

    down: bool = True
    shift: bool = True
    tail: bool = True
    places: bool = True
    names: bool = True


def kept_by(problem: Problem) -> Keeps:
    """Return what keeps all constraints of a problem."""
    if not problem.constraints:
        return Keeps()
    return _kept(problem.constraints, problem.arch.external, problem.contexts is not None)


def symmetries_keep(problem: Problem) -> bool:
    """Whether of all mappings that symmetries turn into each other one may be assumed: an order of
    results also takes later arrivals away, and holds results for longer.
    """
    kept = kept_by(problem)
    return kept.places and kept.names and kept.tail and kept.down


def refutes_fewer(problem: Problem) -> bool:
    """Whether refuting N cycles refutes fewer: results can stay, and constraints let them."""
    return is_monotone(problem.dfg, problem.arch) and kept_by(problem).tail


@lru_cache(maxsize=256)
def _kept(constraints: tuple[Constraint, ...], external: str | None, pipelined: bool) -> Keeps:
    return Keeps(
        down=all(map(_is_down, constraints)),
        shift=all(map(_is_shift, constraints)),
        tail=all(_is_tail(each, external, pipelined) for each in constraints),
        places=all(map(_names_no_place, constraints)),
        names=all(map(_names_nothing, constraints)),
    )


def _is_down(one: Constraint) -> bool:
    if isinstance(one, Sum):
        return one.least is None and all(term.weight > 0 for term in one.of)
    return isinstance(one, Pair | Time)


def _is_shift(one: Constraint) -> bool:
    """A part that is moved keeps its contexts; values that wait for it do not keep their cycles."""
    if isinstance(one, Time):
        return False
    waits = any(isinstance(facts, Holds) for _, facts in selections(one))
    return not waits and one.per != "cycle"


def _is_tail(one: Constraint, external: str | None, pipelined: bool) -> bool:
    """A cycle more is a new group where cycles are groups, and results are held for longer."""
    if external is not None and any(
        isinstance(facts, Holds)
        and names_match(facts.component, external)
        and names_match(facts.tile, tile_of(external))
        for _, facts in selections(one)
    ):
        return False
    grows = isinstance(one, Sum) and (
        one.per == "cycle" or (one.per == "context" and not pipelined)
    )
    return not (grows and isinstance(one, Sum) and one.least is not None and one.least > 0)


def _names_no_place(one: Constraint) -> bool:
    for _, facts in selections(one):
        if isinstance(facts, Transfers):
            if facts.path is not None:
                return False
        elif facts.component is not None or facts.tile is not None:
            return False
    if isinstance(one, Pair):
        return one.by != "tile"
    if isinstance(one, Sum) and any(term.used == "tile" for term in one.of):
        return False
    return isinstance(one, Time) or one.per != "tile"


def _names_nothing(one: Constraint) -> bool:
    return not isinstance(one, Time) and all(
        facts.operation is None if isinstance(facts, Issues) else facts.value is None
        for _, facts in selections(one)
    )
