"""Compares graphs of loops with the compiled loops on random numbers.

Both must leave by the same exit, with the same values and the same memory. A long loop is stopped
after some iterations, and so is the graph; then memory and the values of header phis must be equal.
Memory grows if the loop accesses addresses outside of it.
"""

from __future__ import annotations

import ctypes
import random
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from models.errors import InputError
from models.notes import note
from programs.llvm.builder import LoopGraph
from programs.llvm.drawn import fill
from programs.llvm.execution import ITERATIONS, Outcome, Run, Schedule
from programs.llvm.flow import Edge
from programs.llvm.interpreted import Interpreter, UndefinedError
from programs.llvm.outlined import Compiled
from programs.llvm.outside import Outside
from programs.llvm.read import graph_in
from programs.llvm.trials import Mark, tried
from programs.llvm.whole import Checked, whole_compared
from programs.llvm.words import bits_of, number_of, size_of

MEMORIES = (
    (1 << 13, ITERATIONS),
    (1 << 17, ITERATIONS),
    (1 << 21, ITERATIONS),
    (1 << 21, ITERATIONS // 8),
    (1 << 13, ITERATIONS // 8),
    (1 << 13, ITERATIONS // 50),
)
"""Bytes of each piece of memory, and the iteration limit of a loop.

They are tried in turn until most runs stay in memory, and some are defined until the end.
"""

PROBES = 16
"""Trials by which a size of memory is chosen."""

MOST_EXECUTED, LEAST_ITERATIONS = 12_000, 24
"""Operation limit of a trial, and the least iterations even beyond this limit."""

SAME, DIFFERENT, LONG, FAULT = "same", "different", "same so far", "fault"
UNDEFINED = "undefined"
"""Outcomes of a trial.

`LONG`: equal until it was stopped; `fault`: the compiled loop left its memory; `undefined`: it
depends on an undefined result.
"""

COMPARED = (SAME, LONG)
"""Outcomes that confirm a graph."""


class Report(NamedTuple):
    """The number of trials of each outcome, and the difference in the first differing trial.

    Runs were stopped after `most` iterations. `untested` is the reason if no run was compared.
    """

    verdicts: Counter[str]
    difference: str
    most: int = ITERATIONS
    untested: str = ""
    whole: Checked | None = None
    """The comparison of the function after LLVM's passes with that of the text."""

    @property
    def compared(self) -> int:
        """The number of trials that confirm or refute the graph."""
        return sum(self.verdicts[verdict] for verdict in COMPARED)


def require_same(report: Report, path: str) -> None:
    """Raise `InputError` for a graph that differs, or a function after passes.

    A note says if no run could be compared.
    """
    if report.difference:
        raise InputError(f"the graph differs from the compiled loop: {report.difference}", path)
    if report.whole is not None and report.whole.difference:
        what = f"LLVM's passes changed the function: {report.whole.difference}; try as_written"
        raise InputError(what, path)
    if not report.compared:
        note(f"the graph is untested: {report.untested or 'no run could be compared'}", path)


def read_compared(
    path: str,
    text: str,
    function: str | None,
    number: int | None,
    restrict: bool,
    trials: int,
    seed: int,
    passes: Collection[str] = (),
    then: Callable[[LoopGraph], LoopGraph] = lambda graph: graph,
    without: Collection[str] = (),
    units: Collection[str] = (),
) -> tuple[LoopGraph, Report]:
    """Return a loop of a text, and its comparison with the compiled loop on random inputs.

    `then` makes another graph of it before. Its function is compared with that of the text, after
    passes. Without trials, nothing is compiled.
    Raises `InputError`.
    """
    graph = then(graph_in(text, path, function, number, restrict, passes, without, units))
    return graph, compared_twice(graph, trials, seed)


def compared_twice(graph: LoopGraph, trials: int, seed: int) -> Report:
    """Compare a graph with its loop, and after passes its function with that of the text."""
    if not trials:
        return Report(Counter(), "")
    report = compared(graph, trials, seed)
    if graph.written is not None:
        report = report._replace(whole=whole_compared(graph.loop.function, trials, seed))
    return report


def compared(graph: LoopGraph, trials: int, seed: int, schedule: Schedule | None = None) -> Report:
    """Run a graph and its loop on `trials` random inputs, by the given or by random schedules.

    Raises `RuntimeError` if a trial raises an exception.
    """
    if unlike := graph.layout.unlike_here():
        return Report(Counter(), "", untested=f"this machine cannot execute the loop: {unlike}")
    longest = max(MOST_EXECUTED // len(graph.dfg.operations), LEAST_ITERATIONS) * graph.copies
    probes = range(min(trials, PROBES))
    chosen, best = None, None
    for size, most in MEMORIES:
        most = min(most, longest) // graph.copies * graph.copies
        compiled = Compiled(graph, size)
        report = _report(compiled, most, probes, seed, schedule)
        if best is None or report.difference or report.compared > best.compared:
            if chosen is not None:
                chosen.memory.close()
            chosen, best = compiled, report
        else:
            compiled.memory.close()
        few = 2 * report.verdicts[FAULT] < len(probes)
        if report.difference or (few and (report.compared or not report.verdicts[UNDEFINED])):
            break
    assert best is not None and chosen is not None
    rest = _report(chosen, best.most, range(len(probes), trials), seed, schedule)
    chosen.memory.close()
    return Report(best.verdicts + rest.verdicts, best.difference or rest.difference, best.most)


def _report(
    compiled: Compiled, most: int, numbers: range, seed: int, schedule: Schedule | None
) -> Report:
    """Run trials, each batch in a separate process.

    An invalid address kills such a process by a signal, which counts as a fault.
    """

    def trial(chance: random.Random, attempt: int, _: Mark) -> tuple[str, str]:
        return _trial(compiled, chance, schedule, most, attempt)

    return Report(*tried(trial, numbers, seed, FAULT), most)


def _trial(
    compiled: Compiled, chance: random.Random, schedule: Schedule | None, most: int, attempt: int
) -> tuple[str, str]:
    """Run both once; return the verdict, and the difference."""
    graph, arenas = compiled.graph, compiled.memory.arenas
    try:
        given = Outside(graph, arenas, chance, attempt).drawn(compiled.values)
    except UndefinedError:
        return UNDEFINED, ""
    for arena in arenas:
        fill(arena, arenas, compiled.kinds, graph.layout.pointer == 32, chance, attempt)
    before = [arena.raw for arena in arenas]
    slots = (ctypes.c_int64 * (len(given) + 1))()
    slots[0] = most
    for n, (value, number) in enumerate(zip(compiled.values, given, strict=True)):
        slots[n + 1] = bits_of(number, value.type)
    out = (ctypes.c_int64 * (compiled.places + len(given) + 1))()
    if not compiled.run(slots, out):
        return FAULT, ""
    for n, value in enumerate(compiled.values):
        if value.fixed:
            given[n] = out[compiled.places + n]
    after = [arena.raw for arena in arenas]
    _restore(arenas, before)
    run = Run(graph, dict(zip(compiled.values, given, strict=True)), arenas, chance, schedule)
    outcome = run.until_exit(most)
    edge = None if out[0] < 0 else graph.loop.exits[out[0]]
    difference = ""
    if outcome.defined:
        difference = _difference(compiled, run, outcome, edge, list(out), after)
    if difference or not outcome.defined:
        # The loop, not its graph, decides whether the run is defined.
        _restore(arenas, before)
        if not Interpreter(graph, run).defined(most):
            return UNDEFINED, ""
        return DIFFERENT, difference or "the graph computes an undefined value"
    return (LONG if edge is None else SAME), ""


def _restore(arenas: list[Any], texts: list[bytes]) -> None:
    for arena, text in zip(arenas, texts, strict=True):
        ctypes.memmove(arena, text, len(text))


def _difference(
    compiled: Compiled,
    run: Run,
    outcome: Outcome,
    edge: Edge | None,
    out: list[int],
    after: list[bytes],
) -> str:
    """Return the difference of the outcomes of a graph and the compiled loop, or an empty text."""
    graph = compiled.graph
    if outcome.edge != edge:
        return f"{_left(outcome.edge)}, not {_left(edge)}"
    names = [phi.name for phi in graph.loop.phis] if edge is None else list(graph.results[edge])
    for place, name in enumerate(names):
        if name not in outcome.values:
            continue
        type_ = graph.layout.word(graph.loop.function.instruction_by_name[name].type)
        number, right = outcome.values[name], number_of(out[place + 1], type_)
        if bits_of(number, type_) != bits_of(right, type_) and (number == number or right == right):
            return f"{name} is {number}, not {right}"
    for (first, length), text in zip(run.arenas, after, strict=True):
        if what := _differs(run.stored, first, ctypes.string_at(first, length), text):
            return what
    return ""


def _left(edge: tuple[str, str] | None) -> str:
    return "still in the loop" if edge is None else f"left by {edge}"


def _differs(stored: dict[int, str], first: int, one: bytes, other: bytes) -> str:
    """Return the first difference in memory, except for NaN in both."""
    if one == other:
        return ""
    left, right = bytearray(one), bytearray(other)
    for address, type_ in stored.items():
        place = slice(address - first, address - first + size_of(type_))
        if type_ in ("float", "double") and 0 <= place.start < len(left):
            both = [
                number_of(int.from_bytes(text[place], "little"), type_) for text in (left, right)
            ]
            if all(number != number for number in both):
                left[place] = right[place]
    at = next(
        (n for n, pair in enumerate(zip(left, right, strict=True)) if pair[0] != pair[1]), None
    )
    return "" if at is None else f"byte {at} of memory differs"
