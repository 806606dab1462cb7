"""Graphs of loops against the compiled loops, on random numbers.

Both have to leave by the same exit, with the same values and the same memory.
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from models.data.dfg import Number
from models.errors import one_line
from models.semantics.typed import wrapped
from programs.llvm.builder import LoopGraph
from programs.llvm.execution import ITERATIONS, Run, Schedule
from programs.llvm.module import Value
from programs.llvm.outlined import ARENA, OUT, Compiled
from programs.llvm.read import read_graph
from programs.llvm.words import bits_of, number_of, size_of

SLOTS = 64
"""How many places in the middle of a piece of memory addresses begin at."""

SAME, DIFFERENT, LONG, FAULT = "same", "different", "too long", "fault"
"""What came of a trial; in a `fault` the compiled loop left its memory."""

_RAISED = "raised"
"""What a process writes of an exception of its own, which is none of the loop."""


class Report(NamedTuple):
    """How many trials came out how, and what differed in the first that did."""

    verdicts: Counter[str]
    difference: str


def read_compared(
    path: str,
    function: str | None,
    number: int | None,
    defines: tuple[str, ...],
    restrict: bool,
    trials: int,
    seed: int,
) -> tuple[LoopGraph, Report]:
    """Return a loop of `read_graph`, and how it compares with the compiled loop on random inputs.

    Without trials nothing is compiled. Raises `InputError`.
    """
    graph = read_graph(path, function, number, defines, restrict)
    return graph, compared(graph, trials, seed) if trials else Report(Counter(), "")


def compared(graph: LoopGraph, trials: int, seed: int, schedule: Schedule | None = None) -> Report:
    """Run a graph and its loop on so many random inputs, by a schedule or by random ones.

    Each batch of trials is a process of its own: an address that points nowhere ends it by a
    signal, which is a fault. Raises `RuntimeError` where that process has an exception.
    """
    compiled = Compiled(graph)
    count: Counter[str] = Counter()
    difference, done = "", 0
    while done < trials:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:  # pragma: no cover  # in another process
            _serve(graph, compiled, range(done, trials), seed, schedule, write)
        os.close(write)
        with os.fdopen(read, "rb") as found:
            lines = found.read().decode().splitlines()
        _, status = os.waitpid(child, 0)
        for line in lines:
            verdict, _, what = line.partition("\t")
            if verdict == _RAISED:
                raise RuntimeError(f"trial {done + len(lines) - 1} of a comparison: {what}")
            count[verdict] += 1
            difference = difference or what
        done += len(lines)
        if done < trials:
            if not os.WIFSIGNALED(status):
                raise RuntimeError(f"trial {done} of a comparison ended with status {status}")
            count[FAULT] += 1
            done += 1
    compiled.memory.close()
    return Report(count, difference)


def _serve(
    graph: LoopGraph,
    compiled: Compiled,
    numbers: range,
    seed: int,
    schedule: Schedule | None,
    write: int,
) -> None:  # pragma: no cover
    """Write a line for each trial, or for an exception, and end this process."""
    faulthandler.disable()
    code = 1
    try:
        for number in numbers:
            chance = random.Random(f"{seed} {number}")
            verdict, what = _trial(graph, compiled, chance, schedule)
            os.write(write, f"{verdict}\t{what}\n".encode())
        code = 0
    except Exception as error:
        os.write(write, f"{_RAISED}\t{one_line(repr(error))}\n".encode())
    finally:
        os._exit(code)


def _trial(
    graph: LoopGraph, compiled: Compiled, chance: random.Random, schedule: Schedule | None
) -> tuple[str, str]:
    """Run both once; return the verdict, and what differs."""
    arenas = compiled.memory.arenas
    given = [_drawn(graph, value, arenas, chance) for value in compiled.values]
    read = {graph.types[o.name] for o in graph.dfg.operations if o.operator.startswith("load")}
    kinds = [k for k, type_ in enumerate(("double", "ptr", "float")) if type_ in read] or [1, 3]
    for arena in arenas:
        _fill(arena, arenas, kinds, chance)
    before = [arena.raw for arena in arenas]
    slots = (ctypes.c_int64 * (len(given) + 1))()
    slots[0] = ITERATIONS
    for n, (value, number) in enumerate(zip(compiled.values, given, strict=True)):
        slots[n + 1] = bits_of(number, value.type)
    out = (ctypes.c_int64 * (OUT + len(given) + 1))()
    compiled.run(ctypes.addressof(slots), ctypes.addressof(out))
    if out[0] < 0:
        return LONG, ""
    for n, value in enumerate(compiled.values):
        if value.fixed:
            given[n] = out[OUT + n]
    after = [arena.raw for arena in arenas]
    for arena, text in zip(arenas, before, strict=True):
        ctypes.memmove(arena, text, ARENA)
    run = Run(graph, dict(zip(compiled.values, given, strict=True)), arenas, chance, schedule)
    edge, found = run.until_exit()
    if edge != graph.loop.exits[out[0]]:
        return DIFFERENT, f"left by {edge}, not by {graph.loop.exits[out[0]]}"
    for place, (name, number) in enumerate(found.items()):
        type_ = graph.loop.function.instruction_by_name[name].type
        right = number_of(out[place + 1], type_)
        if bits_of(number, type_) != bits_of(right, type_) and (number == number or right == right):
            return DIFFERENT, f"{name} is {number}, not {right}"
    for (first, _), arena, text in zip(run.arenas, arenas, after, strict=True):
        if what := _differs(run.stored, first, arena.raw, text):
            return DIFFERENT, what
    return SAME, ""


def _differs(stored: dict[int, str], first: int, one: bytes, other: bytes) -> str:
    """Return where memory differs, but for numbers that are none in both."""
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


def _drawn(graph: LoopGraph, value: Value, arenas: list[Any], chance: random.Random) -> Number:
    """Return a number for an input; addresses that may meet are in one piece of memory."""
    if value.type == "ptr":
        piece = next(graph.pieces[n] for n, other in graph.inputs.items() if other == value)
        return ctypes.addressof(arenas[piece]) + ARENA // 2 + 16 * chance.randrange(SLOTS)
    if value.type in ("float", "double"):
        return chance.randrange(-64, 64) / 4
    small, signed = chance.randrange(12), chance.randrange(-40, 40)
    return wrapped(chance.choice((small, small, small, signed, chance.getrandbits(64))), value.type)


def _fill(arena: Any, arenas: list[Any], kinds: list[int], chance: random.Random) -> None:
    """Fill memory with small numbers, or with addresses, nulls and small numbers."""
    kind = chance.choice(kinds)
    drawn = np.random.default_rng(chance.getrandbits(64))
    words: Any
    if kind == 0:
        words = drawn.integers(-9, 99, ARENA // 8) / 2
    elif kind == 1:
        start = ctypes.addressof(arenas[0]) + ARENA // 2
        targets = start + 16 * drawn.integers(0, SLOTS, ARENA // 16)
        targets[drawn.random(ARENA // 16) < 0.25] = 0
        words = np.stack([drawn.integers(0, 9, ARENA // 16), targets], axis=1)
    elif kind == 2:
        words = (drawn.integers(-9, 9, ARENA // 4) / 2).astype(np.float32)
    else:
        words = drawn.integers(-9, 16, ARENA // 4, dtype=np.int32)
    ctypes.memmove(arena, words.tobytes(), ARENA)
