"""Small changes of a source text, each of which some test should notice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

SWAPPED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
NAMES = {"any": "all", "min": "max", "minimum": "maximum"}
CALLED = NAMES | {new: old for old, new in NAMES.items()}


class Edit(NamedTuple):
    """The text from `start` to `end` becomes `new`."""

    start: int
    end: int
    new: str


class _Source:
    """A text, and where its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.begin = [0]
        for line in text.splitlines(keepends=True):
            self.begin.append(self.begin[-1] + len(line))
        self.lines = text.splitlines(keepends=True)

    def at(self, line: int | None, column: int | None) -> int:
        """The place of a line, from 1, and a column in bytes."""
        assert line is not None and column is not None
        own = self.lines[line - 1] if line <= len(self.lines) else ""
        return self.begin[line - 1] + len(own.encode()[:column].decode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.at(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        return self.at(node.end_lineno, node.end_col_offset)


def edits(text: str) -> list[Edit]:
    """Return all changes of a module, in order; messages, annotations and docstrings stay."""
    source = _Source(text)
    found = {edit for node in _nodes(ast.parse(text)) for edit in _of(node, source)}
    return sorted(found)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    match node:
        # Limits are as good when they are one higher; and what makes a module a command is not
        # executed in tests.
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()) if name.isupper():
            return
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return
    for name, value in ast.iter_fields(node):
        # What an error says is not looked at, nor are types.
        if name in ("annotation", "returns", "decorator_list", "exc", "msg", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from _nodes(child)


def _of(node: ast.AST, source: _Source) -> Iterator[Edit]:
    match node:
        case ast.Compare(left=left, ops=operators, comparators=others):
            for (a, b), operator in zip(pairwise([left, *others]), operators, strict=True):
                yield from _between(a, b, operator, source)
        case ast.BoolOp(op=operator, values=values):
            for a, b in pairwise(values):
                yield from _between(a, b, operator, source)
        case ast.BinOp(left=a, op=operator, right=b) if not _is_text(a) and not _is_text(b):
            yield from _between(a, b, operator, source)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            if not isinstance(operand, ast.Constant):
                yield Edit(source.start(node), source.start(operand), "")
        case ast.Constant(value=bool(value)):
            yield Edit(source.start(node), source.end(node), str(not value))
        case ast.Constant(value=int(value)):
            yield Edit(source.start(node), source.end(node), str(value + 1))
        case ast.Call(func=ast.Name(id=name) as called) if name in CALLED:
            yield Edit(source.start(called), source.end(called), CALLED[name])
        case ast.Call(func=ast.Attribute(attr=name) as called) if name in CALLED:
            yield Edit(source.end(called) - len(name), source.end(called), CALLED[name])
        case ast.Raise() | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Expr(ast.Call()):
            yield Edit(source.start(node), source.end(node), "pass")
        case ast.If(test=test) if not isinstance(test, ast.UnaryOp | ast.Compare | ast.BoolOp):
            # A condition that is one name, or one call.
            yield Edit(source.start(test), source.end(test), f"not {ast.unparse(test)}")


def _between(a: ast.expr, b: ast.expr, operator: ast.AST, source: _Source) -> Iterator[Edit]:
    """Exchange the operator between two operands."""
    if type(operator) not in SWAPPED:
        return
    old, new = SWAPPED[type(operator)]
    begin, end = source.end(a), source.start(b)
    pattern = r"\s+".join(map(re.escape, old.split()))
    if found := re.search(pattern, source.text[begin:end]):
        yield Edit(begin + found.start(), begin + found.end(), new)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
