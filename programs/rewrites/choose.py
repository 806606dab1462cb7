"""The smallest graph of a loop: as written, after LLVM's passes, or after passes on the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
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
from programs.rewrites.pass_names import ALL, LLVM

NONE: tuple[str, ...] = ("none",)
"""No pass at all, on a graph whose inputs get formulas."""


def smallest_graph(
    loop: Loop,
    restrict: bool,
    passes: Collection[str],
    path: str,
    without: Collection[str] = (),
    units: Collection[str] = (),
) -> LoopGraph:
    """Return the graph of a loop with the fewest operations, then loads and stores.

    It has no longer recurrence than the loop as written: LLVM may compute an address from a
    condition, where the text loads in either branch. Without passes, it is the graph as written;
    so it is, with a note, where LLVM leaves no such loop, or one that has no graph. Raises
    `InputError` where the graph as written is refused.
    """
    every = graphs_after(loop, restrict, variants(passes), path, without, units)
    return every[by_size(every)[0]]


def by_size(every: Mapping[tuple[str, ...], LoopGraph]) -> list[tuple[str, ...]]:
    """Return the passes of graphs, the smallest graph first, those of longer recurrences last."""
    most = min(rec_mii(every[passes].dfg) for passes in every if not passes or len(every) == 1)

    def rank(passes: tuple[str, ...]) -> tuple[bool, tuple[int, int], bool]:
        graph = every[passes]
        # Of equal size, rewrites make shorter recurrences.
        return rec_mii(graph.dfg) > most, size_of(graph), not _is_rewritten(graph)

    return sorted(every, key=rank)


def variants(passes: Collection[str]) -> list[tuple[str, ...]]:
    """Return what of these passes may make the smallest graph, or the one of the smallest II."""
    own = tuple(each for each in ALL if each in passes and each != LLVM)
    if LLVM not in passes:
        return [own] if own else []
    # A value that is reused is held in a register until then.
    some = tuple(each for each in own if each != "reuse")
    return list(dict.fromkeys(((LLVM, *own), *([own] if own else ()), (LLVM, *some), (LLVM,))))


def graphs_after(
    loop: Loop,
    restrict: bool,
    wanted: Iterable[tuple[str, ...]],
    path: str,
    without: Collection[str] = (),
    units: Collection[str] = (),
) -> dict[tuple[str, ...], LoopGraph]:
    """Return the graphs of a loop as written and after some passes, by these passes.

    Those after LLVM's passes are missing, with a note, where LLVM leaves no such loop, or one that
    has no graph. Raises `InputError` where the graph as written is refused.
    """
    layout = DataLayout([loop.function])
    written = loop_graph(loop, layout, restrict, (), without)
    every: dict[tuple[str, ...], LoopGraph] = {(): written}
    after: Loop | None = None
    try:
        for passes in filter(None, wanted):
            if LLVM not in passes:
                made = loop_graph(loop, layout, restrict, passes, without, units)
            else:
                after = after or _after_llvm(loop)
                own = tuple(each for each in passes if each != LLVM) or NONE
                own_layout = DataLayout([after.function])
                made = loop_graph(after, own_layout, restrict, own, without, units)
            every[passes] = _with_hoisted(made, written)
    except InputError as error:
        note(f"as written: {error.what}", path)
        return {(): written}
    return every


def _is_rewritten(graph: LoopGraph) -> bool:
    return any(one.kind != "hoisted" for one in graph.dfg.rewrites)


def size_of(graph: LoopGraph) -> tuple[int, int]:
    """Return the number of operations, and of loads and stores among them."""
    return len(graph.dfg.operations), len(_accesses(graph))


def _accesses(graph: LoopGraph) -> list[str]:
    found = graph.dfg.operations
    return [each.name for each in found if each.operator.startswith(("load", "store"))]


def _after_llvm(loop: Loop) -> Loop:
    """Return the loop after LLVM's passes: the one of the same header, or in the same place.

    Raises `InputError` where there is none.
    """
    loops = innermost_loops(optimised_function(loop.function))
    same = [each for each in loops if each.header.name == loop.header.name]
    if not same and len(loops) == max(len(innermost_loops(loop.function)), 1):
        same = [each for each in loops if each.number == loop.number]
    if not same:
        raise InputError("LLVM's passes leave no such loop", loop.place)
    return replace(same[0], number=loop.number)


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
