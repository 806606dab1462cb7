"""A small preprocessor for machines without a C compiler.

It knows `#define NAME text`, `#undef`, `#ifdef`, `#ifndef`, `#if` and `#elif` of integers and
`defined(NAME)`, `#else`, `#endif`, `#include`, `#error`, and leaves `#pragma` alone. Macros with
parameters are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from models.formats.text_files import decode_text, read_bytes
from programs.loops.errors import ProgramError
from programs.source.condition import holds

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\.?\d[\w.]*|[A-Za-z_]\w*")
_WORD = re.compile(r"[A-Za-z_]\w*\Z")
_DEPTH = 40
_LONGEST = 100_000


def preprocess(
    text: str, name: str, defines: Mapping[str, str], headers: Path, folder: Path | None = None
) -> str:
    """Return the text with macros replaced. Raises `ProgramError` for unknown directives."""
    state = _State(dict(defines), headers, folder)
    return "\n".join(state.lines(text, name, 0)) + "\n"


class _State:
    """The macros so far, and the include folders."""

    def __init__(self, macros: dict[str, str], headers: Path, folder: Path | None) -> None:
        self.macros, self.headers, self.folder = macros, headers, folder

    def lines(self, text: str, name: str, depth: int) -> list[str]:
        if depth > _DEPTH:
            raise ProgramError("includes are nested too deeply", name)
        found = [f'# 1 "{name}"']
        # For each surrounding #if: whether this branch is active, and whether one was already.
        branches: list[tuple[bool, bool]] = []
        for number, line in enumerate(_joined(_without_comments(text)), 1):
            where, words = f"{name}:{number}", line.strip()
            on = all(branch for branch, _ in branches)
            if not words.startswith("#") or re.match(r"#\s*pragma\b", words):
                replace = on and not words.startswith("#")
                found.append(self.replaced(line, where) if replace else on * line)
                continue
            directive, _, rest = words[1:].strip().partition(" ")
            rest = rest.strip()
            found.append("")
            if directive in ("if", "ifdef", "ifndef"):
                test = on and self.test(directive, rest, where)
                branches.append((test, test or not on))
            elif directive in ("elif", "else", "endif"):
                if not branches:
                    raise ProgramError(f"#{directive} without #if", where)
                _, taken = branches.pop()
                if directive == "else":
                    branches.append((not taken, True))
                elif directive == "elif":
                    test = not taken and self.test("if", rest, where)
                    branches.append((test, taken or test))
            elif on:
                found[-1:] = self.directive(directive, rest, name, number, depth)
        if branches:
            raise ProgramError("#if without #endif", name)
        return found

    def directive(self, directive: str, rest: str, name: str, number: int, depth: int) -> list[str]:
        where = f"{name}:{number}"
        match directive:
            case "define":
                found = re.match(r"([A-Za-z_]\w*)(\(?)(.*)\Z", rest)
                if found is None or found[2]:
                    what = f"macro '{rest}' has parameters; without a C compiler there are none"
                    raise ProgramError(what, where)
                self.macros[found[1]] = found[3].strip()
            case "undef":
                self.macros.pop(rest, None)
            case "include":
                path = self.find(rest, where)
                text = decode_text(read_bytes(str(path)), where)
                return [*self.lines(text, path.name, depth + 1), f'# {number + 1} "{name}"']
            case "error":
                raise ProgramError(f"#error {rest}", where)
            case "":
                pass
            case _:
                raise ProgramError(f"#{directive} is not known without a C compiler", where)
        return [""]

    def find(self, rest: str, where: str) -> Path:
        folders = [self.headers]
        if rest.startswith('"') and self.folder is not None:
            folders.insert(0, self.folder)
        for folder in folders:
            path = folder / rest[1:-1]
            if rest[1:-1] and path.is_file():
                return path
        raise ProgramError(f"{rest} cannot be found", where)

    def test(self, directive: str, rest: str, where: str) -> bool:
        if directive != "if":
            return (rest in self.macros) == (directive == "ifdef")
        known = re.sub(
            r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))",
            lambda found: str(int((found[1] or found[2]) in self.macros)),
            rest,
        )
        try:
            return holds(self.replaced(known, where))
        except ArithmeticError as error:
            short = rest if len(rest) <= 60 else f"{rest[:60]}…"
            raise ProgramError(f"'{short}' is no condition of integers: {error}", where) from None

    def replaced(self, text: str, where: str, inside: frozenset[str] = frozenset()) -> str:
        """Replace macros recursively. Raises `ProgramError` if the text grows too large."""
        length = 0

        def one(found: re.Match[str]) -> str:
            nonlocal length
            word = found[0]
            if _WORD.match(word) and word not in inside and word in self.macros:
                word = self.replaced(self.macros[word], where, inside | {word})
            length += len(word)
            if inside and length > _LONGEST:
                raise ProgramError(f"a macro stands for more than {_LONGEST} characters", where)
            return word

        return _TOKEN.sub(one, text)


def _without_comments(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        return " " + "\n" * found[0].count("\n") if found[0][0] == "/" else found[0]

    return _COMMENT.sub(one, text)


def _joined(text: str) -> list[str]:
    """Return the lines with continuations joined, and blank lines in their place."""
    found: list[str] = []
    open_at: int | None = None
    for line in text.split("\n"):
        if open_at is None:
            open_at = len(found)
            found.append(line)
        else:
            found[open_at] += line
            found.append("")
        if found[open_at].endswith("\\"):
            found[open_at] = found[open_at][:-1]
        else:
            open_at = None
    return found
