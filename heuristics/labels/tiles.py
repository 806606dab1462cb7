"""Distances between the tiles of an array: the spatial distance of labels.

The presets and the files do not state the components of a processing element, so tiles are found
like this:

- Components are of one tile if paths join them and their names agree in the numbers at their end
  (alu_1_2, rf_1_2), or, with Morpher's dotted names, in the part before the first dot. Equal
  numbers are not enough: load_3 and store_3 of a systolic array are at its opposite ends.
- A component that issues nothing and is joined to one issuing tile only, such as a register file of
  any name, belongs to that tile.
- Any other component is a tile of its own.

Two tiles are one link apart if a path leads from one to the other, in either direction. Distances
lead through tiles that compute and can pass a value on; a shared memory, a shared register file or
a load/store unit of a whole row does not make its users neighbours. Only between tiles that are not
joined otherwise may the path lead through any tile.
"""

from __future__ import annotations

import re
from itertools import product

import numpy as np

from heuristics.labels.flow import FAR, BoolArray, IntArray
from models.data.architecture import Architecture

_NUMBERS = re.compile(r"\d+(?:_\d+)*$")


def tile_distances(arch: Architecture) -> IntArray:
    """Return [J, J], the links between the tiles of two components; FAR without a connection.

    On a mesh it is the Manhattan distance of the processing elements.
    """
    joined, tile = _joined(arch), tile_numbers(arch)
    linked = _between(joined, tile)
    issues, passes = np.zeros((2, len(linked)), dtype=np.bool_)
    for component, number in zip(arch.components, tile, strict=True):
        issues[number] |= component.issue > 0
        passes[number] |= component.keeps_arrivals or component.switch
    distance = _distances(linked, issues & passes)
    if (distance == FAR).any():
        anyhow = _distances(linked, np.ones(len(linked), dtype=np.bool_))
        distance = np.where(distance < FAR, distance, anyhow)
    return distance[np.ix_(tile, tile)]


def tile_numbers(arch: Architecture) -> IntArray:
    """Return [J] the tile of every component: 0, 1, … in the order of their first components."""
    joined = _joined(arch)
    _, key = np.unique([_key(component.name) for component in arch.components], return_inverse=True)
    tile = _parts(joined & (key[:, None] == key))
    linked = _between(joined, tile)
    issues = np.zeros(len(linked), dtype=np.bool_)
    for component, number in zip(arch.components, tile, strict=True):
        issues[number] |= component.issue > 0
    owner = np.arange(len(linked))
    for number in np.flatnonzero(~issues & (linked.sum(axis=1) == 1)):
        neighbour = linked[number].argmax()
        owner[number] = neighbour if issues[neighbour] else number
    return _parts(owner[tile][:, None] == owner[tile])


def _key(name: str) -> str:
    """Return the common part of the names of a tile's components."""
    module, dot, _ = name.partition(".")
    if dot:
        return module
    numbers = _NUMBERS.search(name)
    return numbers.group() if numbers is not None else name


def _joined(arch: Architecture) -> BoolArray:
    """[J, J] whether a path leads from one component to the other, in either direction."""
    number = {component.name: j for j, component in enumerate(arch.components)}
    joined = np.zeros((len(number), len(number)), dtype=np.bool_)
    for path in arch.paths:
        for source, target in product(path.sources, path.targets):
            joined[number[source], number[target]] = True
    return joined | joined.T


def _between(joined: BoolArray, tile: IntArray) -> BoolArray:
    """[T, T] which different tiles are joined."""
    count = int(tile.max()) + 1
    linked = np.zeros((count, count), dtype=np.bool_)
    sources, targets = np.nonzero(joined)
    linked[tile[sources], tile[targets]] = True
    np.fill_diagonal(linked, False)
    return linked


def _parts(joined: BoolArray) -> IntArray:
    """The connected part that each node of an undirected graph is in, by first nodes."""
    part = np.full(len(joined), -1, dtype=np.int64)
    count = 0
    for start in range(len(joined)):
        if part[start] < 0:
            stack = [start]
            while stack:
                node = stack.pop()
                part[node] = count
                stack += [int(other) for other in np.flatnonzero(joined[node] & (part < 0))]
            count += 1
    return part


def _distances(linked: BoolArray, through: BoolArray) -> IntArray:
    """[T, T] links on the shortest path between two tiles that passes tiles of `through` only."""
    distance = np.full(linked.shape, FAR, dtype=np.int64)
    np.fill_diagonal(distance, 0)
    steps = linked.astype(np.float32)
    frontier, length = linked & (distance == FAR), 1
    while frontier.any():
        distance[frontier] = length
        frontier = ((frontier & through) @ steps > 0) & (distance == FAR)
        length += 1
    return distance
