"""IIs predicted by PT-Map's network, with numpy alone.

The features and vectors of an array are cached, so that a prediction takes milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from learn.intervals.batches import Pair, able_of, arrays_of, batch_of, programs_of
from learn.intervals.features import Array, array_features, graph_features, pair_features
from learn.intervals.network import (
    Pairs,
    array_vectors,
    outputs,
    program_vectors,
    task_output,
    vectors,
)
from learn.intervals.weights import Weights
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from programs.intervals.facts import Fitted

if TYPE_CHECKING:
    from learn.intervals.network import Arrays


class HasGraph(Protocol):
    """A kernel: any object with a dataflow graph."""

    @property
    def dfg(self) -> Dfg:
        """The graph."""
        ...


Question: TypeAlias = "HasGraph | Dfg"


@dataclass
class _Known:
    """An array, its graph, and the vectors of its tiles."""

    fitted: Fitted
    array: Array
    arrays: Arrays
    component: Any


@dataclass
class IntervalPredictor:
    """Predicts (II, filling and draining), both in cycles, of a kernel on an array.

    The II is never less than MII, nor filling less than the critical path requires. Raises
    `InfeasibleError` where no component executes some operator, and `InputError` for weights that
    predict cycles alone.
    """

    weights: Weights
    _arrays: dict[int, _Known] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.weights.card.variant.direct:
            raise InputError("these weights predict cycles alone, and no IIs")

    def __call__(self, kernel: Question, arch: Architecture) -> tuple[int, int]:
        """Return the prediction for one kernel, or for a graph."""
        dfg = kernel if isinstance(kernel, Dfg) else kernel.dfg
        known = self._known(arch)
        facts = known.fitted.facts(dfg)
        if not dfg.operations:
            return facts.mii, 0
        graph = graph_features(dfg, facts)
        pair = Pair(graph, known.array, pair_features(dfg, facts, arch))
        variant, parameters = self.weights.card.variant, self.weights.parameters
        programs = programs_of([graph])
        own = Pairs(
            np.zeros(1, dtype=np.int64),
            np.arange(len(graph.node))[None],
            known.array.units[None],
            able_of(graph, known.array)[None],
            pair.known[None],
        )
        operation = program_vectors(variant, parameters, programs)
        vector = vectors(
            variant, parameters, operation, known.component, programs, known.arrays, own
        )
        found = {task: float(task_output(parameters, task, vector)[0]) for task in variant.tasks}
        return decided(found, facts.mii, facts.filling, facts.critical_path)

    def _known(self, arch: Architecture) -> _Known:
        # Arrays are kept by identity: they are frozen, and comparing them takes longer.
        known = self._arrays.get(id(arch))
        if known is None or known.fitted.arch is not arch:
            array = array_features(arch)
            arrays = arrays_of([array])
            component = array_vectors(self.weights.card.variant, self.weights.parameters, arrays)
            known = self._arrays[id(arch)] = _Known(Fitted(arch), array, arrays, component)
        return known


def decided(found: dict[str, float], mii: int, least: int, critical_path: int) -> tuple[int, int]:
    """Return II and filling from the outputs of the three tasks (PT-Map, Eq. 3 and 4).

    The decision whether MII is reached minimises the expected relative error: taking m + r for m
    errs by r / m, taking m for m + r by r / (m + r) alone. So m is taken, unless the odds of
    missing it are more than 1 + r / m.
    """
    missing = max(1, round(softplus(found["residual"])))
    ii = mii + missing if -found["equal"] > math.log1p(missing / mii) else mii
    filling = round(least + found["filling"])
    return ii, max(filling, critical_path - ii, 0)


def softplus(x: float) -> float:
    """Return log(1 + exp(x)): the residual is never negative."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def raw_outputs(
    weights: Weights, pairs: Sequence[Pair], trips: float | None = None, size: int = 64
) -> dict[str, Any]:
    """Return the outputs of all tasks for many pairs; of direct networks for `trips` iterations."""
    variant = weights.card.variant
    found: dict[str, list[Any]] = {task: [] for task in variant.tasks}
    for start in range(0, len(pairs), size):
        some = pairs[start : start + size]
        logarithm = None
        if trips is not None:
            logarithm = np.full((len(some), 1), math.log(trips), dtype=np.float32)
        batch = batch_of(some, logarithm)
        for task, values in outputs(variant, weights.parameters, *batch).items():
            found[task].append(values)
    return {task: np.concatenate(values) for task, values in found.items()}
