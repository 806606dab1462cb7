"""The options of `python -m learn.intervals`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from learn.common.shared_options import JobsOptions, TorchOptions, WeightsOptions
from shell.options import choice, file, number, out_file, seed, store, texts, whole
from shell.packages import require_installed

TUNING = 10_000_000
"""The first seed of programs for tuning: data for training have smaller ones."""


def _rate(default: float) -> Any:
    return number("initial learning rate of Adam", "R", default, high=1, above=True)


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(JobsOptions):
    """The random programs to map, and the file of samples."""

    out: str = out_file("samples, as JSON lines", required=True)
    seed: int = seed()
    count: int = whole("number of samples (programs, with seeds S, S+1, …)", "N", 3000)

    def require_packages(self) -> None:
        """Raise `InputError` without the packages that analyse programs."""
        require_installed("mapping programs", "programs", "pycparser", "islpy")


@dataclass(frozen=True, kw_only=True)
class FittingOptions(TorchOptions):
    """Duration and rate of training, and the file of weights."""

    epochs: int = whole("passes over the samples (all pairs)", "E", 60)
    batch: int = whole("samples per training step (pairs)", "B", 64)
    rate: float = _rate(1e-3)
    seed: int = seed()
    out: str = out_file("weights, as .npz", required=True)


@dataclass(frozen=True, kw_only=True)
class TrainOptions(FittingOptions):
    """The samples to learn from, and the network that learns."""

    data: str = file("samples", "input file", required=True)
    network: Literal["network", "basic features", "no alignment", "direct"] = choice(
        "network to train (that of PT-Map, or one of its ablations)",
        "network",
    )


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(WeightsOptions):
    """The samples to measure on, and the networks."""

    data: str = file("samples", "input file", required=True)
    ablation: tuple[str, ...] = texts("other networks to compare with", "NAME=FILE", several=True)


@dataclass(frozen=True, kw_only=True)
class TuneOptions(JobsOptions, FittingOptions):
    """The random programs to map, and the settings of further training."""

    count: int = whole("number of samples (random programs, with seeds S, S+1, …)", "N", 400)
    store: str | None = store("samples (default: beside the weights)")
    epochs: int = whole("passes over the samples (all pairs)", "E", 30)
    rate: float = _rate(3e-4)
    seed: int = seed(TUNING)
    weights: str = file(
        "trained weights (those of PT-Map's network, to begin with)", "input file", required=True
    )

    def require_packages(self) -> None:
        """Raise `InputError` without torch and the packages that analyse programs."""
        require_installed(
            "tuning", "learn,programs", "torch", "torch_geometric", "pycparser", "islpy"
        )
