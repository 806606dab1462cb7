"""Loops read, rewritten and compared in a child, as LLVM can end the process that it runs in.

LLVM's library has no errors for some texts and some code: it ends the process. So all of it runs in
a child. Where that ends, the functions of the file are read one by one, each with what it needs;
those that end LLVM are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

from models.data.dfg import Dfg
from models.errors import InputError
from models.notes import note, noted
from programs.llvm.builder import LoopGraph
from programs.llvm.child import EndedError, returned
from programs.llvm.comparison import Report, read_compared
from programs.llvm.compiler import llvm_text
from programs.llvm.flow import Edge
from programs.llvm.module import functions_of
from programs.llvm.native import guard
from programs.llvm.needed_text import functions_in, needed_text

T = TypeVar("T")


class Found(NamedTuple):
    """A loop's graph and its comparison: `Report`, and the members of `LoopGraph` to be told.

    `said` are lines of the choice of another graph.
    """

    dfg: Dfg
    exits: dict[str, Edge]
    assumed: tuple[str, ...]
    written: tuple[int, int] | None
    copies: int
    report: Report
    said: list[str]


def loop_of(
    path: str,
    function: str | None,
    number: int | None,
    words: tuple[str, ...],
    restrict: bool,
    trials: int,
    seed: int,
    passes: Collection[str],
    then: Callable[[LoopGraph, list[str]], LoopGraph],
    without: Collection[str],
    units: Collection[str],
) -> Found:
    """Return what `read_compared` returns, from a child; `then` may add to the lines `said`.

    Raises `InputError`, also where LLVM ends the child.
    """

    def work(text: str) -> Found:  # pragma: no cover  # in another process
        said: list[str] = []
        graph, report = read_compared(
            path, text, function, number, restrict, trials, seed, passes,
            lambda graph: then(graph, said), without, units,
        )  # fmt: skip
        return Found(
            graph.dfg, graph.exits, graph.assumed, graph.written, graph.copies, report, said
        )

    return isolated(work, path, function, words, executed=trials > 0)


def isolated(
    work: Callable[[str], T],
    path: str,
    function: str | None,
    words: tuple[str, ...] = (),
    *,
    executed: bool = False,
) -> T:
    """Return what `work` returns in a child, given LLVM's text of a file.

    Raises `InputError`, also where LLVM ends the child.
    """
    text = llvm_text(path, words)
    with suppress(ImportError):
        import llvmlite.binding  # noqa: F401  # once, for all children

        if executed:
            guard()  # a text of our own, compiled once for all children
    try:
        return returned(partial(work, text))
    except EndedError as error:
        ended = error
    with suppress(EndedError):
        if (less := _readable(text, function, path)) is not None:
            found = returned(partial(work, less))
            note(f"left out: functions and definitions on which LLVM ended {ended}", path)
            return found
    what = f"LLVM ended {ended} while it read or compared the loop"
    way = "; give a file with its function alone, or another version's text: clang -S -emit-llvm"
    raise InputError(what + way, path)


def _readable(text: str, function: str | None, path: str) -> str | None:
    """Return the text of the functions that do not end LLVM, or of the given one alone."""
    names = functions_in(text)
    if function in names:
        return needed_text(text, [function])
    kept = []
    for name in names:
        less = needed_text(text, [name])
        with suppress(EndedError, InputError), noted():
            returned(partial(_read, less, path))
            kept.append(name)
    return needed_text(text, kept) if kept and len(kept) < len(names) else None


def _read(text: str, path: str) -> None:  # pragma: no cover  # in another process
    functions_of(text, path)
