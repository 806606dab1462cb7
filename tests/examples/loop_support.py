"""Running loop bodies on streams and on a memory, and measuring their recurrences."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from models.data.dfg import Dfg, Number
from models.semantics import operators
from models.semantics.operators import evaluate

WORD = 0xFFFFFFFF


def run(dfg: Dfg, unroll: int, streams: dict[str, Sequence[int]], count: int) -> list[dict]:
    """Return, per iteration of the loop before unrolling, the numbers by their plain names."""
    given: dict[str, Sequence[Number]] = {}
    for name in dfg.inputs:
        plain, copy = plain_name(name, unroll)
        given[name] = streams[plain][copy::unroll]
    rows: list[dict] = [{} for _ in range(count)]
    for turn, row in enumerate(evaluate(dfg, count // unroll, given)):
        for name, number in row.items():
            plain, copy = plain_name(name, unroll)
            rows[turn * unroll + copy][plain] = number
    return rows


def plain_name(name: str, unroll: int) -> tuple[str, int]:
    """Return the name before unrolling and the copy; 0 for what all copies share."""
    plain, _, copy = name.rpartition("_")
    return (plain, int(copy)) if unroll > 1 and plain and copy.isdigit() else (name, 0)


def use_memory(monkeypatch: pytest.MonkeyPatch, memory: dict[int, int]) -> None:
    """Let `load` and `store` work on `memory`; an address that it lacks is an error."""

    def store(address: int, value: int) -> int:
        assert address in memory
        memory[address] = value
        return value

    monkeypatch.setitem(operators.KNOWN, ("load", 1), lambda address: memory[address])
    monkeypatch.setitem(operators.KNOWN, ("store", 2), store)


def recurrence_mii(dfg: Dfg) -> int:
    """Return the smallest interval at which no cycle needs more time than it has."""
    interval = 1
    while _late(dfg, interval):
        interval += 1
    return interval


def _late(dfg: Dfg, interval: int) -> bool:
    """Whether longest paths keep growing: relaxation in as many rounds as there are operations."""
    edges = [
        (read.value, step.name, dfg.latency(read.value) - interval * read.distance)
        for step in dfg.operations
        for read in step.operands
        if read.value in dfg.operation_by_name
    ]
    start = dict.fromkeys(dfg.operation_by_name, 0)
    for _ in range(len(start) + 1):
        moved = False
        for before, after, weight in edges:
            if start[before] + weight > start[after]:
                start[after], moved = start[before] + weight, True
        if not moved:
            return False
    return True


def useless(dfg: Dfg) -> set[str]:
    """Return the operations on which no result and no effect on memory depends."""
    used: set[str] = set()
    waiting = [s.name for s in dfg.operations if s.operator == "store" or s.name in dfg.results]
    while waiting:
        name = waiting.pop()
        if name not in used and name in dfg.operation_by_name:
            used.add(name)
            waiting += [read.value for read in dfg.operation_by_name[name].operands]
    return set(dfg.operation_by_name) - used


def connected(dfg: Dfg) -> bool:
    """Whether the operations hang together, through operations and inputs, in any direction."""
    near: dict[str, set[str]] = {name: set() for name in dfg.values}
    for step in dfg.operations:
        for read in step.operands:
            if read.value in near:
                near[step.name].add(read.value)
                near[read.value].add(step.name)
    seen: set[str] = set()
    waiting = list(dfg.values[:1])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += near[name]
    return len(seen) == len(near)
