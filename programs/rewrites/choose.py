"""The smallest graph of a loop: as written, after LLVM's passes, or after passes on the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

import msgspec

from models.data.dfg import Rewrite
from models.errors import InputError
from models.notes import note
from programs.llvm.builder import LoopGraph
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import DataLayout
from programs.llvm.module import optimised_function
from programs.properties import rec_mii
from programs.rewrites.pass_names import LLVM

NONE: tuple[str, ...] = ("none",)
"""No pass at all, on a graph whose inputs get formulas."""


def smallest_graph(
    loop: Loop,
    restrict: bool,
    passes: Collection[str],
    path: str,
    without: Collection[str] = (),
) -> LoopGraph:
    """Return the graph of a loop with the fewest operations, then loads and stores.

    It has no longer recurrence than the loop as written: LLVM may compute an address from a
    condition, where the text loads in either branch. Without passes, it is the graph as written;
    so it is, with a note, where LLVM leaves no such loop, or one that has no graph. Raises
    `InputError` where the graph as written is refused.
    """
    written = loop_graph(loop, DataLayout([loop.function]), restrict, (), without)
    if not passes:
        return written
    try:
        after = _after_llvm(loop) if LLVM in passes else loop
        if after is None:
            raise InputError("LLVM's passes leave no such loop", loop.place)
        layout = DataLayout([after.function])
        own = [each for each in passes if each != LLVM]
        plain = loop_graph(after, layout, restrict, NONE, without)
        small = loop_graph(after, layout, restrict, own, without) if own else plain
    except InputError as error:
        note(f"as written: {error.what}", path)
        return written
    rewritten = [small] if small.dfg.rewrites else []
    if own and after is not loop:
        rewritten.append(loop_graph(loop, DataLayout([loop.function]), restrict, own, without))
    # Of equal size, rewrites make shorter recurrences.
    most = rec_mii(written.dfg)
    every = (*rewritten, written, plain)
    best = min((each for each in every if rec_mii(each.dfg) <= most), key=size_of)
    return best if best is written else _with_hoisted(best, written)


def size_of(graph: LoopGraph) -> tuple[int, int]:
    """Return the number of operations, and of loads and stores among them."""
    return len(graph.dfg.operations), len(_accesses(graph))


def _accesses(graph: LoopGraph) -> list[str]:
    found = graph.dfg.operations
    return [each.name for each in found if each.operator.startswith(("load", "store"))]


def _after_llvm(loop: Loop) -> Loop | None:
    """Return the loop after LLVM's passes: the one of the same header, or in the same place."""
    loops = innermost_loops(optimised_function(loop.function))
    same = [each for each in loops if each.header.name == loop.header.name]
    if not same and len(loops) == max(len(innermost_loops(loop.function)), 1):
        same = [each for each in loops if each.number == loop.number]
    return replace(same[0], number=loop.number) if same else None


def _with_hoisted(graph: LoopGraph, written: LoopGraph) -> LoopGraph:
    """Return a graph with the loads and stores that LLVM has taken out of the loop as rewrites."""
    before, after = written.dfg.line_of, graph.dfg.line_of
    gone = {one.line for one in graph.dfg.rewrites if one.kind == "reused"}
    lines = Counter(after.get(name) for name in _accesses(graph))
    hoisted = []
    for name in _accesses(written):
        line = before.get(name)
        if lines[line]:
            lines[line] -= 1
        elif line is not None and line not in gone:
            hoisted.append(Rewrite("hoisted", name, None, line))
    dfg = msgspec.structs.replace(graph.dfg, rewrites=(*hoisted, *graph.dfg.rewrites))
    return replace(graph, dfg=dfg, written=size_of(written))
