"""Validity of a region: consistent names, ranks and types, and subscripts within extents.

An affine subscript is rejected if some iteration certainly makes the access outside the extent.
Data-dependent accesses (opaque subscripts, predicates, arms of `?:` and of `&&` chosen by data) are
checked during execution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.errors import known
from programs.loops.affine import Affine, Bound, Constraint
from programs.loops.conditions import constraints_of, negation
from programs.loops.domain import isl_names, isl_set, isl_text
from programs.loops.errors import ProgramError
from programs.loops.expressions import (
    Access,
    Binary,
    Expression,
    Index,
    Read,
    Select,
    children,
    opaque,
    walk,
)
from programs.loops.region import Array, Loop, Node, Region, Statement, instances
from shell.packages import require_package


def check_region(region: Region) -> None:
    """Raise `ProgramError` if a region is invalid, or accesses elements outside an array."""
    declared = region.declared
    if len(declared) != len(region.arrays) + len(region.scalars):
        raise ProgramError("two declarations have the same name", region.source or region.name)
    ids = set[str]()
    for node in region.body:
        _check_node(region, node, (), ids)
    for loops, statement in instances(region.body):
        _check_elements(region, loops, statement)


def _check_node(region: Region, node: Node, indices: tuple[str, ...], ids: set[str]) -> None:
    where = region.where(node)
    if isinstance(node, Statement):
        if node.id in ids:
            raise ProgramError(f"two statements are called '{node.id}'", where)
        ids.add(node.id)
        _check_statement(region, node, indices)
        return
    if node.index in indices or node.index in region.declared:
        raise ProgramError(f"loop index '{node.index}' is already the name of something", where)
    if node.step < 1:
        raise ProgramError(f"the step of loop '{node.index}' is {node.step}; allowed: ≥ 1", where)
    if not node.body:
        raise ProgramError(f"loop '{node.index}' has no body", where)
    for bounds, name in ((node.lower, "lower"), (node.upper, "upper")):
        if not bounds:
            raise ProgramError(f"loop '{node.index}' has no {name} bound", where)
        for bound in bounds:
            _check_bound(bound, indices, where)
    for part in node.body:
        _check_node(region, part, (*indices, node.index), ids)


def _check_bound(bound: Bound, indices: tuple[str, ...], where: str) -> None:
    if bound.divisor < 1:
        raise ProgramError(f"a bound is divided by {bound.divisor}; allowed: ≥ 1", where)
    _check_indices(bound.affine.names, indices, where)


def _check_indices(names: frozenset[str], indices: tuple[str, ...], where: str) -> None:
    for name in sorted(names.difference(indices)):
        raise ProgramError(f"'{name}' is no index of a loop around{known(indices)}", where)


def _check_statement(region: Region, statement: Statement, indices: tuple[str, ...]) -> None:
    where = region.where(statement)
    _check_access(region, statement.target, indices, where)
    target = region.declared[statement.target.name]
    if isinstance(target, Array) and target.initial is not None:
        raise ProgramError(f"'{target.name}' is constant", where)
    if statement.value.type != target.type:
        raise ProgramError(
            f"'{target.name}' is {target.type}, its new value {statement.value.type}", where
        )
    for constraint in statement.guard.constraints:
        _check_indices(constraint.affine.names, indices, where)
    parts = [statement.value, *opaque(statement.target)]
    if statement.guard.predicate is not None:
        parts.append(statement.guard.predicate)
    for part in parts:
        for node in walk(part):
            if isinstance(node, Index):
                _check_indices(frozenset({node.name}), indices, where)
            elif isinstance(node, Read):
                _check_access(region, node.access, indices, where)
                if node.type != region.declared[node.access.name].type:
                    raise ProgramError(f"'{node.access.name}' is no {node.type}", where)


def _check_access(region: Region, access: Access, indices: tuple[str, ...], where: str) -> None:
    declared = region.declared.get(access.name)
    if declared is None:
        raise ProgramError(f"'{access.name}' is not declared{known(region.declared)}", where)
    rank = len(declared.extents) if isinstance(declared, Array) else 0
    if len(access.subscripts) != rank:
        raise ProgramError(
            f"'{access.name}' has {rank} dimension(s), but {len(access.subscripts)} subscript(s)",
            where,
        )
    for subscript in access.subscripts:
        if isinstance(subscript, Affine):
            _check_indices(subscript.names, indices, where)
        elif not subscript.expression.type.is_int:
            raise ProgramError(f"a subscript of '{access.name}' is no integer", where)


class _Reach(NamedTuple):
    """An access, the constraints of its execution, and whether data may prevent it."""

    access: Access
    constraints: tuple[Constraint, ...]
    certain: bool


def _check_elements(region: Region, loops: tuple[Loop, ...], statement: Statement) -> None:
    start = statement.guard.constraints
    predicate = statement.guard.predicate
    found = list(_reaches(predicate, start, True)) if predicate is not None else []
    certain = predicate is None
    for expression in (statement.value, *opaque(statement.target)):
        found += _reaches(expression, start, certain)
    found.append(_Reach(statement.target, start, certain))
    for reach in found:
        _check_reach(region, loops, statement, reach)


def _reaches(
    expression: Expression, constraints: tuple[Constraint, ...], certain: bool
) -> Iterator[_Reach]:
    """Yield the accesses of an expression with their conditions."""
    match expression:
        case Select(condition, if_true, if_false):
            yield from _reaches(condition, constraints, certain)
            for arm, chosen in ((if_true, condition), (if_false, negation(condition))):
                more, rest = constraints_of(chosen)
                yield from _reaches(arm, (*constraints, *more), certain and rest is None)
        case Binary("&&" | "||" as operator, left, right):
            yield from _reaches(left, constraints, certain)
            more, rest = constraints_of(left if operator == "&&" else negation(left))
            yield from _reaches(right, (*constraints, *more), certain and rest is None)
        case _:
            for child in children(expression):
                yield from _reaches(child, constraints, certain)
            if isinstance(expression, Read):
                yield _Reach(expression.access, constraints, certain)


def _check_reach(
    region: Region, loops: tuple[Loop, ...], statement: Statement, reach: _Reach
) -> None:
    declared = region.declared[reach.access.name]
    if not isinstance(declared, Array):
        return
    for place, (subscript, extent) in enumerate(
        zip(reach.access.subscripts, declared.extents, strict=True)
    ):
        # A constant subscript outside the extent is always an error.
        if not isinstance(subscript, Affine) or not (reach.certain or subscript.is_constant):
            continue
        point = _outside(loops, reach.constraints, subscript, extent)
        if point is None:
            continue
        what = f"subscript {place + 1} of '{declared.name}' is {subscript.value(point)}"
        if not subscript.is_constant:
            what += " at " + ", ".join(f"{name} = {value}" for name, value in point.items())
        raise ProgramError(f"{what}; allowed: 0 … {extent - 1}", region.where(statement))


def _outside(
    loops: tuple[Loop, ...],
    constraints: tuple[Constraint, ...],
    subscript: Affine,
    extent: int,
) -> dict[str, int] | None:
    """Return an iteration with a subscript outside 0 … extent - 1, or None."""
    require_package("islpy", "checking subscripts", "programs")
    import islpy

    text = isl_text(subscript, isl_names(loops))
    outside = f"({text} < 0 or {text} >= {extent})"
    points = islpy.Set(isl_set(loops, constraints, [outside]))
    if points.is_empty():
        return None
    point = points.sample_point()
    values = (
        point.get_coordinate_val(islpy.dim_type.set, place).to_python()
        for place in range(len(loops))
    )
    return dict(zip((loop.index for loop in loops), values, strict=True))
