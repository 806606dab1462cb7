"""Packing: what every iteration issues weighs too much for a limit of a user.

Each operation that every mapping executes is issued at least once, on some component that is able
to, and counts there with the weights of all terms of the sum that select it. All weights are
positive, so what else the sum counts makes it only larger. Issues of one iteration are in different
groups only by their contexts, or by their places. So the weights are packed into groups: those
above the bound without `cut` leave no room for weights of at least `cut`, and no two of those above
half the bound share a group.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from models.data.architecture import Component, opcode_of
from models.data.certificate import Packing
from models.data.constraints import Issues, Sum, Term, tile_of
from models.semantics.opcodes import kind_of
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = (FIRST | {"file_ports", "invariants", "constraints"}) - {"patterns", "reordering"}
"""Each executed operation has issues of its own, and constraints are about these."""


def check_packing(rules: Rules, claim: Packing) -> str:
    """Return a line for users; `RejectedError` unless the weights do not fit."""
    problem = rules.problem
    require_understood(problem, UNDERSTANDS, "packing")
    sums = [c for c in problem.constraints if c.name == claim.constraint and isinstance(c, Sum)]
    if len(sums) != 1:
        raise RejectedError(f"packing: there is no one sum '{claim.constraint}'")
    one = sums[0]
    most = one.at_most if one.equal is None else one.equal
    if most is None or any(term.weight <= 0 for term in one.of):
        raise RejectedError(f"packing: '{one.name}' is no upper limit of weights above 0")
    if claim.bound < most:
        raise RejectedError(f"packing: '{one.name}' allows {most}, not only {claim.bound}")
    if not claim.operations or len(claim.weights) != len(claim.operations):
        raise RejectedError("packing: each operation has its weight")
    if len(set(claim.operations)) < len(claim.operations):
        raise RejectedError("packing: an operation is listed twice")
    places: set[str] = set()
    for name, weight in zip(claim.operations, claim.weights, strict=True):
        if name not in rules.executed:
            raise RejectedError(f"packing: no mapping needs operation '{name}'")
        latency = rules.ways.of[name][0].latencies
        able = [part for part in problem.arch.components if part.name in latency]
        least = min((_weight(rules, one, name, part) for part in able), default=0)
        if not 0 < weight <= least:
            raise RejectedError(f"packing: '{name}' may weigh {least}, not {weight}")
        places.update(part.name for part in able)
    groups = _groups(one, places, len(claim.operations))
    if groups != claim.groups:
        raise RejectedError(f"packing: '{one.name}' has other groups than {claim.groups}")
    room = claim.contexts if groups is None else groups
    needed = _needed(claim)
    if needed is not None and (room is None or needed <= room):
        raise RejectedError(f"packing: {needed} groups suffice by this count, and there are {room}")
    shown = "no number of" if needed is None else f"{needed}"
    return f"packing: {sum(claim.weights)} of '{one.name}' need {shown} groups of {most}"


def _needed(claim: Packing) -> int | None:
    """The least number of groups; None where none suffices."""
    bound, cut = claim.bound, claim.cut
    if not 0 <= 2 * cut <= bound:
        raise RejectedError(f"packing: a cut of {cut} is not from 0 to half of {bound}")
    if any(weight > bound for weight in claim.weights):
        return None
    heavy = [weight for weight in claim.weights if weight > bound - cut]
    rest = [weight for weight in claim.weights if cut <= weight <= bound - cut]
    large = sum(2 * weight > bound for weight in rest)
    return len(heavy) + max(large, -(-sum(rest) // bound))


def _groups(one: Sum, places: set[str], count: int) -> int | None:
    """The number of groups; None for the contexts."""
    if one.per == "context":
        return None
    if one.per is None or (one.per == "operation" and count == 1):
        return 1
    if one.per == "component":
        return len(places)
    if one.per == "tile":
        return len({tile_of(place) for place in places})
    raise RejectedError(f"packing: not of groups by {one.per}")


def _weight(rules: Rules, one: Sum, name: str, part: Component) -> int:
    return sum(term.weight for term in one.of if _counts(rules, term, name, part.name))


def _counts(rules: Rules, term: Term, name: str, place: str) -> bool:
    """Whether every issue of an operation on a component counts in a term."""
    facts = term.z
    if facts is None or term.used is not None or facts.context is not None:
        return False
    return selects(rules, facts, name, place)


def selects(rules: Rules, facts: Issues, name: str, place: str) -> bool:
    """Whether facts select issues of an operation on a component, contexts apart."""
    operator = rules.dfg.operation_by_name[name].operator
    return (
        any_of(facts.operation, name)
        and (any_of(facts.operator, operator) or any_of(facts.operator, opcode_of(operator)))
        and any_of(facts.class_, kind_of(operator) or "")
        and any_of(facts.component, place)
        and any_of(facts.tile, tile_of(place))
    )


def any_of(patterns: str | tuple[str, ...] | None, name: str) -> bool:
    """Whether a name is among some, or matches a glob pattern of them; None are all."""
    if patterns is None:
        return True
    listed = [patterns] if isinstance(patterns, str) else list(patterns)
    return name in listed or any(fnmatchcase(name, pattern) for pattern in listed)
