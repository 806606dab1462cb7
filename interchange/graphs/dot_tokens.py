"""The words of Graphviz DOT text: names, quotes, HTML in angle brackets, arrows and signs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.errors import InputError

Token = tuple[str, str, int]
"""Kind, text, line."""

NAMES = ("word", "quoted", "html")
"""Kinds of tokens that are names."""

KEYWORDS = ("strict", "graph", "digraph", "node", "edge", "subgraph")
_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<quoted>"[^"\\]*(?:\\.[^"\\]*)*")
    |(?P<arrow>->|--)
    |(?P<word>\w[\w.]*|-?\.?\d[\w.]*)
    |(?P<sign>[][{}=;,:+])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r'\\(["\\]|\r?\n)')
_ANGLE = re.compile(r"[<>]")
_TAG = re.compile(r"<[^<>]*>")


def tokens(text: str) -> Iterator[Token]:
    """Yield (kind, text, line); at the end a token of kind `end`, again and again."""
    position, line = 0, 1
    while position < len(text):
        if text[position] == "<":
            end = _end_of_html(text, position, line)
            kind, found = "html", text[position:end]
        else:
            match = _TOKEN.match(text, position)
            if match is None:
                shown = text[position : position + 1]
                what = {'"': "a quote that never closes", "/": "a comment that never closes"}
                raise InputError(what.get(shown, f"unexpected character {shown!r}"), f"line {line}")
            kind, found, end = match.lastgroup or "", match.group(), match.end()
        if kind == "quoted":
            yield kind, _ESCAPE.sub(_unescaped, found[1:-1]), line
        elif kind == "html":
            yield kind, " ".join(_TAG.sub(" ", found[1:-1]).split()), line
        elif kind != "space":
            yield kind, found, line
        line += found.count("\n")
        position = end
    while True:
        yield "end", "the end of the file", line


def quoted(name: str) -> str:
    """Return a name as DOT writes it: bare where that is safe, else in quotes."""
    if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name) and name.lower() not in KEYWORDS:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unescaped(match: re.Match[str]) -> str:
    """A quote or backslash stays; an escaped end of line joins two lines."""
    return "" if match.group(1).endswith("\n") else match.group(1)


def _end_of_html(text: str, position: int, line: int) -> int:
    depth = 0
    for match in _ANGLE.finditer(text, position):
        depth += 1 if match.group() == "<" else -1
        if not depth:
            return match.end()
    raise InputError("a label of HTML, <…>, that never closes", f"line {line}")
