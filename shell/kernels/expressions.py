"""Expressions of compiled functions in C, computed in Python's order.

A call is computed before the expression that it is in, as a statement of its own. That is as good
as Python's order unless a function writes arrays that are read to the left of its call, which is
refused; so is more than one such call where it may not be computed, behind `and`, `or` and `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Set
from typing import NamedTuple

from shell.kernels.functions import Function, Functions
from shell.kernels.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Array,
    Record,
    TranslationError,
    Tuple,
    Type,
    c_name,
    joined,
)

WRITES, DRAWS = "writes arrays", "draws random numbers"
"""The effects of a function that others may notice."""

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip

GIVEN = {
    "np.log": ("log", FLOAT), "math.log": ("log", FLOAT), "np.isnan": ("isnan", BOOL),
    "np.float32": ("(float)", FLOAT), "float": ("(double)", FLOAT), "int": ("(int64_t)", INT),
}  # fmt: skip
RANDOM = {
    "np.random.random": ("random_real", FLOAT),
    "np.random.randint": ("random_below", INT),
    "np.random.normal": ("random_normal", FLOAT),
    "np.random.seed": ("random_seed", NONE),
}


class Value(NamedTuple):
    """An expression in C, and its type."""

    text: str
    type: Type


class Expressions:
    """The expressions of one function; statements that they need first are added to `lines`."""

    def __init__(self, functions: Functions, function: Function) -> None:
        self.functions, self.function = functions, function
        self.lines: list[str] = []
        self.bound = 0
        self.effects: set[str] = set()
        self._conditional = 0
        self._read = False  # whether an array has been read in this statement
        self._only = False  # whether a call with effects stays inside this condition

    def statement(self) -> None:
        """Begin a statement: nothing of it has been computed."""
        self._read = False

    def value(self, node: ast.expr) -> Value:
        """Return an expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise TranslationError(f"no translation of {ast.unparse(node)}")
        found: Value = method(node)
        return found

    def text(self, node: ast.expr, wanted: Type) -> str:
        """Return an expression as a value of a type."""
        found = self.value(node)
        if isinstance(wanted, str):
            if found.type not in (wanted, BOOL) and (found.type, wanted) != (INT, FLOAT):
                raise TranslationError(f"{ast.unparse(node)} is no {wanted}")
        elif isinstance(wanted, Array) and isinstance(found.type, Array):
            joined(wanted, found.type)
        elif wanted != found.type:
            raise TranslationError(f"{ast.unparse(node)} is no {c_name(wanted)}")
        return found.text

    def _require_once(self, node: ast.expr) -> None:
        """Raise an error where the text of an expression, which stands twice, has a call."""
        if self._conditional and any(isinstance(each, ast.Call) for each in ast.walk(node)):
            raise TranslationError(f"{ast.unparse(node)} would be computed twice")

    def condition(self, node: ast.expr) -> str:
        """Return an expression as a condition: a number is true unless it is 0."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node, self.condition)
        found = self.value(node)
        if not isinstance(found.type, str):
            raise TranslationError(f"no condition: {ast.unparse(node)}")
        return found.text

    def temporary(self, kind: Type, text: str) -> str:
        """Add a statement that computes a value; return its name."""
        self.bound += 1
        self.lines.append(f"{c_name(kind)} t{self.bound} = {text};")
        return f"t{self.bound}"

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.function.variables:
            return Value(f"{node.id}_", self.function.variables[node.id])
        return self._number(self.function.module.constant(node.id))

    def _constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, int | float):
            raise TranslationError(f"no number: {ast.unparse(node)}")
        return self._number(node.value)

    def _number(self, value: float) -> Value:
        if isinstance(value, bool):
            return Value("true" if value else "false", BOOL)
        if isinstance(value, int):
            return Value(f"INT64_C({value})", INT)
        return Value(f"{value!r}", FLOAT)

    def _attribute(self, node: ast.Attribute) -> Value:
        if ast.unparse(node) in ("np.inf", "math.inf"):
            return Value("INFINITY", FLOAT)
        owner = self.value(node.value)
        if not isinstance(owner.type, Record) or node.attr not in owner.type.fields:
            raise TranslationError(f"no field: {ast.unparse(node)}")
        kind = owner.type.fields[node.attr]
        text = f"{owner.text}->{node.attr}_"
        return Value(f"(&{text})" if isinstance(kind, Record) else text, kind)

    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            axis = self.function.module.value(node.slice)
            array = self.array(node.value.value, axis + 1)
            return Value(f"{array.text}.n[{axis}]", INT)
        owner = self.value(node.value)
        if isinstance(owner.type, Tuple):
            n = self.function.module.value(node.slice)
            return Value(f"{owner.text}.f{n}", owner.type.items[n])
        text, kind = self.item(node)
        if isinstance(kind, str):
            self._read = True
        if kind == FLOAT:
            text = f"(double){text}"  # else C would compute with the precision of the array
        return Value(text, kind)

    def array(self, node: ast.expr, axes: int = 1) -> Value:
        """Return an array of at least so many axes."""
        found = self.value(node)
        if not isinstance(found.type, Array):
            raise TranslationError(f"no array: {ast.unparse(node)}")
        found.type.axes = max(found.type.axes, axes)
        return found

    def item(self, node: ast.Subscript) -> tuple[str, Type]:
        """Return an entry of an array, or a row of it, and its type."""
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        array = self.array(node.value, len(indices))
        assert isinstance(array.type, Array)
        texts = [self._index(array, n, index) for n, index in enumerate(indices)]
        if len(texts) == array.type.axes:
            return f"AT{len(texts)}({array.text}, {', '.join(texts)})", array.type.element.number
        if (len(texts), array.type.axes) != (1, 2):
            raise TranslationError(f"neither an entry nor a row: {ast.unparse(node)}")
        row = Array(array.type.element, 1)
        return f"({row.c}){{&AT2({array.text}, {texts[0]}, 0), {{{array.text}.n[1]}}}}", row

    def _index(self, array: Value, axis: int, node: ast.expr) -> str:
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            return f"{array.text}.n[{axis}] + {self.function.module.value(node)}"
        return self.text(node, INT)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"(!{self.condition(node.operand)})", BOOL)
        found = self.value(node.operand)
        if not isinstance(node.op, ast.USub) or found.type not in (INT, FLOAT):
            raise TranslationError(f"no translation of {ast.unparse(node)}")
        return Value(f"(-{found.text})", found.type)

    def _binop(self, node: ast.BinOp) -> Value:
        return self.binary(node.op, self.value(node.left), self.value(node.right))

    def binary(self, op: ast.operator, left: Value, right: Value) -> Value:
        """Return the result of an operator."""
        if not {left.type, right.type} <= {INT, FLOAT, BOOL}:
            raise TranslationError("an operator of what is no number")
        kind, kinds = joined(left.type, right.type), f"{left.text}, {right.text}"
        if isinstance(op, ast.Div):
            return Value(f"((double)({left.text}) / (double)({right.text}))", FLOAT)
        if isinstance(op, ast.Pow) and kind == FLOAT:
            return Value(f"pow({kinds})", FLOAT)
        if isinstance(op, ast.FloorDiv | ast.Mod) and kind == INT:
            return Value(f"{'modulo' if isinstance(op, ast.Mod) else 'quotient'}({kinds})", INT)
        bits = isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.LShift | ast.RShift)
        if type(op) not in BINARY or (bits and kind == FLOAT):
            raise TranslationError(f"no translation of {type(op).__name__} of {kind}")
        if kind == BOOL and not isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
            kind = INT
        return Value(f"({left.text} {BINARY[type(op)]} {right.text})", kind)

    def _compare(self, node: ast.Compare) -> Value:
        for each in node.comparators[:-1]:
            self._require_once(each)
        values = [self.value(each) for each in (node.left, *node.comparators)]
        if not {each.type for each in values} <= {INT, FLOAT, BOOL}:
            raise TranslationError(f"no comparison of numbers: {ast.unparse(node)}")
        pairs = zip(values, node.ops, values[1:], strict=False)
        texts = [f"({a.text} {COMPARED[type(op)]} {b.text})" for a, op, b in pairs]
        return Value(f"({' && '.join(texts)})" if len(texts) > 1 else texts[0], BOOL)

    def _boolop(self, node: ast.BoolOp) -> Value:
        return Value(self._joined(node, lambda each: self.text(each, BOOL)), BOOL)

    def _joined(self, node: ast.BoolOp, part: Callable[[ast.expr], str]) -> str:
        texts = [part(node.values[0])]
        for each in node.values[1:]:
            with _Conditional(self):
                texts.append(part(each))
        return f"({(' && ' if isinstance(node.op, ast.And) else ' || ').join(texts)})"

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.condition(node.test)
        with _Conditional(self):
            one = self.value(node.body)
        with _Conditional(self):
            other = self.value(node.orelse)
        kind = joined(one.type, other.type)
        return Value(f"({test} ? {one.text} : {other.text})", kind)

    def _tuple(self, node: ast.Tuple) -> Value:
        values = [self.value(each) for each in node.elts]
        if not all(isinstance(each.type, str) for each in values):
            raise TranslationError(f"no tuple of numbers: {ast.unparse(node)}")
        kind = self.functions.tuple_of(tuple(str(each.type) for each in values))
        return Value(f"({kind.c}){{{', '.join(each.text for each in values)}}}", kind)

    def _call(self, node: ast.Call) -> Value:
        name, arguments = ast.unparse(node.func), node.args
        if name == "len":
            return Value(f"{self.array(arguments[0]).text}.n[0]", INT)
        if name == "abs":
            found = self.value(arguments[0])
            call = "fabs" if found.type == FLOAT else "llabs"
            return Value(f"{call}({found.text})", FLOAT if found.type == FLOAT else INT)
        if name in ("min", "max"):
            return self._extreme(name, [self.value(each) for each in arguments])
        if name == "divmod":
            kind = self.functions.tuple_of((INT, INT))
            for each in arguments:
                self._require_once(each)
            one, two = (self.text(each, INT) for each in arguments)
            text = f"quotient({one}, {two}), modulo({one}, {two})"
            return Value(f"({kind.c}){{{text}}}", kind)
        if name in GIVEN:
            call, result = GIVEN[name]
            text = self.value(arguments[0]).text
            return Value(f"({call}({text}))", result)
        if name in RANDOM:
            return self._drawn(name, arguments)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "any":
            self._read = True
            array = self.array(node.func.value)
            return Value(f"any_of({array.text}.at, {array.text}.n[0])", BOOL)
        return self._called(node)

    def _extreme(self, name: str, values: list[Value]) -> Value:
        kind: Type | None = None
        for each in values:
            kind = joined(kind, each.type)
        suffix = "real" if kind == FLOAT else "int"
        text = values[0].text
        for each in values[1:]:
            text = f"{name}_{suffix}({text}, {each.text})"
        return Value(text, FLOAT if kind == FLOAT else INT)

    def _drawn(self, name: str, arguments: list[ast.expr]) -> Value:
        call, result = RANDOM[name]
        texts = [self.value(each).text for each in arguments]
        if call == "random_below":
            texts = ["0", *texts] if len(texts) == 1 else texts
        return self._effect(f"{call}({', '.join(texts)})", result, {DRAWS}, False)

    def _called(self, node: ast.Call) -> Value:
        callee = self.functions.called(self.function.module, node)
        before, self._read = self._read, False
        texts = [
            self.text(given, kind)
            for given, kind in zip(node.args, callee.parameters.values(), strict=True)
        ]
        self._read = before
        call = f"{callee.name}({', '.join(texts)})"
        return self._effect(call, callee.result, callee.effects, before)

    def _effect(self, call: str, result: Type, effects: Set[str], is_read: bool) -> Value:
        """Return the result of a call, which is computed at once where it must be computed."""
        self.effects |= effects
        if is_read and WRITES in effects:
            raise TranslationError(f"arrays are read before {call} writes them")
        if result == NONE:
            return Value(call, NONE)
        if not self._conditional:
            return Value(self.temporary(result, call), result)
        if effects and self._only:
            raise TranslationError(f"the order of {call} and another call is open")
        self._only = self._only or bool(effects)
        return Value(call, result)


class _Conditional:
    """What is computed inside may not be computed: calls stay where they are."""

    def __init__(self, own: Expressions) -> None:
        self.own = own

    def __enter__(self) -> None:
        self.before = self.own._read, self.own._only
        self.own._conditional += 1
        self.own._read = self.own._only = False

    def __exit__(self, *given: object) -> None:
        self.own._conditional -= 1
        self.own._read, self.own._only = self.before[0] or self.own._read, self.before[1]
