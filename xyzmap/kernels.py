"""Small loops in Python's syntax as graphs."""

from __future__ import annotations

import ast
import inspect
import os
import re
import textwrap
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from models.data.dfg import Dfg, Line, Number
from models.errors import InputError
from xyzmap.build import Read, build_dfg
from xyzmap.kernel_types import Value, with_floats

_PAIRS = """Add add Sub sub Mult mul FloorDiv sdiv Div fdiv Mod srem LShift shl RShift ashr
BitAnd and BitOr or BitXor xor USub neg Invert not Eq eq NotEq ne Lt lt LtE le Gt gt GtE ge"""
_ELSEWHERE = (
    ast.Delete, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
    ast.Lambda, ast.Global, ast.Nonlocal,
)  # fmt: skip
WORDS = {getattr(ast, own): word for own, word in zip(*[iter(_PAIRS.split())] * 2, strict=True)}


def kernel(function: Callable[..., Any]) -> Dfg:
    """Return the graph of a function's one loop, `for i in range(…)`; a decorator.

    `x[i]` is the input `x` where it is read, and a result where it is written. Variables that are
    read before they are assigned have that of the iteration before, and begin with what they are
    before the loop. `a if c else b` is `select`, of which both are computed, calls are operators,
    and what is returned is a result. Raises `InputError` for anything else.
    """
    try:
        lines, first = inspect.getsourcelines(function)
        (tree,) = ast.parse(textwrap.dedent("".join(lines))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        tree = None
    if not isinstance(tree, ast.FunctionDef):
        raise InputError("is no function whose source can be read", str(function))
    ast.increment_lineno(tree, first - 1)
    file = str(inspect.getsourcefile(function)).rpartition(os.sep)[2]
    try:
        return _Reader(file, tree).dfg()
    except RecursionError:
        what = "an expression is nested too deep; assign parts of it to variables"
        raise InputError(what, f"{file}:{tree.lineno}: {tree.name}") from None


class _Reader:
    """What is known of one function, once its statements are read."""

    def __init__(self, file: str, tree: ast.FunctionDef) -> None:
        self.place = f"{file}:{{}}: {tree.name}"
        self.variables = dict[str, Value]()
        self.written = dict[str, tuple[Value, ast.AST]]()
        self.begin: dict[str, Number | str] = {each.arg: each.arg for each in tree.args.args}
        self.made: dict[str, tuple[str, tuple[Value, ...], int]] = {}
        self.inputs, self.results = dict[str, None](), dict[str, None]()
        loops = [n for n, each in enumerate(tree.body) if isinstance(each, ast.For | ast.While)]
        match [tree.body[n] for n in loops]:
            case [
                ast.For(ast.Name(i), ast.Call(ast.Name("range"), [*head, last]), body, []) as loop
            ] if (
                len(head) < 2
                and not isinstance(last, ast.Starred)
                and isinstance(start := _number(*head) if head else 0, int)
            ):
                self.index = i
            case _:
                raise self.refused(tree, "must have one loop: for i in range(n) or range(0, n)")
        self.require_plain(tree, loop)
        for n, node in enumerate(tree.body[: loops[0]]):
            self.before(node, first=n == 0)
        read = [n for n in ast.walk(loop) if isinstance(getattr(n, "ctx", None), ast.Load)]
        used = {n.id for n in read if isinstance(n, ast.Name) and n.id == self.begin.get(n.id)}
        self.names = {*map(self.array, read)} | (used - {*map(self.array, ast.walk(loop))})
        self.assigned, self.begin[i] = _assigned(loop), start - 1
        if re.search(rf"\b{i}\b", "\n".join(map(ast.unparse, body)).replace(f"[{i}]", "")):
            self.variables[i] = self.make("add", (Value(i, True), Value(1)), i, loop)
        for node in body:
            self.statement(node)
        for name, (value, target) in self.written.items():
            self.result(name, value, target)
        for name, value in self.variables.items():
            if not isinstance(value.of, str):
                self.variables[name] = self.make("mov", (value,), name, loop)
        for node in tree.body[loops[0] + 1 :]:
            found = node.value if isinstance(node, ast.Return) else None
            for part in found.elts if isinstance(found, ast.Tuple) else [found]:
                if not isinstance(part, ast.Name) or part.id not in self.variables:
                    raise self.refused(node, "only variables can be returned after the loop")
                self.result(part.id, self.variables[part.id], part)

    def require_plain(self, tree: ast.FunctionDef, loop: ast.For) -> None:
        """Refuse what would change the meaning of names."""
        arrays = {*map(self.array, ast.walk(loop))} - {""}
        inside = {id(node) for part in loop.body for node in ast.walk(part)}
        based = {id(n.value) for n in ast.walk(loop) if isinstance(n, ast.Subscript)}
        for node in (node for part in tree.body for node in ast.walk(part)):
            if isinstance(node, _ELSEWHERE):
                raise self.refused(node, f"no kernel has `{ast.unparse(node)[:60]}`")
            if not isinstance(node, ast.Name) or node.id not in arrays or id(node) in based:
                continue
            if id(node) in inside or isinstance(node.ctx, ast.Store):
                raise self.refused(node, f"'{node.id}' is an array and a variable; rename one")

    def before(self, node: ast.stmt, first: bool) -> None:
        """Read a statement before the loop: a number of a variable, or nothing."""
        match node:
            case ast.Pass():
                pass
            case ast.Expr(ast.Constant(str())) if first:
                pass
            case ast.Assign(targets, part) if all(isinstance(each, ast.Name) for each in targets):
                names, number = _assigned(node), _number(part)
                self.begin = {n: v for n, v in self.begin.items() if n not in names}
                self.begin |= {} if number is None else dict.fromkeys(names, number)
            case _:
                raise self.refused(node, "only variables can be assigned before the loop")

    def dfg(self) -> Dfg:
        self.made = with_floats(self.made, self.variables, self.begin, self.place)
        first: dict[str, dict[int, Number | str]] = {}
        made: dict[str, list[Any]] = {
            name: [word, *(self.read(value, first, line) for value in of)]
            for name, (word, of, line) in self.made.items()
        }
        initial = {n: [of.get(d, 0) for d in range(1, max(of) + 1)] for n, of in first.items()}
        file, _, name = self.place.rsplit(":", 2)
        dfg = build_dfg(name.strip(), made, [*self.results], inputs=[*self.inputs], initial=initial)
        lines = (Line(own, f"{file}:{line}") for own, (*_, line) in self.made.items())
        return replace(dfg, lines=tuple(lines))

    def read(self, value: Value, first: dict[str, dict[int, Number | str]], line: int) -> Read:
        """Return what reads a value; `first` gets what that is before the first iteration."""
        chain, found = list[str](), True
        while value.carried and value.of not in chain:
            chain.append(str(value.of))
            value = self.variables[str(value.of)]
        for back, name in enumerate(reversed(chain), 1):
            begin = first.setdefault(str(value.of), {}).setdefault(back, self.begin[name])
            found = found and begin == self.begin[name]
            self.inputs |= {begin: None} if isinstance(begin, str) else {}
        if value.carried or not found:
            what = f"{', '.join(chain)}: one value under several names; copy by mov(…)"
            raise InputError(what, self.place.format(line))
        if isinstance(value.of, str) and value.of not in self.made:
            self.inputs[value.of] = None
        return (str(value.of), len(chain)) if chain else value.of

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign([target], part):
                name = target.id if isinstance(target, ast.Name) else self.array(target)
                self.assign(target, self.value(part, name))
            case ast.AugAssign(ast.Name(id=name) as target, op, part) if type(op) in WORDS:
                reads = (self.variable(name, node), self.value(part))
                self.assign(target, self.make(WORDS[type(op)], reads, name, node))
            case _:
                raise self.refused(
                    node, "only assignments can be in the loop; a if c else b is an expression"
                )

    def assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name) and target.id != self.index:
            self.variables[target.id] = value
        elif name := self.array(target):
            self.written[name] = value, target
        else:
            raise self.refused(target, "only variables and x[i] can be assigned")

    def result(self, name: str, value: Value, node: ast.AST) -> None:
        if value.carried or value.of not in self.made:  # a copy of it is
            value = self.make("mov", (value,), name, node)
        self.results[str(value.of)] = None

    def value(self, node: ast.expr, name: str = "") -> Value:
        match node:
            case _ if (number := _number(node)) is not None:
                return Value(number)
            case ast.Name(id=word):
                return self.variable(word, node)
            case ast.Subscript() if word := self.array(node):
                return self.written[word][0] if word in self.written else Value(word)
            case ast.BinOp(a, op, b) | ast.Compare(a, [op], [b]) if type(op) in WORDS:
                word, parts = WORDS[type(op)], [a, b]
            case ast.UnaryOp(op, a) if type(op) in WORDS:
                word, parts = WORDS[type(op)], [a]
            case ast.IfExp(test, a, b):
                word, parts = "select", [test, a, b]
            case ast.Call(ast.Name(id=word), parts, []):
                pass
            case _:
                raise self.refused(node, f"no kernel has `{ast.unparse(node)[:60]}`")
        return self.make(word, tuple(map(self.value, parts)), name, node)

    def variable(self, name: str, node: ast.AST) -> Value:
        if name not in self.variables and name not in self.begin:
            raise self.refused(node, f"'{name}' has no number before the loop")
        begin = Value(name, True) if name in self.assigned else Value(self.begin.get(name, 0))
        return self.variables.get(name, begin)

    def array(self, node: ast.AST) -> str:
        match node:
            case ast.Subscript(ast.Name(id=name), ast.Name(id=at)) if at == self.index:
                return name
        return ""

    def make(self, word: str, reads: tuple[Value, ...], name: str, node: Any) -> Value:
        own, count = name or word, 1
        while own in self.names:
            own, count = f"{name or word}.{count + 1}", count + 1
        self.names.add(own)
        self.made[own] = (word, reads, node.lineno)
        return Value(own)

    def refused(self, node: Any, what: str) -> InputError:
        return InputError(what, self.place.format(node.lineno))


def _number(node: ast.expr) -> Number | None:
    try:
        found = ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if type(found) in (int, float) else None


def _assigned(node: ast.AST) -> set[str]:
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    return {n.id for n in names if isinstance(n.ctx, ast.Store)}
