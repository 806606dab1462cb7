"""Formats of files of graphs and of arrays: those of the core, and those that guests add."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.text_files import STANDARD_INPUT, read_bytes

MARK = b"\xef\xbb\xbf"
"""A mark of UTF-8 that a file may begin with."""


@dataclass(frozen=True)
class Version:
    """One of several graphs that compute the same: `path` names it alone.

    It has `iterations` of the loop as written in one of its own. `require` raises `InputError` if
    it does not compute the same, and notes what is untested; it is called before a search.
    """

    path: str
    dfg: Dfg
    iterations: int = 1
    require: Callable[[], None] = field(default=lambda: None, compare=False, repr=False)


@dataclass(frozen=True)
class Format:
    """How files of a format are known, read and written; formats of one dialect share its `name`.

    A file is of the first format with its ending that `opens` its contents, which are given without
    blanks in front; else of the first with its ending, else of the first that opens it. `parts`
    returns the names of all files of a graph, given one of them, and none for other names.

    `read` is called with contents, path and options, and `write` with the graph or array: it
    returns the text, or the texts by path if there are `parts`, for which it also gets the path; of
    an array, its text and that of a second file. With `chosen`, options of reading may be given.
    With `defines`, files define their operators. `versions` returns the graphs of a file of which
    any may be mapped, the smallest first, `without` some operators, which others compute, and for
    an array, if there is one.
    """

    name: str
    read: Callable[..., Any] | None = None
    write: Callable[..., Any] | None = None
    endings: tuple[str, ...] = ()
    opens: Callable[[bytes], bool] = lambda data: False
    parts: Callable[[str], Sequence[str]] | None = None
    chosen: bool = False
    defines: bool = False
    versions: Callable[[str, Collection[str], Architecture | None], Sequence[Version]] | None = None

    def ending(self, path: str) -> int:
        """Return how long the ending of a path is that this format has; 0 where it has none."""
        name = os.path.basename(path)
        suffix = os.path.splitext(name)[1].lower()
        found = (
            len(each)
            for each in self.endings
            if each == suffix or (name.endswith(each) and name != each)
        )
        return max(found, default=0)


def contents(path: str) -> bytes | None:
    """Return the contents of a file, or of standard input; None where there is no such file."""
    there = path == STANDARD_INPUT or (os.path.exists(path) and not os.path.isdir(path))
    return read_bytes(path) if there else None


def found(formats: Sequence[Format], path: str, data: bytes | None) -> Format | None:
    """Return the format of a file, None where it is of none of these."""
    ended = [each for each in formats if each.ending(path)]
    return (
        next((each for each in ended if opened(each, data)), None)
        or next(iter(ended), None)
        or next((each for each in formats if opened(each, data)), None)
    )


def opened(format_: Format, data: bytes | None) -> bool:
    """Return whether contents are of a format, as far as their beginning says."""
    return format_.opens((data or b"").removeprefix(MARK).lstrip())
