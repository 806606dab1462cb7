"""The network of PT-Map (Fig. 5d) in numpy, which predicts; `learn.intervals.modules` trains it.

A graph attention network over the dataflow graph and a graph convolution over the array make
vectors of operations and components. They are aligned pair by pair: every operation with every unit
that can execute it, by bilinear forms, a ReLU, and then the mean. (Without that ReLU, or with
products of single numbers under it, the mean of the products would be made of the means, without
information on pairs.) Their means are multiplied with the features of both together, and each of
the three tasks has two fully connected layers of its own.

Parameters are arrays by name. Rows are sorted by their numbers wherever they are pooled, and each
number occurs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import numpy as np

from learn.intervals.features import (
    BASIC_EDGE,
    BASIC_NODE,
    BASIC_TILE,
    EDGE,
    NODE,
    PAIR,
    TILE,
    Floats,
    Ints,
)

Parameters: TypeAlias = Mapping[str, Floats]

LAYERS, HEADS = 3, 4
SLOPE = 0.2
"""Negative slope of the leaky ReLU in attention (Veličković et al., 2018)."""

TASKS = ("equal", "residual", "filling")


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant of the network: that of the paper, or one of its ablations (Fig. 6).

    `full`: with the extended attributes; `align`: with products of both sides; `direct`: one task,
    cycles, instead of three.
    """

    width: int = 128
    forms: int = 16
    hidden: int = 160
    full: bool = True
    align: bool = True
    direct: bool = False

    @property
    def widths(self) -> tuple[int, int, int, int]:
        """Columns of operations, dependences, components, and features of both together."""
        if self.full:
            return NODE, EDGE, TILE, PAIR
        return BASIC_NODE, BASIC_EDGE, BASIC_TILE, 0

    @property
    def tasks(self) -> tuple[str, ...]:
        """The names of the outputs."""
        return ("cycles",) if self.direct else TASKS

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every parameter; all are of affine maps, rows in, columns out."""
        node, edge, part, pair = self.widths
        width, found = self.width, dict[str, tuple[int, ...]]()
        for layer in range(LAYERS):
            found[f"program.{layer}.weight"] = (width if layer else node, width)
            found[f"program.{layer}.edge"] = (edge, width)
            for end in ("source", "target", "between"):
                found[f"program.{layer}.{end}"] = (HEADS, width // HEADS)
            found[f"program.{layer}.bias"] = (width,)
            found[f"array.{layer}.weight"] = (width if layer else part, width)
            found[f"array.{layer}.bias"] = (width,)
        together = 2 * width + pair + self.direct
        if self.align:
            found |= {"align.program": (width, width), "align.array": (width, width)}
            found["align.bias"] = (self.forms,)
            together += self.forms
            if pair:
                for side in ("program", "array"):
                    found[f"known.{side}"] = (pair, width)
                    found[f"known.{side}.bias"] = (width,)
        for task in self.tasks:
            found[f"{task}.0.weight"], found[f"{task}.0.bias"] = (
                (together, self.hidden),
                (self.hidden,),
            )
            found[f"{task}.1.weight"], found[f"{task}.1.bias"] = (self.hidden, 1), (1,)
        return found


@dataclass(frozen=True)
class Programs:
    """Graphs side by side: `graph` [n] is the graph of each operation."""

    node: Floats
    source: Ints
    target: Ints
    edge: Floats
    graph: Ints


@dataclass(frozen=True)
class Arrays:
    """Arrays side by side, as programs are."""

    node: Floats
    source: Ints
    target: Ints
    weight: Floats
    graph: Ints


@dataclass(frozen=True)
class Pairs:
    """B pairs: which array is whose, [B]; rows of operations [B, n] and of units [B, u], padded.

    `able` [B, n, u] weighs pairs of an operation and a unit, with a sum of 1; `known` [B, PAIR].
    `trips` [B, 1] is the logarithm of iterations, for direct predictions alone.
    """

    array: Ints
    operations: Ints
    units: Ints
    able: Floats
    known: Floats
    trips: Floats | None = None


def outputs(
    variant: Variant,
    weights: Parameters,
    programs: Programs,
    arrays: Arrays,
    pairs: Pairs,
) -> dict[str, Floats]:
    """Return one number per pair and task."""
    operation = program_vectors(variant, weights, programs)
    component = array_vectors(variant, weights, arrays)
    vector = vectors(variant, weights, operation, component, programs, arrays, pairs)
    return {task: task_output(weights, task, vector) for task in variant.tasks}


def program_vectors(variant: Variant, weights: Parameters, it: Programs) -> Floats:
    """Return [n, width]: graph attention, whose messages carry attributes of edges."""
    node, edge, _, _ = variant.widths
    state, attributes = it.node[:, :node], it.edge[:, :edge]
    size = variant.width // HEADS
    for layer in range(LAYERS):
        name = f"program.{layer}"
        value = (state @ weights[f"{name}.weight"]).reshape(-1, HEADS, size)
        around = weights[f"{name}.edge"].reshape(edge, HEADS, size)
        score = (
            (value * weights[f"{name}.source"]).sum(-1)[it.source]
            + (value * weights[f"{name}.target"]).sum(-1)[it.target]
            + attributes @ (around * weights[f"{name}.between"]).sum(-1)
        )
        score = np.maximum(score, SLOPE * score)
        share = np.exp(score - np.maximum.reduceat(score, _firsts(it.target))[it.target])
        share = share / _sums(share, it.target)[it.target]
        new = _sums(value[it.source] * share[:, :, None], it.target)
        # The contribution of edges is linear: their few attributes are summed first.
        carried = _sums(share[:, :, None] * attributes[:, None], it.target)
        new = new + _swapped(_swapped(carried, 1, 0, 2) @ _swapped(around, 1, 0, 2), 1, 0, 2)
        new = np.maximum(new.reshape(-1, variant.width) + weights[f"{name}.bias"], 0)
        state = state + new if layer else new
    return state


def array_vectors(variant: Variant, weights: Parameters, it: Arrays) -> Floats:
    """Return [m, width]: graph convolution (Kipf, Welling, 2017)."""
    state = it.node[:, : variant.widths[2]]
    for layer in range(LAYERS):
        value = state @ weights[f"array.{layer}.weight"]
        new = _sums(value[it.source] * it.weight[:, None], it.target)
        new = np.maximum(new + weights[f"array.{layer}.bias"], 0)
        state = state + new if layer else new
    return state


def vectors(
    variant: Variant,
    weights: Parameters,
    operation: Floats,
    component: Floats,
    programs: Programs,
    arrays: Arrays,
    pairs: Pairs,
) -> Floats:
    """Return [B, together]: the inputs of the tasks for each pair."""
    program = _means(operation, programs.graph)
    array = _means(component, arrays.graph)[pairs.array]
    known = pairs.known if variant.full else pairs.known[:, :0]
    parts = [program, array, known]
    if variant.align:
        if variant.full:
            for n, side in enumerate(("program", "array")):
                gate = known @ weights[f"known.{side}"] + weights[f"known.{side}.bias"]
                parts[n] = parts[n] * gate
        parts.append(_aligned(variant, weights, operation, component, pairs))
    if pairs.trips is not None and variant.direct:
        parts.append(pairs.trips)
    return np.concatenate(parts, axis=-1)


def _aligned(
    variant: Variant,
    weights: Parameters,
    operation: Floats,
    component: Floats,
    pairs: Pairs,
) -> Floats:
    """Return [B, forms]: the mean over operations and units of rectified bilinear forms."""
    forms, size = variant.forms, variant.width // variant.forms
    left = (operation @ weights["align.program"])[pairs.operations]
    right = (component @ weights["align.array"])[pairs.units]
    left = _swapped(left.reshape(*left.shape[:2], forms, size), 0, 2, 1, 3)
    right = _swapped(right.reshape(*right.shape[:2], forms, size), 0, 2, 3, 1)
    score = left * size**-0.5 @ right + weights["align.bias"][:, None, None]
    return (np.maximum(score, 0) * pairs.able[:, None]).sum((-1, -2))


def task_output(weights: Parameters, task: str, vector: Floats) -> Floats:
    """Return [B]: two fully connected layers of one task."""
    hidden = np.maximum(vector @ weights[f"{task}.0.weight"] + weights[f"{task}.0.bias"], 0)
    return (hidden @ weights[f"{task}.1.weight"] + weights[f"{task}.1.bias"])[:, 0]


def _firsts(number: Ints) -> Ints:
    return np.concatenate(([0], np.flatnonzero(number[1:] != number[:-1]) + 1))


def _sums(rows: Floats, number: Ints) -> Floats:
    """Return [count, …]: sums of the rows of each number."""
    found: Floats = np.add.reduceat(rows, _firsts(number))
    return found


def _means(rows: Floats, number: Ints) -> Floats:
    """Return [count, columns]: means of the rows of each number."""
    return _sums(rows, number) / np.bincount(number).astype(rows.dtype)[:, None]


def _swapped(x: Floats, *axes: int) -> Floats:
    """Return the same with its axes in another order."""
    # Products of matrices in row-major memory are much faster.
    return np.ascontiguousarray(np.transpose(x, axes))
