"""The longest useful horizon: if no mapping has so many cycles or fewer, none has more.

A waiting value occupies a register in every cycle, and a pipelined loop has a bounded number of
them per II. So operations connected by values in registers lie within a bounded number of cycles of
each other; unconnected operations can be moved by multiples of the II.
"""

from __future__ import annotations

import numpy as np

from models.constraints.properties import kept_by, refutes_fewer
from models.data.pins import Pins
from models.data.problem import Problem
from models.data.traits import RESERVED, unknown_traits
from models.register_files.registers import FOR_EVER, longest_stays
from models.space_time.index import Index

UNDERSTANDS = RESERVED | {"invariants"}
"""A limit that is not known may forbid that operations are moved. Loaded invariants are there in
every cycle."""


def longest_useful_horizon(index: Index) -> int | None:
    """Return a horizon H such that a mapping of any length implies one with at most H cycles.

    With T contexts, the components that can hold values and are limited have room for B = T·Σ
    capacity values and cycles, paths of latency λ for T·width·λ more, operations of latency L for
    T·issue·(L-1). A pruned mapping holds no unused value: two of its events connected by values in
    registers, on wires, or in operations, are at most as far apart as the sum of these rooms plus
    the cycles added by operands of earlier iterations. Events connected only through a component
    without a limit, or by an order edge, can be moved earlier by multiples of T until they are less
    than T plus the longest latency apart. A chain of events goes through each such connection once.
    Where the problem's kind of register files limits stays, two stays of a value in one file must
    not come together either. So these may also keep events from being moved, as often as there are
    other stays in such files, or issues to be moved: events that are connected by registers have an
    issue, or write a value into a component without a limit. Returns None without
    pipelining, where values wait on paths of unlimited width, and where a user's constraint may
    forbid to leave unused items out, or to move events.
    """
    problem = index.problem
    contexts, parts, paths = problem.contexts, problem.arch.components, problem.arch.paths
    if contexts is None or unknown_traits(problem.unconstrained, UNDERSTANDS):
        return None
    kept = kept_by(problem)
    if not (kept.down and kept.shift):
        return None
    room, slowest, slots, links = 0, 1, 0, len(index.orders)
    stays = sum(
        contexts * (part.capacity or 0)
        for part, most in zip(parts, longest_stays(problem), strict=True)
        if most < FOR_EVER
    )
    matter = [*range(index.inputs), *sorted(index.useful)]
    for j, part in enumerate(parts):
        latest = int(index.candidate_latency[:, j].max(initial=0))
        slowest = max(slowest, latest)
        if latest:
            slots += contexts * part.issue
            room += contexts * part.issue * (latest - 1)
        held = [i for i in matter if index.may_hold[i, j]]
        if part.capacity is not None:
            room += contexts * part.capacity if held else 0
        elif part.transient and held:
            # In a component that cannot keep it, a value has just arrived or been computed, or is
            # initial.
            widths = [paths[h].width for h in index.paths_into[j] if part.keeps_arrivals]
            if None in widths:
                return None
            room += 1 + contexts * (part.issue + sum(width or 0 for width in widths))
        else:
            links += sum(index.initial.get((i, j)) is not True for i in held)
    for path in paths:
        if path.latency:
            if path.width is None:
                return None
            room += contexts * path.width * path.latency
            slowest = max(slowest, path.latency + 1)
    orders = max((order.distance for order in index.orders), default=0) * contexts
    carried = _carried(index, min(room + 1, 2 * slots)) * contexts
    issues = slots if problem.recompute else min(slots, len(index.useful))
    return 2 + room + carried + (1 + links + min(stays, issues)) * (contexts + slowest + orders)


def _carried(index: Index, most: int) -> int:
    """Return a bound on the iterations between two connected events with `most` values between
    them.

    Where every chain from one operation to another crosses the same number of iterations, the bound
    is the sum of the distances of all values; otherwise a chain may cross a cycle several times.
    """
    farthest = sum(index.farthest)
    since = np.zeros(len(index.values), dtype=np.int64)
    edges = [
        (d, entry.value, distance) for entry in index.candidates for d, distance in entry.reads
    ]
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for d, i, distance in edges:
        neighbours.setdefault(d, []).append((i, distance))
        neighbours.setdefault(i, []).append((d, -distance))
    seen: set[int] = set()
    for root in neighbours:
        waiting = [] if root in seen else [root]
        seen.add(root)
        while waiting:
            i = waiting.pop()
            for other, distance in neighbours[i]:
                if other not in seen:
                    seen.add(other)
                    since[other] = since[i] + distance
                    waiting.append(other)
    if all(since[i] - since[d] == distance for d, i, distance in edges):
        return farthest
    return max(farthest, max(index.farthest) * most)


def horizon_in_files(problem: Problem, pins: Pins) -> int | None:
    """Return a number of cycles that suffices for every mapping whose values stay no longer than
    files of the problem's kind keep them; None where there is none, or where the kind limits no
    stay, or orders of sums are not listed one by one.
    """
    if problem.files is None or problem.transform not in ("none", "enumerate"):
        return None
    if all(most >= FOR_EVER for most in longest_stays(problem)):
        return None
    # What is pinned to a cycle cannot be moved.
    if any(pin.cycle is not None for pin in pins.places):
        return None
    if not refutes_fewer(problem):
        return None
    return longest_useful_horizon(Index(problem))
