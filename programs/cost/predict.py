"""The interface of predictors of initiation intervals (PT-Map, Eq. 3-4).

A predictor maps a kernel and an array to an interval and the cycles for filling and draining: the
analytical model below, a neural network, or a mapper. Equal bodies are predicted once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from models.data.architecture import Architecture
from models.errors import InfeasibleError
from programs.cost.pipelines import Pipeline, kernel_of
from programs.dataflow import Kernel
from programs.dataflow.kernel import Memory
from programs.dataflow.properties import properties, res_mii
from programs.loops.affine import affine
from programs.loops.emit import emit_body
from programs.loops.region import Region
from programs.transform.substitute import substitute_statement

Predict: TypeAlias = Callable[[Kernel, Architecture], tuple[int, int]]
"""(kernel, array) to (interval, filling and draining), in cycles; raises `InfeasibleError`."""


def mii_model(kernel: Kernel, arch: Architecture) -> tuple[int, int]:
    """Return the least interval, and what the first iteration takes beyond it.

    N iterations of a pipeline take (N - 1) · II + L cycles, L being those of one iteration: N · II
    and L - II. L is the critical path, or the interval where that is longer.
    """
    known = properties(kernel.dfg, arch)
    ii = max(res_mii(kernel.dfg, arch), known.rec_mii)
    return ii, max(0, known.critical_path - ii)


class Interval(NamedTuple):
    """Of a pipeline: interval, filling and draining, in cycles; operations, where known."""

    ii: int
    proepi: int
    operations: int = 0


class Shape(NamedTuple):
    """How large a graph is: operations, loads and stores among them, and whether it carries values.

    `carries`: whether iterations wait for what earlier ones computed.
    """

    operations: int
    memory: int
    carries: bool


@dataclass
class Predictor:
    """Predicts pipelines of one array, and keeps what it has found by canonical bodies."""

    arch: Architecture
    predict: Predict = mii_model
    kernels: int = 0
    """How many graphs have been made."""
    _known: dict[object, Interval | None] = field(default_factory=dict, repr=False)
    _shapes: dict[object, Shape] = field(default_factory=dict, repr=False)

    def __call__(self, region: Region, pipeline: Pipeline) -> Interval | None:
        """Return interval and filling; None where nothing on the array executes some operator."""
        key = self._add(region, pipeline, None)
        return self._known[key]

    def shape(self, region: Region, pipeline: Pipeline) -> Shape:
        """Return how large the graph of a pipeline is."""
        return self._shapes[self._add(region, pipeline, None)]

    def exact(self, region: Region, pipeline: Pipeline) -> Interval | None:
        """Return interval and filling, shared only with bodies in loops of the same ranges."""
        ranges = tuple((loop.lower, loop.upper, loop.step) for loop in pipeline.loops)
        return self._known[self._add(region, pipeline, ranges)]

    def _add(self, region: Region, pipeline: Pipeline, ranges: object) -> object:
        key = canonical(pipeline), ranges
        if key not in self._known:
            self.kernels += 1
            kernel = kernel_of(region, pipeline)
            memory = sum(isinstance(action, Memory) for action in kernel.actions.values())
            operations = len(kernel.dfg.operations)
            self._shapes[key] = Shape(operations, memory, bool(kernel.carried))
            try:
                self._known[key] = Interval(*self.predict(kernel, self.arch), operations)
            except InfeasibleError:
                self._known[key] = None
        return key


def canonical(pipeline: Pipeline) -> object:
    """Return what is the same for pipelines with the same body, whatever their indices are called.

    Ranges of loops are left out, so that tiles share the kernel of the whole loop. Where they
    decide whether two references ever meet, equal bodies may have other orders of loads and stores.
    """
    names = {loop.index: f"@{n}@" for n, loop in enumerate(reversed(pipeline.loops))}
    replaced = {old: affine({new: 1}) for old, new in names.items()}
    body = tuple(substitute_statement(statement, replaced) for statement in pipeline.statements)
    loop = pipeline.loop
    shape = None
    if loop is not None:
        bounds = (*loop.lower, *loop.upper)
        shape = loop.step, all(bound.affine.is_constant for bound in bounds)
    order: dict[str, str] = {}
    text = re.sub(r"@\d+@", lambda m: order.setdefault(m[0], f"@{len(order)}"), emit_body(body))
    inner = None if loop is None else order.get(names[loop.index])
    return text, inner, shape
