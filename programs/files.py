"""Loops of programs as files of graphs: `loop.c`, `loops.c:dot`, `loops.ll:3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.data.dfg import Dfg
from models.errors import InputError
from models.notes import note
from shell.formats import Format

SAMPLES = 100
"""Random inputs on which the graph and the function are compared with the compiled text."""

_NAMED = re.compile(r"(?P<file>.+\.(?:c|cc|cpp|cxx|ll))(?::(?P<loop>[^:/]+))?", re.IGNORECASE)


class Named(NamedTuple):
    """A file, and the loop in it: its function, its number in the function or the file."""

    file: str
    function: str | None
    number: int | None


def named_loop(path: str) -> Named | None:
    """Return what a path of a program names; None for other files."""
    found = _NAMED.fullmatch(path)
    if found is None:
        return None
    loop = found["loop"]
    if loop is None or loop.isdecimal():
        return Named(found["file"], None, None if loop is None else int(loop))
    function, dot, number = loop.rpartition(".")
    if dot and number.isdecimal():
        return Named(found["file"], function, int(number))
    return Named(found["file"], loop, None)


def _parts(path: str) -> Sequence[str]:
    named = named_loop(path)
    return () if named is None else (named.file,)


def _read(data: bytes | None, path: str, *chosen: object) -> Dfg:
    """Return the smallest graph of the loop that a path names. Raises `InputError`."""
    from programs.library import load_loop
    from programs.rewrites.passes import said

    named = named_loop(path)
    assert named is not None
    try:
        dfg = load_loop(named.file, function=named.function, loop=named.number, samples=SAMPLES)
    except InputError as error:
        options, here = "choose by --function or --loop", "choose as FILE:FUNCTION or FILE:N"
        raise InputError(error.what.replace(options, here), error.where) from None
    if dfg.rewrites:
        what = f"the smallest graph of the loop, not as written: {said(dfg)}"
        note(f"{what}; `xyzmap dfg` makes others", path)
    return dfg


PROGRAM = Format("program", _read, endings=(".c", ".ll"), parts=_parts, defines=True)
