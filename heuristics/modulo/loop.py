"""The loop by numbers: operations, the nets that carry their values, and dependences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from models.space_time.index import Index

RESULT = -1
"""Stands for the external component as the reader of a result."""


class Edge(NamedTuple):
    """A net, the operation that reads it (or RESULT), and the distance in iterations."""

    net: int
    reader: int
    distance: int


class Dependence(NamedTuple):
    """`after` issues `extra` cycles after `before` of `distance` iterations ago is complete."""

    before: int
    after: int
    extra: int
    distance: int


@dataclass
class Loop:
    """Operations are 0 … n-1, and so are the nets of their values; the nets of inputs follow.

    `value` and `candidate` are numbers of the index, `operator` are names. `into` and `out_of` list
    edges, `befores` and `afters` orders by operation.
    """

    value: list[int] = field(default_factory=list)
    candidate: list[int] = field(default_factory=list)
    operator: list[str] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    into: list[list[int]] = field(default_factory=list)
    out_of: list[list[int]] = field(default_factory=list)
    befores: list[list[Dependence]] = field(default_factory=list)
    afters: list[list[Dependence]] = field(default_factory=list)

    @property
    def operations(self) -> int:
        """The number of operations."""
        return len(self.candidate)

    @classmethod
    def of(cls, index: Index) -> Loop:
        """Return the needed operations of a problem, as in its DFG."""
        loop = cls()
        operations = [i for i in index.order if i in index.needed]
        loop.candidate = [index.candidates_of[i][0] for i in operations]
        loop.operator = [index.candidates[n].candidate.operator for n in loop.candidate]
        reads = [
            (d, o, distance)
            for o, candidate in enumerate(loop.candidate)
            for d, distance in index.candidates[candidate].reads
        ]
        reads += [(index.value[name], RESULT, 0) for name in index.problem.dfg.results]
        loop.value = operations + sorted({d for d, _, _ in reads if d < index.inputs})
        net = {i: n for n, i in enumerate(loop.value)}
        loop.edges = [Edge(net[d], reader, distance) for d, reader, distance in reads]
        loop.into = [[] for _ in loop.candidate]
        loop.out_of = [[] for _ in loop.value]
        for number, edge in enumerate(loop.edges):
            loop.out_of[edge.net].append(number)
            if edge.reader != RESULT:
                loop.into[edge.reader].append(number)
        loop.befores = [[] for _ in loop.candidate]
        loop.afters = [[] for _ in loop.candidate]
        for order in index.orders:
            if order.after in index.needed:
                before, after = net[order.before], net[order.after]
                found = Dependence(before, after, order.extra, order.distance)
                loop.befores[after].append(found)
                loop.afters[before].append(found)
        return loop
