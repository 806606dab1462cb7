"""The innermost loops of a C or LLVM file as graphs."""

from __future__ import annotations

from collections.abc import Collection

from models.errors import InputError
from models.notes import note
from programs.llvm.builder import LoopGraph
from programs.llvm.compiler import llvm_text
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.module import Function, functions_of, pick
from programs.rewrites.choose import smallest_graph

NO_LOOP = "no loop: a graph is that of an innermost loop, such as for or while"


def read_loops(path: str, function: str | None = None, words: tuple[str, ...] = ()) -> list[Loop]:
    """Return the innermost loops of a function, or of all functions of a file.

    Functions with unsupported control flow are skipped, with a note, if others have loops; so are
    functions whose loops are inlined into all callers. For a C file, `words` are options of clang.
    Raises `InputError`.
    """
    return loops_in(llvm_text(path, words), path, function)


def loops_in(text: str, path: str, function: str | None = None) -> list[Loop]:
    """Return the loops of LLVM's text, as `read_loops` does."""
    functions = functions_of(text, path)
    if function is not None:
        return _loops(pick(functions, function, path), functions, path)
    loops: list[Loop] = []
    refused: list[InputError] = []
    for each in functions:
        try:
            loops += () if each.helper else innermost_loops(each)
        except InputError as error:
            refused.append(error)
    if refused and not loops:
        raise refused[0].inside(path)
    for fault in refused:
        note(f"left out: {fault.what}", f"{path}: {fault.where}")
    if not loops:
        raise InputError(NO_LOOP, path)
    return loops


def _loops(chosen: Function, functions: list[Function], path: str) -> list[Loop]:
    """Return the loops of a function. Raises `InputError` if it has none."""
    where = f"{path}: function {chosen.title}"
    try:
        loops = innermost_loops(chosen)
    except InputError as error:
        raise error.inside(path) from None
    if loops:
        return loops
    by_name = {each.name: each for each in functions}
    ways = [by_name[name] for name in chosen.calls if name in chosen.refused and name in by_name]
    for callee in ways:
        what = f"no loop: it calls {callee.title}, {chosen.refused[callee.name]}"
        raise InputError(what, where)
    raise InputError(NO_LOOP, where)


def read_graph(
    path: str,
    function: str | None = None,
    number: int | None = None,
    words: tuple[str, ...] = (),
    restrict: bool = False,
    passes: Collection[str] = (),
    without: Collection[str] = (),
    units: Collection[str] = (),
) -> LoopGraph:
    """Return the smallest graph of a loop of a file after these passes, or some of them.

    The loop is that of `loop_in`. With `restrict`, addresses from different pointers never alias.
    Without passes, the graph is that of the loop as written. It has no operations of the words
    `without`, and loads and stores do what `units` says. Raises `InputError`.
    """
    text = llvm_text(path, words)
    return graph_in(text, path, function, number, restrict, passes, without, units)


def graph_in(
    text: str,
    path: str,
    function: str | None = None,
    number: int | None = None,
    restrict: bool = False,
    passes: Collection[str] = (),
    without: Collection[str] = (),
    units: Collection[str] = (),
) -> LoopGraph:
    """Return the graph of a loop of LLVM's text, as `read_graph` does."""
    loop = loop_in(text, path, function, number)
    try:
        return smallest_graph(loop, restrict, passes, path, without, units)
    except InputError as error:
        raise error.inside(path) from None


def loop_in(text: str, path: str, function: str | None = None, number: int | None = None) -> Loop:
    """Return a loop of LLVM's text, counted from 1; without a number, the only one.

    Raises `InputError`.
    """
    loops = loops_in(text, path, function)
    if number is None and len(loops) > 1:
        names = ", ".join(f"{n} in {_called(loop, loops)}" for n, loop in enumerate(loops[:8], 1))
        more = ", …" if len(loops) > 8 else ""
        raise InputError(f"{len(loops)} loops; choose by --function or --loop: {names}{more}", path)
    if number is not None and number > len(loops):
        there = "there is one" if len(loops) == 1 else f"there are {len(loops)}"
        raise InputError(f"no loop {number}: {there}", path)
    return loops[(number or 1) - 1]


def _called(loop: Loop, loops: list[Loop]) -> str:
    """Return the name that selects a function: its source name if unique, else the text's."""
    title = loop.function.title
    same = {other.function.name for other in loops if other.function.title == title}
    return title if len(same) == 1 else loop.function.name
