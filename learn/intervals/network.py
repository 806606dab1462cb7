"""The network of PT-Map (Fig. 5d), written once for numpy, which predicts, and torch, which trains.

A graph attention network over the dataflow graph and a graph convolution over the array make
vectors of operations and components. They are aligned pair by pair: every operation with every unit
that can execute it, by bilinear forms, a ReLU, and then the mean. (Without that ReLU, or with
products of single numbers under it, the mean of the products would be made of the means, without
information on pairs.) Their means are multiplied with the features of both together, and each of
the three tasks has two fully connected layers of its own.

Parameters are arrays by name. `Tools` are the few functions in which numpy and torch differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import msgspec

from learn.intervals.features import (
    BASIC_EDGE,
    BASIC_NODE,
    BASIC_TILE,
    EDGE,
    NODE,
    PAIR,
    TILE,
)

Tensor: TypeAlias = Any
"""An array of numpy, or a tensor of torch."""

Parameters: TypeAlias = Mapping[str, Tensor]

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
    """Graphs side by side: `graph` [n] is the graph of each operation, `count` the number of
    graphs.
    """

    node: Tensor
    source: Tensor
    target: Tensor
    edge: Tensor
    graph: Tensor
    count: int


@dataclass(frozen=True)
class Arrays:
    """Arrays side by side, as programs are."""

    node: Tensor
    source: Tensor
    target: Tensor
    weight: Tensor
    graph: Tensor
    count: int


@dataclass(frozen=True)
class Pairs:
    """B pairs: which array is whose, [B]; rows of operations [B, n] and of units [B, u], padded.

    `able` [B, n, u] weighs pairs of an operation and a unit, with a sum of 1; `known` [B, PAIR].
    `trips` [B, 1] is the logarithm of iterations, for direct predictions alone.
    """

    array: Tensor
    operations: Tensor
    units: Tensor
    able: Tensor
    known: Tensor
    trips: Tensor | None = None


class Tools(Protocol):
    """Operations in which numpy and torch differ; sums and maxima are over rows of equal
    numbers.
    """

    def sums(self, rows: Tensor, number: Tensor, count: int) -> Tensor:
        """Return [count, …]: sums of the rows of each number."""
        ...

    def maxima(self, rows: Tensor, number: Tensor, count: int) -> Tensor:
        """Return [count, …]: maxima of the rows of each number."""
        ...

    def rows(self, x: Tensor, number: Tensor) -> Tensor:
        """Return the rows of these numbers."""
        ...

    def exp(self, x: Tensor) -> Tensor:
        """Return the exponential."""
        ...

    def relu(self, x: Tensor) -> Tensor:
        """Return the positive part."""
        ...

    def join(self, parts: list[Tensor]) -> Tensor:
        """Return columns side by side."""
        ...

    def swapped(self, x: Tensor, *axes: int) -> Tensor:
        """Return the same with its axes in another order."""
        ...


def outputs(
    variant: Variant,
    weights: Parameters,
    tools: Tools,
    programs: Programs,
    arrays: Arrays,
    pairs: Pairs,
    tasks: tuple[str, ...] = (),
) -> dict[str, Tensor]:
    """Return one number per pair and task."""
    operation = program_vectors(variant, weights, tools, programs)
    component = array_vectors(variant, weights, tools, arrays)
    vector = vectors(variant, weights, tools, operation, component, programs, arrays, pairs)
    return {task: task_output(weights, tools, task, vector) for task in tasks or variant.tasks}


def program_vectors(variant: Variant, weights: Parameters, tools: Tools, it: Programs) -> Tensor:
    """Return [n, width]: graph attention, whose messages carry attributes of edges."""
    node, edge, _, _ = variant.widths
    state, attributes = it.node[:, :node], it.edge[:, :edge]
    size, count = variant.width // HEADS, len(it.node)
    for layer in range(LAYERS):
        name = f"program.{layer}"
        value = (state @ weights[f"{name}.weight"]).reshape(-1, HEADS, size)
        around = weights[f"{name}.edge"].reshape(edge, HEADS, size)
        score = (
            tools.rows((value * weights[f"{name}.source"]).sum(-1), it.source)
            + tools.rows((value * weights[f"{name}.target"]).sum(-1), it.target)
            + attributes @ (around * weights[f"{name}.between"]).sum(-1)
        )
        score = tools.relu(score) - SLOPE * tools.relu(-score)
        most = tools.maxima(score, it.target, count)
        share = tools.exp(score - tools.rows(most, it.target))
        share = share / tools.rows(tools.sums(share, it.target, count), it.target)
        new = tools.sums(tools.rows(value, it.source) * share[:, :, None], it.target, count)
        # The contribution of edges is linear: their few attributes are summed first.
        carried = tools.sums(share[:, :, None] * attributes[:, None], it.target, count)
        carried = tools.swapped(carried, 1, 0, 2) @ tools.swapped(around, 1, 0, 2)
        new = new + tools.swapped(carried, 1, 0, 2)
        new = tools.relu(new.reshape(-1, variant.width) + weights[f"{name}.bias"])
        state = state + new if layer else new
    return state


def array_vectors(variant: Variant, weights: Parameters, tools: Tools, it: Arrays) -> Tensor:
    """Return [m, width]: graph convolution (Kipf, Welling, 2017)."""
    state = it.node[:, : variant.widths[2]]
    for layer in range(LAYERS):
        value = state @ weights[f"array.{layer}.weight"]
        new = tools.sums(tools.rows(value, it.source) * it.weight[:, None], it.target, len(it.node))
        new = tools.relu(new + weights[f"array.{layer}.bias"])
        state = state + new if layer else new
    return state


def vectors(
    variant: Variant,
    weights: Parameters,
    tools: Tools,
    operation: Tensor,
    component: Tensor,
    programs: Programs,
    arrays: Arrays,
    pairs: Pairs,
) -> Tensor:
    """Return [B, together]: the inputs of the tasks for each pair."""
    ones = operation[:, :1] * 0 + 1, component[:, :1] * 0 + 1
    program = tools.sums(operation, programs.graph, programs.count)
    program = program / tools.sums(ones[0], programs.graph, programs.count)
    array = tools.sums(component, arrays.graph, arrays.count)
    array = (array / tools.sums(ones[1], arrays.graph, arrays.count))[pairs.array]
    known = pairs.known if variant.full else pairs.known[:, :0]
    parts = [program, array, known]
    if variant.align:
        if variant.full:
            for n, side in enumerate(("program", "array")):
                gate = known @ weights[f"known.{side}"] + weights[f"known.{side}.bias"]
                parts[n] = parts[n] * gate
        parts.append(_aligned(variant, weights, tools, operation, component, pairs))
    if pairs.trips is not None and variant.direct:
        parts.append(pairs.trips)
    return tools.join(parts)


def _aligned(
    variant: Variant,
    weights: Parameters,
    tools: Tools,
    operation: Tensor,
    component: Tensor,
    pairs: Pairs,
) -> Tensor:
    """Return [B, forms]: the mean over operations and units of rectified bilinear forms."""
    forms, size = variant.forms, variant.width // variant.forms
    left = (operation @ weights["align.program"])[pairs.operations]
    right = (component @ weights["align.array"])[pairs.units]
    left = tools.swapped(left.reshape(*left.shape[:2], forms, size), 0, 2, 1, 3)
    right = tools.swapped(right.reshape(*right.shape[:2], forms, size), 0, 2, 3, 1)
    score = left * size**-0.5 @ right + weights["align.bias"][:, None, None]
    return (tools.relu(score) * pairs.able[:, None]).sum((-1, -2))


def task_output(weights: Parameters, tools: Tools, task: str, vector: Tensor) -> Tensor:
    """Return [B]: two fully connected layers of one task."""
    hidden = tools.relu(vector @ weights[f"{task}.0.weight"] + weights[f"{task}.0.bias"])
    return (hidden @ weights[f"{task}.1.weight"] + weights[f"{task}.1.bias"])[:, 0]
