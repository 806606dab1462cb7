"""Mutants by rule: `python -m tests.mutation.draw ROOM COUNT SEED` adds some to the list of a room.

Each changes one operator, one bound, one condition or one statement; words of messages, types and
docstrings stay. `python -m tests.mutation --find` then looks for what kills them.
"""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from tests.mutation.mutants import ROOMS, Mutant, read, write

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
COMBINED: dict[type[ast.operator], tuple[str, str]] = {
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.FloorDiv: ("//", "*"),
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}

Change = tuple[int, int, str]
"""A part of a text, by its first character and the one after its last, and what replaces it."""


class _Text:
    """A text with the places of its syntax nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True)
        self._starts = [0, *accumulate(map(len, self._lines))]

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return where a node begins and ends."""
        begin, end = (
            self._place(getattr(node, f"{side}lineno") - 1, getattr(node, f"{side}col_offset"))
            for side in ("", "end_")
        )
        return begin, end

    def _place(self, line: int, byte: int) -> int:
        return self._starts[line] + len(self._lines[line].encode()[:byte].decode())

    def between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Change]:
        """Yield the change of an operator between two nodes."""
        begin, end = self.span(left)[1], self.span(right)[0]
        found = self.text.find(f" {old} ", begin, end)
        if found >= 0:
            yield found + 1, found + 1 + len(old), new

    def changes(self, node: ast.AST) -> Iterator[Change]:
        """Yield the changes at a node."""
        match node:
            case ast.Compare(left, [compared], [right]) if type(compared) in COMPARED:
                yield from self.between(left, right, *COMPARED[type(compared)])
            case ast.BoolOp(op, [left, right]):
                words = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                yield from self.between(left, right, *words)
            case ast.BinOp(left, ast.Add() | ast.Sub(), right):
                yield self.span(left)[1], self.span(right)[1], ""
            case ast.BinOp(left, op, right) if type(op) in COMBINED:
                yield from self.between(left, right, *COMBINED[type(op)])
            case ast.Call(ast.Name(name) as function) if name in CALLED:
                yield *self.span(function), CALLED[name]
            case ast.UnaryOp(ast.Not(), operand):
                yield self.span(node)[0], self.span(operand)[0], ""
            case ast.Return(ast.Constant(bool() as value)):
                yield *self.span(node), f"return {not value}"
            case ast.Continue() | ast.AugAssign() | ast.Raise() | ast.Expr(ast.Call()):
                yield *self.span(node), "pass"


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that compute; not words of messages, types or what is loaded first."""
    for name, field in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield child
                yield from _nodes(child)


def mutants(file: str) -> list[Mutant]:
    """Return every mutant of a file by these rules."""
    content = Path(file).read_text()
    text, found = _Text(content), []
    for node in _nodes(ast.parse(content)):
        for begin, end, new in text.changes(node):
            first = content.rfind("\n", 0, begin) + 1
            last = content.find("\n", end)
            while content.count(content[first:last].strip()) > 1 and first > 0:
                first = content.rfind("\n", 0, first - 1) + 1
            old = content[first:last]
            changed = content[first:begin] + new + content[end:last]
            found.append(Mutant(file, old.strip(), changed.strip()))
    return [mutant for mutant in found if _fits(mutant, content)]


def _fits(mutant: Mutant, content: str) -> bool:
    if content.count(mutant.old) != 1 or mutant.old == mutant.new:
        return False
    if any("'''" in text or text.endswith("'") for text in (mutant.old, mutant.new)):
        return False
    try:
        ast.parse(content.replace(mutant.old, mutant.new))
    except SyntaxError:
        return False
    return True


def main() -> int:
    """Add mutants to a list, spread over the files of the room."""
    room, count, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    known = read(room)
    files = sorted(
        str(path)
        for folder in ROOMS[room]
        for path in ([Path(folder)] if folder.endswith(".py") else Path(folder).rglob("*.py"))
    )
    chance = random.Random(f"{room} {seed}")
    seen = {(mutant.file, mutant.old) for mutant in known}
    able = [m for file in files for m in mutants(file) if (m.file, m.old) not in seen]
    write(room, [*known, *chance.sample(able, min(count, len(able)))])
    return 0


if __name__ == "__main__":
    sys.exit(main())
