"""C expressions, and the types of declarators, whose extents are expressions."""

from __future__ import annotations

import math
from typing import Any

from pycparser import c_ast

from models.errors import known
from programs.loops.build import as_affine, binary, call, cast, select, unary
from programs.loops.errors import ProgramError
from programs.loops.expressions import (
    BINARY,
    INTRINSICS,
    Access,
    Constant,
    Expression,
    Index,
    Opaque,
    Read,
    Subscript,
)
from programs.loops.region import Array, Scalar
from programs.loops.types import DOUBLE, FLOAT, INT, LONG, NumberType
from programs.source.literals import literal, refuse
from programs.source.scope import Function, IndexName, OuterIndex, Scope, TypeName, Unusable

# Functions of C's library: the intrinsic, and the type that arguments are converted to.
LIBRARY: dict[str, tuple[str, NumberType | None]] = {
    "min": ("min", None),
    "max": ("max", None),
    "abs": ("abs", INT),
    "labs": ("abs", LONG),
    "fabs": ("fabs", DOUBLE),
    "fabsf": ("fabs", FLOAT),
    "fmin": ("fmin", DOUBLE),
    "fminf": ("fmin", FLOAT),
    "fmax": ("fmax", DOUBLE),
    "fmaxf": ("fmax", FLOAT),
    "sqrt": ("sqrt", DOUBLE),
    "sqrtf": ("sqrt", FLOAT),
}


LARGEST = 1 << 31
"""Upper limit, exclusive, of the number of elements of an array."""


class Expressions:
    """Reads expressions by the names of a scope.

    `used` collects the used arrays and scalars.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.used: dict[str, Array | Scalar] = {}

    def read(self, node: Any) -> Expression:
        """Return a C expression as a typed one. Raises `ProgramError`."""
        match node:
            case c_ast.Constant():
                return literal(node)
            case c_ast.ID():
                return self._name(node)
            case c_ast.ArrayRef():
                access, type = self.access(node)
                return Read(access, type)
            case c_ast.UnaryOp():
                return self._unary(node)
            case c_ast.BinaryOp():
                return self._binary(node)
            case c_ast.TernaryOp():
                condition = self.read(node.cond)
                return select(condition, self.read(node.iftrue), self.read(node.iffalse))
            case c_ast.Cast():
                return self._converted(node)
            case c_ast.FuncCall():
                return self._call(node)
            case c_ast.Assignment():
                raise refuse(node, "an assignment within an expression; allowed: on its own")
        raise refuse(node, f"{_described(node)}; allowed: arithmetic on numbers")

    def access(self, node: Any) -> tuple[Access, NumberType]:
        """Return the access of an array element or scalar, and its type. Raises `ProgramError`."""
        subscripts: list[Any] = []
        while isinstance(node, c_ast.ArrayRef):
            subscripts.append(node.subscript)
            node = node.name
        if not isinstance(node, c_ast.ID):
            raise refuse(node, f"{_described(node)}; allowed: elements of arrays, scalars")
        meaning = self.scope[node.name]
        if isinstance(meaning, Unusable):
            raise refuse(node, f"'{node.name}' {meaning.reason}")
        if meaning is None:
            raise refuse(node, f"'{node.name}' is not declared{known(self.scope.names)}")
        if not isinstance(meaning, Array | Scalar):
            kind = "no variable"
            if isinstance(meaning, IndexName):
                kind = "a loop index"
            elif isinstance(meaning, OuterIndex):
                kind = "a loop index, used outside of its loop"
            raise refuse(node, f"'{node.name}' is {kind}; allowed: elements of arrays, scalars")
        rank = len(meaning.extents) if isinstance(meaning, Array) else 0
        if len(subscripts) != rank:
            if not subscripts:
                what = f"array '{node.name}' without subscripts; allowed: its elements"
                raise refuse(node, what)
            what = f"'{node.name}' has {rank} dimension(s), but {len(subscripts)} subscript(s)"
            raise refuse(node, what)
        if self.used.setdefault(meaning.name, meaning) is not meaning:
            raise refuse(node, f"two variables are called '{meaning.name}' here")
        places = tuple(self._subscript(subscript) for subscript in reversed(subscripts))
        return Access(meaning.name, places), meaning.type

    def _subscript(self, node: Any) -> Subscript:
        expression = self.read(node)
        if not expression.type.is_int:
            raise refuse(node, f"a subscript is {expression.type}; allowed: integers")
        found = as_affine(expression)
        return Opaque(expression) if found is None else found

    def _name(self, node: Any) -> Expression:
        meaning = self.scope[node.name]
        if isinstance(meaning, Constant):
            return meaning
        if isinstance(meaning, IndexName):
            return Index(node.name, meaning.type)
        access, type = self.access(node)
        return Read(access, type)

    def _unary(self, node: Any) -> Expression:
        match node.op:
            case "-" | "+" | "~" | "!":
                operand = self.read(node.expr)
                if node.op == "~" and not operand.type.is_int:
                    raise refuse(node, f"~ of {operand.type}; allowed: integers")
                return unary(node.op, operand)
            case "*" | "&":
                raise refuse(node, f"pointer operator {node.op}; allowed: elements of arrays")
            case "++" | "--" | "p++" | "p--":
                raise refuse(node, f"{node.op.strip('p')} within an expression; allowed: alone")
        raise refuse(node, f"{node.op}; allowed: - + ~ !")

    def _binary(self, node: Any) -> Expression:
        if node.op not in BINARY:
            raise refuse(node, f"operator {node.op}; allowed: arithmetic on numbers")
        left, right = self.read(node.left), self.read(node.right)
        if node.op in ("%", "&", "|", "^", "<<", ">>"):
            for operand in (left, right):
                if not operand.type.is_int:
                    raise refuse(node, f"{node.op} of {operand.type}; allowed: integers")
        return binary(node.op, left, right)

    def _converted(self, node: Any) -> Expression:
        type = declared_type(node.to_type, self.scope)
        if not isinstance(type, NumberType):
            reason = type.reason if isinstance(type, Unusable) else "is an array"
            raise refuse(node, f"the type of a conversion {reason}")
        return cast(self.read(node.expr), type)

    def _call(self, node: Any) -> Expression:
        arguments = [self.read(x) for x in node.args.exprs] if node.args is not None else []
        name = node.name.name if isinstance(node.name, c_ast.ID) else "…"
        meaning = self.scope[name]
        if isinstance(meaning, Function) and meaning.defined:
            return self._inlined(node, meaning, arguments)
        if name not in LIBRARY or not (meaning is None or isinstance(meaning, Function)):
            more = " and functions here that are one return of an expression"
            raise refuse(node, f"call of '{name}'; allowed: {', '.join(sorted(LIBRARY))},{more}")
        function, type = LIBRARY[name]
        if len(arguments) != INTRINSICS[function]:
            what = f"'{name}' takes {INTRINSICS[function]} argument(s), not {len(arguments)}"
            raise refuse(node, what)
        return call(function, *arguments, type=type)

    def _inlined(self, node: Any, function: Function, arguments: list[Expression]) -> Expression:
        name = node.name.name
        if function.result is None or function.value is None:
            raise refuse(node, f"call of '{name}', which is more than a return of an expression")
        if len(arguments) != len(function.parameters):
            what = f"'{name}' takes {len(function.parameters)} argument(s), not {len(arguments)}"
            raise refuse(node, what)
        given = {
            parameter: cast(argument, type)
            for (parameter, type), argument in zip(function.parameters, arguments, strict=True)
        }
        body = _Inlined(Scope(self.scope.blocks[:1]), given, (name,), self)
        return cast(body.read(function.value), function.result)


class _Inlined(Expressions):
    """Inlines the returned expression of a function, with arguments for parameters."""

    def __init__(
        self,
        scope: Scope,
        given: dict[str, Expression],
        around: tuple[str, ...],
        caller: Expressions,
    ) -> None:
        super().__init__(scope)
        self.given, self.around, self.used = given, around, caller.used

    def _name(self, node: Any) -> Expression:
        return self.given[node.name] if node.name in self.given else super()._name(node)

    def _inlined(self, node: Any, function: Function, arguments: list[Expression]) -> Expression:
        name = node.name.name
        if name in self.around:
            raise refuse(node, f"'{name}' calls itself")
        if len(self.around) > 20:
            raise refuse(node, f"calls of '{name}' are nested too deeply")
        return super()._inlined(node, function, arguments)


def declared_type(node: Any, scope: Scope) -> NumberType | TypeName | Unusable:
    """Return the type of a declarator: a number, an array, or the reason for rejection."""
    match node:
        case c_ast.Typename():
            return declared_type(node.type, scope)
        case c_ast.TypeDecl():
            if "volatile" in (node.quals or ()):
                return Unusable("is volatile; allowed: variables that only the program changes")
            return declared_type(node.type, scope)
        case c_ast.IdentifierType():
            return _named(node.names, scope)
        case c_ast.Enum():
            return INT
        case c_ast.ArrayDecl():
            return _array(node, scope)
        case c_ast.PtrDecl():
            way = "write x[64], or x[n] with -D n=64; `xyzmap dfg` reads loops with pointers"
            return Unusable(f"is a pointer; allowed: arrays of constant extents: {way}")
        case c_ast.FuncDecl():
            return Unusable("is a function")
    return Unusable("is neither a number nor an array of numbers")


def _named(names: list[str], scope: Scope) -> NumberType | TypeName | Unusable:
    words = sorted(names)
    if len(words) == 1:
        meaning = scope[words[0]]
        if isinstance(meaning, TypeName):
            return meaning if meaning.extents else meaning.type
        if isinstance(meaning, Unusable):
            return meaning
    signed = "unsigned" not in words
    rest = [word for word in words if word not in ("signed", "unsigned", "int")]
    match rest:
        case ["float"]:
            return FLOAT
        case ["double"]:
            return DOUBLE
        case ["char"]:
            return NumberType("int", 8, signed)
        case ["short"]:
            return NumberType("int", 16, signed)
        case ["long"] | ["long", "long"]:
            return NumberType("int", 64, signed)
        case [] if words:
            return NumberType("int", 32, signed)
    return Unusable(f"is {' '.join(names)}; allowed: integers, float, double")


def _array(node: Any, scope: Scope) -> TypeName | Unusable:
    element = declared_type(node.type, scope)
    if isinstance(element, Unusable):
        return element
    if isinstance(element, NumberType):
        element = TypeName(element)
    if node.dim is None:
        return Unusable("has no first extent; allowed: constants")
    try:
        extent = Expressions(scope).read(node.dim)
    except ProgramError as error:
        return Unusable(f"has an extent that is no constant: {error.what}")
    if not isinstance(extent, Constant) or not extent.type.is_int:
        return Unusable("has an extent that is no constant; allowed: #define, const int, enum")
    if extent.value < 1 or extent.value * math.prod(element.extents) >= LARGEST:
        return Unusable(f"has an extent of {extent.value}; allowed: ≥ 1, 2³¹ elements")
    return TypeName(element.type, (int(extent.value), *element.extents))


def _described(node: Any) -> str:
    names = {
        c_ast.StructRef: "a member of a structure",
        c_ast.ExprList: "a comma operator",
        c_ast.InitList: "a list in braces",
        c_ast.FuncCall: "a call",
        c_ast.UnaryOp: "a pointer or operator",
        c_ast.BinaryOp: "pointer arithmetic",
        c_ast.Cast: "a conversion",
    }
    return names.get(type(node), type(node).__name__)
