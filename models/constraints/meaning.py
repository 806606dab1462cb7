"""What a selection of facts names on a problem; constraints without a meaning are refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.data.architecture import opcode_of
from models.data.constraints import (
    Constraint,
    Facts,
    Holds,
    Issues,
    Minimize,
    Names,
    Sum,
    Time,
    Transfers,
    contexts_of,
    names_match,
    selections,
    tile_of,
    words,
)
from models.data.problem import Problem
from models.errors import InputError, unknown
from models.semantics.opcodes import kind_of


@dataclass(frozen=True)
class Chosen:
    """The operations or values of a selection, and its components or paths."""

    names: tuple[str, ...]
    places: tuple[str, ...]


def chosen(problem: Problem, facts: Facts) -> Chosen:
    """Return what facts name: each name and place takes part in some fact that can be.

    Both are empty where no fact can be.
    """
    dfg, arch = problem.dfg, problem.arch
    if isinstance(facts, Transfers):
        values = [v for v in dfg.values if names_match(facts.value, v)]
        ways = [p for p in arch.paths if names_match(facts.path, p.name)]
        return Chosen(tuple(values), tuple(p.name for p in ways)) if values else Chosen((), ())
    parts = [
        part.name
        for part in arch.components
        if names_match(facts.component, part.name) and names_match(facts.tile, tile_of(part.name))
    ]
    if isinstance(facts, Holds):
        pairs = [
            (value, part)
            for value in dfg.values
            if names_match(facts.value, value)
            for part in parts
            if problem.may_hold(value, part)
        ]
    else:
        pairs = [
            (operation.name, part)
            for operation in dfg.operations
            if names_match(facts.operation, operation.name)
            and operator_matches(facts.operator, operation.operator)
            and names_match(facts.class_, kind_of(operation.operator) or "")
            for part in parts
            if problem.latency(operation.name, part) is not None
        ]
    names, places = dict.fromkeys(name for name, _ in pairs), {part for _, part in pairs}
    return Chosen(tuple(names), tuple(part for part in parts if part in places))


def operator_matches(patterns: Names, operator: str) -> bool:
    """Whether some pattern matches an operator, or its opcode: `add` matches `add/1`, too."""
    return names_match(patterns, operator) or names_match(patterns, opcode_of(operator))


def require_meaning(
    problem: Problem,
    constraints: Iterable[Constraint | Minimize],
    where: str,
    *,
    fixed: bool,
    member: str = "constraints",
) -> None:
    """Raise `InputError` for constraints that name what the problem lacks, or that nothing falls
    under. With `fixed` the problem has its own number of contexts, else any number; `member` is
    that of the file.
    """
    seen: set[str] = set()
    for number, constraint in enumerate(constraints):
        kind = "objective" if isinstance(constraint, Minimize) else "constraint"
        place = f"{where}: {kind} '{constraint.name}': $.{member}[{number}]"
        if constraint.name in seen:
            raise InputError(f"a second {kind} of this name; rename it", place)
        seen.add(constraint.name)
        for path, facts in selections(constraint):
            require_facts(problem, facts, f"{place}.{path}", fixed=fixed)
        if isinstance(constraint, Time):
            for operation in constraint.operations:
                _require_words(operation, problem.dfg.operation_by_name, "operation", place, False)
        if isinstance(constraint, Sum):
            _require_room(problem, constraint, place)


def require_facts(problem: Problem, facts: Facts, place: str, *, fixed: bool) -> None:
    """Raise `InputError` where facts name what the problem lacks, or no fact can be meant; `fixed`
    as for `require_meaning`.
    """
    dfg, arch = problem.dfg, problem.arch
    known: dict[str, tuple[Names, Iterable[str]]] = {}
    if isinstance(facts, Transfers):
        known["value"] = facts.value, dfg.values
        known["path"] = facts.path, [path.name for path in arch.paths]
    else:
        parts = [part.name for part in arch.components]
        known["component"] = facts.component, parts
        known["tile"] = facts.tile, dict.fromkeys(map(tile_of, parts))
    if isinstance(facts, Holds):
        known["value"] = facts.value, dfg.values
    if isinstance(facts, Issues):
        used = [operation.operator for operation in dfg.operations]
        known["operation"] = facts.operation, [operation.name for operation in dfg.operations]
        known["operator"] = facts.operator, dict.fromkeys([*used, *map(opcode_of, used)])
        known["class"] = facts.class_, {kind_of(operator) or "" for operator in used} - {""}
    for field, (patterns, names) in known.items():
        _require_words(patterns, names, field, f"{place}.{field}", True)
    limit = problem.contexts if fixed else arch.max_contexts
    for context in contexts_of(facts.context) or ():
        if fixed and problem.contexts is None:
            raise InputError("it names a context, but nothing is pipelined", f"{place}.context")
        if context < 0 or (limit is not None and context >= limit):
            most = "" if limit is None else f" to {limit - 1}"
            raise InputError(f"context {context}: contexts are 0{most}", f"{place}.context")
    if not chosen(problem, facts).places:
        raise InputError("nothing of the problem can ever fall under it", place)


def _require_words(
    patterns: Names, names: Iterable[str], field: str, place: str, globs: bool
) -> None:
    listed = list(names)
    for word in words(patterns) or ():
        if word not in listed and not (globs and any(names_match(word, name) for name in listed)):
            raise InputError(unknown(field, word, listed), place)


def _require_room(problem: Problem, constraint: Sum, place: str) -> None:
    """Raise for a lower bound that the things of a group, each counted once, can never reach."""
    least, dfg = constraint.least, problem.dfg
    if least is None or least <= 0:
        return
    most = 0
    for term in constraint.of:
        found = chosen(problem, term.facts)
        names = (found.names[:1]) if constraint.per in ("operation", "value") else found.names
        alone = constraint.per == "operation" or not problem.recompute
        if term.kind == "Z" and alone and all(dfg.has_effect(n) for n in found.names):
            most += max(term.weight, 0) * len(names)
        elif term.used in ("component", "path") and constraint.per in (None, "operation", "value"):
            most += max(term.weight, 0) * len(found.places)
        elif term.used == "tile" and constraint.per in (None, "operation", "value"):
            most += max(term.weight, 0) * len({tile_of(part) for part in found.places})
        else:
            return
    if least > most:
        what = f"it asks for at least {least}, but there are never more than {most}"
        raise InputError(what, place)
