"""Predicted intervals by the network for all arrays (`learn.labels`), with numpy alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from heuristics.labels.flow import Flow
from learn.intervals.data import Example
from learn.intervals.features import pair_features
from learn.intervals.predict import IntervalPredictor, Question, decided
from learn.intervals.weights import Weights as PaperWeights
from learn.intervals.weights import load_weights
from learn.labels.array_view import ArrayView, array_view
from learn.labels.graphs import Case
from learn.labels.predict import predict_intervals
from learn.labels.reached import Reached
from learn.labels.weights import Weights, weights_for_all
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.text_files import read_bytes
from programs.intervals.facts import Facts, Fitted


@dataclass
class SharedPredictor:
    """Predicts (II, filling and draining), both in cycles, of a kernel on an array.

    The II is never less than MII, nor filling less than the critical path requires. Raises
    `InfeasibleError` where no component executes some operator.
    """

    weights: Weights
    _arrays: dict[int, Seen] = field(default_factory=dict, repr=False)

    def __call__(self, kernel: Question, arch: Architecture) -> tuple[int, int]:
        """Return the prediction for one kernel, or for a graph."""
        dfg = kernel if isinstance(kernel, Dfg) else kernel.dfg
        # Arrays are kept by identity: they are frozen, and comparing them takes longer.
        seen = self._arrays.get(id(arch))
        if seen is None or seen.fitted.arch is not arch:
            seen = self._arrays[id(arch)] = Seen.of(arch)
        facts = seen.fitted.facts(dfg)
        if not dfg.operations:
            return facts.mii, 0
        known = pair_features(dfg, facts, arch).astype(np.float64)
        found = predict_intervals(seen.case(dfg, facts), known, self.weights)
        return decided(found, facts.mii, facts.filling, facts.critical_path)


@dataclass(frozen=True)
class Seen:
    """An array, as arithmetic and as the network see it."""

    fitted: Fitted
    view: ArrayView

    @classmethod
    def of(cls, arch: Architecture) -> Seen:
        """Return the features of an array."""
        return cls(Fitted(arch), array_view(arch))

    def case(self, dfg: Dfg, facts: Facts) -> Case:
        """Return a graph at the least II."""
        return Case(Flow.of(dfg, paired=False), self.view, facts.mii)


def reached_of(examples: Iterable[Example]) -> list[Reached]:
    """Return the mapped results in the form of the network's cases."""
    arrays: dict[str, Seen] = {}
    found: list[Reached] = []
    for one in examples:
        if one.name not in arrays:
            arrays[one.name] = Seen(one.fitted, array_view(one.fitted.arch))
        case = Case(Flow.of(one.dfg, paired=False), arrays[one.name].view, one.mii)
        known = one.pair.known.astype(np.float64)
        found.append(Reached(case, known, one.mii, one.least, one.ii, one.filling, one.seed))
    return found


def guesses_of(weights: Weights, examples: Sequence[Example]) -> list[tuple[int, int]]:
    """Return (interval, filling and draining) of many examples."""
    return [
        decided(
            predict_intervals(one.case, one.known, weights),
            example.mii,
            example.least,
            example.critical_path,
        )
        for one, example in zip(reached_of(examples), examples, strict=True)
    ]


def any_weights(path: str | None = None) -> Weights | PaperWeights:
    """Return the weights of a file, by default those shipped for all arrays.

    An archive has those of PT-Map's network. Raises `InputError` where the file is broken, or its
    network predicts no intervals.
    """
    if path is not None and (path.endswith(".npz") or read_bytes(path).startswith(b"PK")):
        return load_weights(path)
    weights = weights_for_all(path)
    if not weights.scales.known.mean:
        raise InputError("these weights predict no IIs; train them with --intervals", path or "")
    return weights


def interval_predictor(path: str | None = None) -> SharedPredictor | IntervalPredictor:
    """Return a predictor with the weights of a file, as `any_weights` does.

    Raises `InputError` where its network predicts cycles alone, too.
    """
    weights = any_weights(path)
    return SharedPredictor(weights) if isinstance(weights, Weights) else IntervalPredictor(weights)
