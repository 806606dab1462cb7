"""A program on an engine as arrays, for compiled loops."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.errors import InfeasibleError
from streaming.model import rules as _rules
from streaming.model.bounds import Times

Ints = NDArray[np.int64]

TILES, II, PIPELINE, MESSAGE, WAITING, MULTICAST = range(6)
"""Places in `Tables.numbers`."""


class Lists(NamedTuple):
    """List n is `items[first[n] : first[n + 1]]`."""

    first: Ints
    items: Ints


class Tables(NamedTuple):
    """A program of N instructions on an engine, as the compiled functions read it; all int64."""

    numbers: Ints
    """[6]: the tiles, the II, and the cycles of the pipeline and of a message; whether operands
    wait, and whether results go to several tiles."""
    latency: Ints
    """[reach + 1]: cycles from one tile to another, by their distance."""
    sources: Lists
    """The sources of each instruction."""
    readers: Lists
    """The readers of each instruction's result."""
    apart: Lists
    """For each instruction, the instructions that must be on other tiles."""
    mates: Lists
    """For each instruction, the instructions that must be on its tile."""
    flow: Ints
    """[N]: the flow of an instruction."""
    posts: Lists
    """For each flow, the sources of the messages that it waits for."""
    order: Ints
    """[N]: the instructions in topological order."""
    tail: Ints
    """[N]: the least cycles from the start of an instruction to the end."""


def tables(rules: _rules.Rules, ii: int) -> Tables:
    """Return the arrays. Raises `InfeasibleError` if `Rules` contradict any mapping at `ii`."""
    rules.require_possible(ii)
    engine, size = rules.engine, rules.size
    flags = (int(engine.waiting), int(engine.multicast))
    apart: list[list[int]] = [[] for _ in range(size)]
    for a, b in rules.apart:
        apart[a].append(b)
        apart[b].append(a)
    mates = [
        [m for m in range(size) if m != n and rules.group[m] == rules.group[n]] for n in range(size)
    ]
    posts = [
        sorted({post.source for post in rules.inbound.get(flow, ())})
        for flow in range(max(rules.flow) + 1)
    ]
    tail = Times(rules).tails
    return Tables(
        _array((engine.tiles, ii, engine.pipeline, engine.message, *flags)),
        _array(engine.latencies()),
        _lists(rules.sources),
        _lists(rules.readers),
        _lists(apart),
        _lists(mates),
        _array(rules.flow),
        _lists(posts),
        _array(placing_order(rules, tail)),
        _array(tail),
    )


def placing_order(rules: _rules.Rules, priority: Sequence[int]) -> list[int]:
    """Return a topological order: every instruction comes after its sources.

    A start also comes after the sources of its flow's messages. Among the ready instructions, the
    largest `priority` is next. Raises `InfeasibleError` if flows wait for each other.
    """
    after: list[set[int]] = [set(readers) for readers in rules.readers]
    for flow, posts in rules.inbound.items():
        for post in posts:
            after[post.source] |= {n for n in rules.starts if rules.flow[n] == flow}
            after[post.source].add(post.target)
    waiting = [0] * rules.size
    for later in after:
        for n in later:
            waiting[n] += 1
    ready = [(-priority[n], n) for n in range(rules.size) if not waiting[n]]
    heapq.heapify(ready)
    found = []
    while ready:
        n = heapq.heappop(ready)[1]
        found.append(n)
        for m in after[n]:
            waiting[m] -= 1
            if not waiting[m]:
                heapq.heappush(ready, (-priority[m], m))
    if len(found) < rules.size:
        raise InfeasibleError("flows wait for each other's messages")
    return found


def _array(numbers: Iterable[int]) -> Ints:
    return np.array(tuple(numbers), dtype=np.int64)


def _lists(lists: Sequence[Sequence[int]]) -> Lists:
    first = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(items) for items in lists], out=first[1:])
    return Lists(first, _array(n for items in lists for n in items))
