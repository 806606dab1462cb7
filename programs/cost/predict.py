"""The interface of II predictors (PT-Map, Eq. 3-4).

A predictor maps a kernel and an array to an II and the cycles of filling and draining: the
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
from programs.loops.affine import affine
from programs.loops.emit import emit_body
from programs.loops.region import Region
from programs.properties import properties, res_mii
from programs.transform.substitute import substitute_statement

Predict: TypeAlias = Callable[[Kernel, Architecture], tuple[int, int]]
"""(kernel, array) to (II, filling and draining), in cycles; raises `InfeasibleError`."""


def mii_model(kernel: Kernel, arch: Architecture) -> tuple[int, int]:
    """Return the MII, and the cycles of the first iteration beyond it.

    N iterations of a pipeline take (N - 1) · II + L = N · II + (L - II) cycles, where L is the
    length of one iteration: the critical path, or the II if that is longer.
    """
    known = properties(kernel.dfg, arch)
    ii = max(res_mii(kernel.dfg, arch), known.rec_mii)
    return ii, max(0, known.critical_path - ii)


class Interval(NamedTuple):
    """A prediction for a pipeline: II, filling and draining, in cycles; operations, if known."""

    ii: int
    proepi: int
    operations: int = 0


class Shape(NamedTuple):
    """The size of a graph: operations, its loads and stores, and loop-carried values.

    `carries`: whether iterations depend on values of earlier iterations.
    """

    operations: int
    memory: int
    carries: bool


@dataclass
class Predictor:
    """Predicts pipelines of one array, with a cache keyed by canonical bodies."""

    arch: Architecture
    predict: Predict = mii_model
    kernels: int = 0
    """The number of extracted graphs."""
    _known: dict[object, Interval | None] = field(default_factory=dict, repr=False)
    _shapes: dict[object, Shape] = field(default_factory=dict, repr=False)

    def __call__(self, region: Region, pipeline: Pipeline) -> Interval | None:
        """Return II and filling; None if no component executes some operator."""
        key = self._add(region, pipeline, None)
        return self._known[key]

    def shape(self, region: Region, pipeline: Pipeline) -> Shape:
        """Return the size of the graph of a pipeline."""
        return self._shapes[self._add(region, pipeline, None)]

    def exact(self, region: Region, pipeline: Pipeline) -> Interval | None:
        """Return II and filling, cached only for bodies in loops of the same ranges."""
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
    """Return a key of the pipeline's body that does not depend on the names of indices.

    It omits loop ranges, so that tiles share the kernel of the whole loop. If ranges decide whether
    two references conflict, bodies with equal keys may differ in their order edges.
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
