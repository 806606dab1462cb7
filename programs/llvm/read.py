"""The innermost loops of a C or LLVM file as graphs."""

from __future__ import annotations

from models.errors import InputError
from programs.llvm.builder import LoopGraph
from programs.llvm.compiler import llvm_text
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of, pick


def read_loops(path: str, function: str | None = None, defines: tuple[str, ...] = ()) -> list[Loop]:
    """Return the innermost loops of a function, or of all of a file. Raises `InputError`."""
    functions = functions_of(llvm_text(path, defines), path)
    chosen = functions if function is None else [pick(functions, function, path)]
    try:
        return [loop for each in chosen for loop in innermost_loops(each)]
    except InputError as error:
        raise error.inside(path) from None


def read_graph(
    path: str,
    function: str | None = None,
    number: int | None = None,
    defines: tuple[str, ...] = (),
    restrict: bool = False,
) -> LoopGraph:
    """Return the graph of a loop, the `number`-th of those that `read_loops` returns, from 1 on.

    Without a number there has to be just one. With `restrict` addresses that come from different
    arguments never meet. Raises `InputError`.
    """
    loops = read_loops(path, function, defines)
    if not loops:
        raise InputError("no loop", path if function is None else f"{path}: function {function}")
    if number is None and len(loops) > 1:
        names = ", ".join(f"{n} in {loop.function.name}" for n, loop in enumerate(loops[:8], 1))
        more = ", …" if len(loops) > 8 else ""
        raise InputError(f"{len(loops)} loops; choose by --function or --loop: {names}{more}", path)
    if number is not None and number > len(loops):
        raise InputError(f"no loop {number}: there are {len(loops)}", path)
    loop = loops[(number or 1) - 1]
    try:
        return loop_graph(loop, Layout([loop.function]), restrict)
    except InputError as error:
        raise error.inside(path) from None
