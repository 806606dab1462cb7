"""Statements of compiled functions in C."""

from __future__ import annotations

import ast

from shell.kernels.expressions import WRITES, Expressions, Value
from shell.kernels.types import (
    FLOAT,
    INT,
    Array,
    Record,
    TranslationError,
    Tuple,
    Type,
    c_name,
    joined,
    parameter,
)


class Statements(Expressions):
    """The body of one function."""

    def body(self, statements: list[ast.stmt]) -> list[str]:
        """Return the lines of statements; blocks are not indented."""
        outer, self.lines = self.lines, []
        for node in statements:
            self.statement()
            method = getattr(self, f"_{type(node).__name__.lower()}", None)
            try:
                if method is None:
                    raise TranslationError(f"no translation of {type(node).__name__}")
                method(node)
            except TranslationError as error:
                if "line" in str(error):
                    raise
                raise TranslationError(f"line {node.lineno}: {error}") from None
        lines, self.lines = self.lines, outer
        return lines

    def _block(self, head: str, statements: list[ast.stmt]) -> None:
        self.lines += [f"{head} {{", *self.body(statements), "}"]

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.lines.append(f"{self.value(node.value).text};")

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _return(self, node: ast.Return) -> None:
        if node.value is None:
            self.lines.append("return;")
        else:
            self.lines.append(f"return {self._as(self.value(node.value), self.function.result)};")

    def _as(self, found: Value, wanted: Type) -> str:
        """Return a value as one of another type, such as a pair of integers as one of numbers."""
        if found.type == wanted:
            return found.text
        if isinstance(found.type, Tuple) and isinstance(wanted, Tuple):
            name = self.temporary(found.type, found.text)
            parts = ", ".join(f"{name}.f{n}" for n in range(len(wanted.items)))
            return f"({self.functions.tuple_of(wanted.items).c}){{{parts}}}"
        if joined(found.type, wanted) != wanted:
            raise TranslationError(f"{found.text} is no {c_name(wanted)}")
        return found.text

    def _raise(self, node: ast.Raise) -> None:
        if node.exc is None or ast.unparse(node.exc) != "IndexError":
            raise TranslationError("only IndexError is raised")
        self.lines.append("longjmp(raised, 1);")

    def _break(self, node: ast.Break) -> None:
        self.lines.append("break;")

    def _continue(self, node: ast.Continue) -> None:
        self.lines.append("continue;")

    def _if(self, node: ast.If) -> None:
        self._block(f"if ({self.condition(node.test)})", node.body)
        if node.orelse:
            self._block("else", node.orelse)

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise TranslationError("no 'else' of loops")
        outer, self.lines = self.lines, []
        test = self.condition(node.test)
        first, self.lines = self.lines, outer
        self.lines += ["for (;;) {", *first, f"if (!{test}) break;", *self.body(node.body), "}"]

    def _for(self, node: ast.For) -> None:
        if not isinstance(node.target, ast.Name) or node.orelse:
            raise TranslationError("loops have one variable, and no 'else'")
        self.bound += 1
        n, target, items = self.bound, node.target.id, node.iter
        if isinstance(items, ast.Call) and ast.unparse(items.func) == "range":
            self._counted(n, target, items.args, node.body)
            return
        if isinstance(items, ast.Tuple):
            values = [self.value(each) for each in items.elts]
            kind: Type | None = None
            for each in values:
                kind = (
                    each.type
                    if kind is None or isinstance(kind, Record)
                    else joined(kind, each.type)
                )
            assert kind is not None
            texts = ", ".join(each.text for each in values)
            self.lines.append(f"{parameter(kind)} v{n}[] = {{{texts}}};")
            size, entry = str(len(values)), f"v{n}[i{n}]"
        else:
            array = self.array(items)
            assert isinstance(array.type, Array)
            kind, size, entry = (
                array.type.element.number,
                f"{array.text}.n[0]",
                f"AT1({array.text}, i{n})",
            )
        self._declare(target, kind)
        head = f"for (int64_t i{n} = 0; i{n} < {size}; i{n}++)"
        self.lines += [f"{head} {{", f"{target}_ = {entry};", *self.body(node.body), "}"]

    def _counted(self, n: int, target: str, given: list[ast.expr], body: list[ast.stmt]) -> None:
        texts = [self.text(each, INT) for each in given]
        begin = texts[0] if len(texts) > 1 else "0"
        end, step = texts[min(len(texts) - 1, 1)], texts[2] if len(texts) > 2 else "1"
        down = len(given) == 3 and isinstance(given[2], ast.UnaryOp)
        self._declare(target, INT)
        head = f"for (int64_t i{n} = {begin}, e{n} = {end}, s{n} = {step}; "
        head += f"i{n} {'>' if down else '<'} e{n}; i{n} += s{n})"
        self.lines += [f"{head} {{", f"{target}_ = i{n};", *self.body(body), "}"]

    def _declare(self, name: str, kind: Type) -> None:
        """Have a local variable, or a parameter, of a type that has room for another one, too."""
        own = self.function.variables
        if isinstance(kind, Record) and isinstance(own.get(name, kind), Record):
            own[name] = kind
        else:
            own[name] = joined(own.get(name), kind)

    def _assign(self, node: ast.Assign) -> None:
        found = self._right(node.value, node.targets)
        for target in node.targets:
            self._store(target, found)

    def _right(self, node: ast.expr, targets: list[ast.expr]) -> list[Value]:
        """Return the values to be stored, each once computed."""
        if isinstance(node, ast.Tuple) and isinstance(targets[0], ast.Tuple):
            found = [self.value(each) for each in node.elts]
            # They are computed before the first one is stored.
            return [each._replace(text=self._kept(each)) for each in found]
        value = self.value(node)
        if isinstance(value.type, Tuple) and isinstance(targets[0], ast.Tuple):
            name = self.temporary(value.type, value.text)
            return [Value(f"{name}.f{n}", kind) for n, kind in enumerate(value.type.items)]
        if len(targets) > 1:
            value = value._replace(text=self._kept(value))
        return [value]

    def _kept(self, value: Value) -> str:
        return (
            value.text if isinstance(value.type, Record) else self.temporary(value.type, value.text)
        )

    def _store(self, target: ast.expr, values: list[Value]) -> None:
        if isinstance(target, ast.Tuple):
            for each, value in zip(target.elts, values, strict=True):
                self._store(each, [value])
            return
        (value,) = values
        if isinstance(target, ast.Name):
            self._declare(target.id, value.type)
            self.lines.append(f"{target.id}_ = {value.text};")
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self._fill(target, value)
        elif isinstance(target, ast.Subscript):
            self.effects.add(WRITES)
            text, kind = self.item(target)
            if not isinstance(kind, str) or (value.type, kind) == (FLOAT, INT):
                raise TranslationError(f"{value.text} does not fit into {ast.unparse(target)}")
            self.lines.append(f"{text} = {value.text};")
        else:
            raise TranslationError(f"nothing is stored in {ast.unparse(target)}")

    def _fill(self, target: ast.Subscript, value: Value) -> None:
        assert isinstance(target.slice, ast.Slice)
        if (target.slice.lower, target.slice.upper, target.slice.step) != (None, None, None):
            raise TranslationError(f"no whole array: {ast.unparse(target)}")
        self.effects.add(WRITES)
        self.bound += 1
        array, n = self.array(target.value), self.bound
        assert isinstance(array.type, Array)
        size = " * ".join(f"{array.text}.n[{axis}]" for axis in range(array.type.axes))
        head = f"for (int64_t i{n} = 0, e{n} = {size}; i{n} < e{n}; i{n}++)"
        self.lines.append(f"{head} {array.text}.at[i{n}] = {value.text};")

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            text, kind = self.item(node.target)
            self.effects.add(WRITES)
        else:
            text, kind = self.value(node.target).text, self.value(node.target).type
        before = self.value(node.target)
        right = self.value(node.value)
        result = self.binary(node.op, before, right)
        if isinstance(node.target, ast.Name):
            self._declare(node.target.id, result.type)
        elif (result.type, kind) == (FLOAT, INT):
            raise TranslationError(f"{right.text} does not fit into {text}")
        self.lines.append(f"{text} = {result.text};")
