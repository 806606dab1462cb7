"""Pairs of graphs and arrays side by side, as the network takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learn.intervals.features import Array, Floats, Graph, Ints
from learn.intervals.network import Arrays, Pairs, Programs


@dataclass(frozen=True)
class Pair:
    """A graph on an array, and the features of both together."""

    graph: Graph
    array: Array
    known: Floats


def programs_of(graphs: Sequence[Graph]) -> Programs:
    """Return graphs side by side."""
    return Programs(*_side_by_side(graphs, [graph.edge for graph in graphs]))


def arrays_of(arrays: Sequence[Array]) -> Arrays:
    """Return arrays side by side."""
    return Arrays(*_side_by_side(arrays, [array.weight for array in arrays]))


def _side_by_side(
    parts: Sequence[Graph | Array], edges: Sequence[Floats]
) -> tuple[Floats, Ints, Ints, Floats, Ints]:
    """Return nodes, sources, targets and edges of all, and the part of each node."""
    sizes = [len(part.node) for part in parts]
    first = _firsts(sizes)
    return (
        np.concatenate([part.node for part in parts]),
        np.concatenate([part.source + n for part, n in zip(parts, first, strict=True)]),
        np.concatenate([part.target + n for part, n in zip(parts, first, strict=True)]),
        np.concatenate(edges),
        np.repeat(np.arange(len(parts)), sizes),
    )


def batch_of(pairs: Sequence[Pair], trips: Floats | None = None) -> tuple[Programs, Arrays, Pairs]:
    """Return pairs side by side; an array that several pairs have is there once."""
    arrays: dict[int, Array] = {id(pair.array): pair.array for pair in pairs}
    place = {key: n for n, key in enumerate(arrays)}
    which = np.array([place[id(pair.array)] for pair in pairs], dtype=np.int64)
    program_first = _firsts([len(pair.graph.node) for pair in pairs])
    array_first = _firsts([len(array.node) for array in arrays.values()])
    most = max(len(pair.graph.node) for pair in pairs)
    units = max(len(array.units) for array in arrays.values())
    operations = np.zeros((len(pairs), most), dtype=np.int64)
    unit = np.zeros((len(pairs), units), dtype=np.int64)
    able = np.zeros((len(pairs), most, units), dtype=np.float32)
    for n, pair in enumerate(pairs):
        count, some = len(pair.graph.node), len(pair.array.units)
        operations[n, :count] = program_first[n] + np.arange(count)
        unit[n, :some] = array_first[which[n]] + pair.array.units
        able[n, :count, :some] = able_of(pair.graph, pair.array)
    return (
        programs_of([pair.graph for pair in pairs]),
        arrays_of(list(arrays.values())),
        Pairs(which, operations, unit, able, np.stack([p.known for p in pairs]), trips),
    )


def able_of(graph: Graph, array: Array) -> Floats:
    """Return [n, units] weights of the pairs in which a unit may execute an operation; sum 1."""
    found = array.executes.T[graph.kind]
    return np.asarray(found / max(1.0, float(found.sum())), dtype=np.float32)


def _firsts(sizes: Sequence[int]) -> Ints:
    return np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)
