"""Features of a graph, of an array, and of both together for the networks (PT-Map, Table 3).

Numbers that may be large enter as log(1 + x). Of each table the columns of the paper's "basic"
attributes come first, so that networks can be trained without the rest.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from learn.labels.vocabulary import kind_of
from models.data.architecture import Architecture, Component, opcode_of
from programs.intervals.facts import Facts, edges

if TYPE_CHECKING:
    from models.data.dfg import Dfg

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

CLASSES: dict[str, tuple[str, ...]] = {
    "load": ("load",),
    "store": ("store",),
    "add": ("add", "sub", "neg"),
    "multiply": ("mul",),
    "divide": ("div", "rem"),
    "float add": ("fadd", "fsub"),
    "float multiply": ("fmul",),
    "float divide": ("fdiv",),
    "logic": ("and", "or", "xor", "not"),
    "shift": ("shl", "shr", "shra"),
    "compare": ("cmp", "eq", "ne", "lt", "le", "gt", "ge"),
    "choose": ("select", "min", "max", "abs"),
    "branch": ("br", "beq", "bne", "bgt", "bge", "blt", "ble"),
    "move": ("mov", "sext", "zext", "trunc", "bitcast", "const"),
    "other": (),
}
"""Operators that mostly go together, with a kind that stands for the class first."""

_CLASS = {kind: n for n, kinds in enumerate(CLASSES.values()) for kind in kinds}
_OTHER = len(CLASSES) - 1
MEMORY = (0, 1)

BASIC_NODE = len(CLASSES) + 2
NODE = BASIC_NODE + 6
"""Columns of an operation: its class, distinct operands and readers; earliest and latest cycle,
mobility, edges in and out with orders, and the share of all slots that can execute it.
"""

BASIC_EDGE = 4
EDGE = BASIC_EDGE + 2
"""Columns of a dependence: backwards, to itself, only an order, carried; its distance, and cycles
apart.
"""

BASIC_TILE = 3
TILE = BASIC_TILE + len(CLASSES) + 6
"""Columns of a tile: whether it issues, its neighbours, the number of tiles; the classes it
executes, slots, its registers, a switch, transient results, whether passing takes slots, and hops
per cycle.
"""

UNLIMITED = 64
"""The register count that stands for an unlimited number."""

PAIR = 26
"""Of both: see `pair_features`."""


@dataclass(frozen=True)
class Graph:
    """A dataflow graph: n operations, edges in both directions and from each operation to itself.

    `kind` [n] is the class of each operation; edges lead from `source` to `target`, in the order of
    targets.
    """

    node: Floats
    kind: Ints
    source: Ints
    target: Ints
    edge: Floats


@dataclass(frozen=True)
class Array:
    """An array: m tiles, edges in both directions and loops in the order of targets, weighted
    as a GCN wants them.

    `units` are the tiles that issue, `executes` [units, classes] is 1 where they can.
    """

    node: Floats
    source: Ints
    target: Ints
    weight: Floats
    units: Ints
    executes: Floats


def class_of(operator: str) -> int:
    """Return the class of an operator, by its place in `CLASSES`."""
    return _CLASS.get(kind_of(operator), _OTHER)


def graph_features(dfg: Dfg, facts: Facts) -> Graph:
    """Return a graph as the networks see it."""
    names = [operation.name for operation in dfg.operations]
    number = {name: n for n, name in enumerate(names)}
    count = len(names)
    kind = np.array([class_of(operation.operator) for operation in dfg.operations], dtype=np.int64)
    node = np.zeros((count, NODE), dtype=np.float32)
    node[np.arange(count), kind] = 1
    found = edges(dfg)
    into, out = Counter(edge.after for edge in found), Counter(edge.before for edge in found)
    most = max(facts.slots.values(), default=1)
    for n, operation in enumerate(dfg.operations):
        name = operation.name
        early, late = facts.asap[name], facts.alap[name]
        node[n, BASIC_NODE - 2 :] = (
            len({operand.value for operand in operation.operands}),
            math.log1p(len(dfg.consumers[name])),
            math.log1p(early),
            math.log1p(late),
            math.log1p(late - early),
            math.log1p(into[name]),
            math.log1p(out[name]),
            facts.slots[operation.operator] / most,
        )
    operands = {
        (operand.value, operation.name, operand.distance)
        for operation in dfg.operations
        for operand in operation.operands
    }
    source = np.array([number[edge.before] for edge in found], dtype=np.int64)
    target = np.array([number[edge.after] for edge in found], dtype=np.int64)
    forward = np.zeros((len(found), EDGE), dtype=np.float32)
    for row, edge in zip(forward, found, strict=True):
        apart = facts.alap[edge.after] - facts.asap[edge.before]
        row[2:] = (
            tuple(edge) not in operands,
            edge.distance > 0,
            math.log1p(edge.distance),
            math.copysign(math.log1p(abs(apart)), apart),
        )
    backward, itself = forward.copy(), np.zeros((count, EDGE), dtype=np.float32)
    backward[:, 0], itself[:, 1] = 1, 1
    own = np.arange(count)
    ends = np.concatenate((target, source, own))
    order = np.argsort(ends, kind="stable")
    return Graph(
        node,
        kind,
        np.concatenate((source, target, own))[order],
        ends[order],
        np.concatenate((forward, backward, itself))[order],
    )


def array_features(arch: Architecture) -> Array:
    """Return an array as the networks see it: its tiles, without the external memory."""
    tiles = _tiles(arch)
    number = {part.name: n for n, tile in enumerate(tiles) for part in tile}
    links = {
        (number[a], number[b])
        for path in arch.paths
        for a in path.sources
        for b in path.targets
        if a in number and b in number and number[a] != number[b]
    }
    both = sorted(links | {(b, a) for a, b in links})
    own = np.arange(len(tiles))
    source = np.concatenate((np.array([a for a, _ in both], dtype=np.int64), own))
    target = np.concatenate((np.array([b for _, b in both], dtype=np.int64), own))
    order = np.argsort(target, kind="stable")
    source, target = source[order], target[order]
    degree = np.bincount(target, minlength=len(tiles)).astype(np.float32)
    node = np.zeros((len(tiles), TILE), dtype=np.float32)
    known: dict[object, list[float]] = {}
    for row, tile, around in zip(node, tiles, degree, strict=True):
        unit = tile[0]
        if unit.ops not in known:
            known[unit.ops] = _executes(unit)
        row[:BASIC_TILE] = unit.issue > 0, math.log1p(around), math.log1p(len(tiles))
        if unit.issue:
            row[BASIC_TILE : BASIC_TILE + len(CLASSES)] = known[unit.ops]
        local = [part.capacity for part in tile if not part.issue]
        row[BASIC_TILE + len(CLASSES) :] = (
            unit.issue,
            math.log1p(sum(UNLIMITED if x is None else x for x in local)),
            any(part.switch for part in tile),
            unit.transient,
            unit.routing_issues,
            0.0 if arch.max_hops is None else arch.max_hops / 4,
        )
    units = np.array([n for n, tile in enumerate(tiles) if tile[0].issue], dtype=np.int64)
    executes = node[units, BASIC_TILE : BASIC_TILE + len(CLASSES)]
    weight = (degree[source] * degree[target]) ** -0.5
    return Array(node, source, target, weight.astype(np.float32), units, executes)


def _tiles(arch: Architecture) -> list[list[Component]]:
    """Return issuing components, each with the parts that a path joins to it alone; then the
    others.
    """
    parts = {part.name: part for part in arch.components if part.name != arch.external}
    tiles = {name: [part] for name, part in parts.items() if part.issue}
    beside: dict[str, set[str]] = {name: set() for name in parts}
    for path in arch.paths:
        if len(path.sources) == len(path.targets) == 1:
            for one, other in (
                (path.sources[0], path.targets[0]),
                (path.targets[0], path.sources[0]),
            ):
                if one in parts and other in tiles:
                    beside[one].add(other)
    for name, part in parts.items():
        if name not in tiles:
            if len(beside[name]) == 1:
                tiles[next(iter(beside[name]))].append(part)
            else:
                tiles[name] = [part]
    return list(tiles.values())


def _executes(part: Component) -> list[float]:
    if part.ops is None:
        return [1.0] * len(CLASSES)
    found = {class_of(opcode_of(name)) for name in part.latency_of}
    return [float(n in found or n == _OTHER) for n in range(len(CLASSES))]


def pair_features(dfg: Dfg, facts: Facts, arch: Architecture) -> Floats:
    """Return [PAIR]: features of both together, first of all MII, fanout and critical path."""
    operations = len(dfg.operations)
    kinds = Counter(class_of(operation.operator) for operation in dfg.operations)
    memory = sum(kinds[n] for n in MEMORY)
    places = {o.operator: facts.slots[o.operator] for o in dfg.operations}
    slots = max(places.values(), default=1)
    memory_slots = min((places[o] for o in places if class_of(o) in MEMORY), default=slots)
    limits = [limit.at_most for limit in arch.shared if any(limit.limits(o) for o in places)]
    if limits:
        memory_slots = min(memory_slots, sum(limits))
    found = edges(dfg)
    carried = sum(edge.distance > 0 for edge in found)
    mii = facts.mii
    scarce = min(places.values(), default=slots)
    registers = [part.capacity for part in arch.components if not part.issue]
    kept = sum(UNLIMITED if x is None else x for x in registers)
    fanouts = [len(dfg.consumers[o.name]) for o in dfg.operations]
    lifetimes = sum(
        facts.alap[edge.after] - facts.asap[edge.before] + mii * edge.distance for edge in found
    )
    return np.array(
        [
            math.log1p(mii),
            math.log1p(facts.max_fanout),
            math.log1p(facts.critical_path),
            math.log1p(facts.res_mii),
            math.log1p(facts.rec_mii),
            math.log1p(facts.filling),
            1 / mii,
            operations / (slots * mii),
            memory / (memory_slots * mii),
            facts.res_mii / mii,
            facts.rec_mii / mii,
            facts.critical_path / mii / 10,
            math.log1p(operations),
            math.log1p(memory),
            math.log1p(len(found)),
            len(found) / max(1, operations),
            carried / max(1, operations),
            math.log1p(slots),
            math.log1p(memory_slots),
            scarce / slots,
            math.log1p(kept),
            kept / max(1, slots) / 10,
            len(arch.paths) / max(1, slots) / 10,
            0.0 if arch.max_hops is None else arch.max_hops / 4,
            math.log1p(sum(max(0, x - 1) for x in fanouts)),
            lifetimes / max(1, slots * mii) / 10,
        ],
        dtype=np.float32,
    )
