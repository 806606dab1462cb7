"""C expressions as typed ones."""

from __future__ import annotations

import ast
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
from programs.loops.types import DOUBLE, FLOAT, INT, LONG, UNSIGNED, UNSIGNED_LONG, NumberType
from programs.source.scope import Function, IndexName, OuterIndex, Scope, Unusable

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


def place(node: Any) -> str:
    """Return `file.c:LINE` of a part of the program."""
    coordinate = node.coord
    return f"{coordinate.file}:{coordinate.line}" if coordinate is not None else ""


def refuse(node: Any, what: str) -> ProgramError:
    """Return the error at a part of the program."""
    return ProgramError(what, place(node))


class Expressions:
    """Reads expressions by the names of a scope.

    `used` collects the declared arrays and scalars that occur.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.used: dict[str, Array | Scalar] = {}

    def read(self, node: Any) -> Expression:
        """Return a C expression as a typed one; raises `ProgramError`."""
        match node:
            case c_ast.Constant():
                return _constant(node)
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
        """Return what an array element or a scalar is, and its type; raises `ProgramError`."""
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
        from programs.source.declarations import declared_type

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
    """The expression that a function returns, its parameters replaced by arguments."""

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


def _constant(node: Any) -> Expression:
    text = node.value.lower()
    try:
        if node.type == "char":
            return Constant(ord(ast.literal_eval(node.value)), INT)
        if "float" in node.type or "double" in node.type:
            return _float(text)
        return _integer(text)
    except (ValueError, SyntaxError, TypeError):
        raise refuse(node, f"constant {node.value}; allowed: numbers of up to 64 bits") from None


def _float(text: str) -> Constant:
    hexadecimal = text.startswith("0x")
    type = DOUBLE
    if text.endswith("f"):
        text, type = text[:-1], FLOAT
    value = float.fromhex(text) if hexadecimal else float(text)
    made = cast(Constant(value, DOUBLE), type)
    if not isinstance(made, Constant):
        raise ValueError(text)
    return made


def _integer(text: str) -> Constant:
    digits = text.rstrip("ul")
    suffix = text[len(digits) :]
    octal = digits.startswith("0") and digits.isdigit()
    value = int(digits, 8 if octal else 0)
    decimal = not digits.startswith("0")
    for type in (INT, UNSIGNED, LONG, UNSIGNED_LONG):
        if (type.width == 32 and "l" in suffix) or (type.signed and "u" in suffix):
            continue
        # Decimal numbers without a suffix are never unsigned.
        if not type.signed and decimal and "u" not in suffix:
            continue
        if value < 1 << type.width - type.signed:
            return Constant(value, type)
    raise ValueError(text)


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
