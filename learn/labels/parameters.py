"""Parameters of training."""

from __future__ import annotations

from dataclasses import dataclass

from learn.labels.labels_options import Loss
from learn.labels.network import Kind


@dataclass(frozen=True)
class TrainingOptions:
    """Parameters of training.

    The defaults of epochs, rate and weight decay are those of LISA's paper (Section VI), which does
    not give `graphs`, the number of DFGs of a step.

    `loss` is, over all labels of a step and summed over the four kinds of label, the mean absolute
    error, the mean squared error, or ("criteria") a smooth version of the share that Table II
    counts as wrong, with a little of the absolute error. Of 28 tries on loops that nearly fill
    arrays, annealing mapped 27 in 580,000 movements with the absolute error and 26 in 760,000 with
    "criteria": too few tries to distinguish them.
    """

    kind: Kind = "arrays"
    seed: int = 0
    epochs: int = 500
    rate: float = 0.001
    decay: float = 0.0005
    loss: Loss = "l1"
    graphs: int = 50
