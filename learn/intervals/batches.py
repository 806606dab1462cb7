"""Pairs of graphs and arrays side by side, as the network takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learn.intervals.features import Array, Floats, Graph, Ints
from learn.intervals.network import Arrays, Pairs, Programs


@dataclass(frozen=True)
class Pair:
    """A graph on an array, and what is known of both."""

    graph: Graph
    array: Array
    known: Floats


def programs_of(graphs: Sequence[Graph]) -> Programs:
    """Return graphs side by side."""
    first = _firsts([len(graph.node) for graph in graphs])
    return Programs(
        np.concatenate([graph.node for graph in graphs]),
        np.concatenate([graph.source + n for graph, n in zip(graphs, first, strict=True)]),
        np.concatenate([graph.target + n for graph, n in zip(graphs, first, strict=True)]),
        np.concatenate([graph.edge for graph in graphs]),
        np.repeat(np.arange(len(graphs)), [len(graph.node) for graph in graphs]),
        len(graphs),
    )


def arrays_of(arrays: Sequence[Array]) -> Arrays:
    """Return arrays side by side."""
    first = _firsts([len(array.node) for array in arrays])
    return Arrays(
        np.concatenate([array.node for array in arrays]),
        np.concatenate([array.source + n for array, n in zip(arrays, first, strict=True)]),
        np.concatenate([array.target + n for array, n in zip(arrays, first, strict=True)]),
        np.concatenate([array.weight for array in arrays]),
        np.repeat(np.arange(len(arrays)), [len(array.node) for array in arrays]),
        len(arrays),
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
