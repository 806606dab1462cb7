"""C declarations as types, arrays, scalars, constants and functions."""

from __future__ import annotations

import math
from typing import Any

from pycparser import c_ast

from programs.loops import arithmetic
from programs.loops.build import cast
from programs.loops.errors import ProgramError
from programs.loops.expressions import Constant
from programs.loops.region import Array, Scalar
from programs.loops.types import INT, NumberType
from programs.source.expressions import Expressions, declared_type
from programs.source.literals import refuse
from programs.source.scope import Function, Meaning, Scope, TypeName, Unusable


def declare(node: Any, scope: Scope) -> None:
    """Enter a declaration, typedef or function definition into the scope.

    Unusable names are entered with the reason; only their use in a region is an error.
    """
    match node:
        case c_ast.FuncDef():
            scope[node.decl.name] = _function(node, scope)
        case c_ast.Typedef():
            type = declared_type(node.type, scope)
            if isinstance(type, NumberType):
                type = TypeName(type)
            scope[node.name] = type
        case c_ast.Decl():
            _enumerators(node.type, scope)
            if node.name is not None:
                scope[node.name] = _declared(node, scope)


def _declared(node: Any, scope: Scope) -> Meaning:
    if isinstance(node.type, c_ast.FuncDecl):
        return Function()
    type = declared_type(node.type, scope)
    constant = "const" in (node.quals or ()) or "constexpr" in (node.quals or ())
    if isinstance(type, Unusable):
        return type
    if isinstance(type, TypeName):
        initial = _initial(node.init, type, scope) if constant and node.init else None
        return Array(node.name, type.type, type.extents, initial)
    if constant and node.init is not None:
        try:
            value = cast(Expressions(scope).read(node.init), type)
        except ProgramError:
            return Scalar(node.name, type)
        if isinstance(value, Constant):
            return value
    return Scalar(node.name, type)


def _initial(node: Any, type: TypeName, scope: Scope) -> tuple[int | float, ...] | None:
    """Return the numbers of a constant array in memory order, None if not constant."""
    try:
        return tuple(_numbers(node, type.type, type.extents, scope))
    except ProgramError:
        return None


def _numbers(
    node: Any, type: NumberType, extents: tuple[int, ...], scope: Scope
) -> list[int | float]:
    if not extents or not isinstance(node, c_ast.InitList):
        value = cast(Expressions(scope).read(node), type)
        if not isinstance(value, Constant) or extents:
            raise refuse(node, "no constant")
        return [value.value]
    size, inner = math.prod(extents), math.prod(extents[1:])
    found: list[int | float] = []
    for part in node.exprs:
        if isinstance(part, c_ast.InitList):
            if len(found) % inner:
                raise refuse(part, "braces in the middle of a row")
            found += _numbers(part, type, extents[1:], scope)
        else:
            found += _numbers(part, type, (), scope)
    if len(found) > size:
        raise refuse(node, "more numbers than elements")
    return [*found, *[arithmetic.convert(0, type)] * (size - len(found))]


def _enumerators(node: Any, scope: Scope) -> None:
    """Enter the constants of an enumeration anywhere in a declaration."""
    while isinstance(node, c_ast.TypeDecl | c_ast.ArrayDecl | c_ast.PtrDecl):
        node = node.type
    if not isinstance(node, c_ast.Enum) or node.values is None:
        return
    following: int | None = 0
    for item in node.values.enumerators:
        if item.value is not None:
            try:
                value = Expressions(scope).read(item.value)
            except ProgramError:
                following = None
            else:
                following = int(value.value) if isinstance(value, Constant) else None
        if following is None:
            scope[item.name] = Unusable("is no constant")
            continue
        scope[item.name] = Constant(following, INT)
        following += 1


def _function(node: Any, scope: Scope) -> Function:
    """Return a function, with its expression if it is a single `return`."""
    parts = node.body.block_items or []
    result = declared_type(node.decl.type.type, scope)
    if len(parts) != 1 or not isinstance(parts[0], c_ast.Return) or parts[0].expr is None:
        return Function(defined=True)
    parameters: list[tuple[str, NumberType]] = []
    for parameter in parameters_of(node):
        type = declared_type(parameter.type, scope)
        if not isinstance(type, NumberType):
            return Function(defined=True)
        parameters.append((parameter.name, type))
    if not isinstance(result, NumberType):
        return Function(defined=True)
    return Function(result, tuple(parameters), parts[0].expr, defined=True)


def parameters_of(node: Any) -> list[Any]:
    """Return the named parameters of a function definition."""
    listed = node.decl.type.args
    if listed is None:
        return []
    return [x for x in listed.params if isinstance(x, c_ast.Decl) and x.name is not None]
