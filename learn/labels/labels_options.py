"""The options of `python -m learn.labels`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from learn.common.shared_options import JobsOptions, TorchOptions, WeightsOptions
from shell.options import choice, file, number, out_file, seed, whole

Kind = Literal["paper", "arrays"]
"""The networks of LISA, each of one array, or one that sees arrays."""
Loss = Literal["l1", "mse", "criteria"]
"""Absolute error, squared error, or nearly the share of wrong labels."""


@dataclass(frozen=True, kw_only=True)
class TeachingOptions(JobsOptions):
    """The random DFGs to label, and the teacher."""

    teacher: Literal["annealing", "optimal", "planted"] = choice(
        "source of labels: iterated annealing, optimal mappings (default), or the mappings with"
        " which loops were drawn (planted)",
        "optimal",
    )
    count: int = whole("number of samples (random DFGs, with seeds S, S+1, …)", "N", 1000)
    seed: int = seed()


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(TeachingOptions):
    """The file of samples."""

    out: str = out_file("samples, as JSON lines", required=True)


@dataclass(frozen=True, kw_only=True)
class TrainOptions(TeachingOptions, TorchOptions):
    """The samples to learn from, the networks that learn, and the duration."""

    data: str | None = file("samples (default: generate them)", "input file")
    intervals: str | None = file(
        "pairs of `xyzmap intervals generate`, to learn IIs, too", "input file"
    )
    network: Kind = choice(
        "network to train (paper: those of LISA, for one array; arrays: one that sees the array)",
        "arrays",
    )
    epochs: int = whole("passes over the samples (all DFGs)", "E", 500)
    batch: int = whole("samples per training step (DFGs)", "B", 50)
    rate: float = number("initial learning rate of Adam", "R", 0.001, high=1, above=True)
    loss: Loss = choice(
        "loss to minimise: absolute error (default), squared error, or nearly the share of wrong"
        " labels",
        "l1",
    )
    out: str | None = out_file("weights, as JSON (default: arrays.json, or ARRAY-DIGITS.json here)")


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(WeightsOptions):
    """The samples to measure on, and the networks."""

    data: str = file("samples (with labels)", "input file", required=True)


@dataclass(frozen=True, kw_only=True)
class PredictOptions(WeightsOptions):
    """The labels to predict, and the networks."""

    contexts: int = whole("pipeline with T contexts, an initiation interval of T", "T", 1)
