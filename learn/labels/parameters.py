"""Parameters of training."""

from __future__ import annotations

from dataclasses import dataclass

from learn.labels.network import Kind
from learn.labels.options import Loss


@dataclass(frozen=True)
class TrainingOptions:
    """Parameters of training. Adam's weight decay is that of LISA's paper, which has 0.001 and 500
    epochs.

    `graphs` is the number of DFGs of a step. `loss` is, over all labels of a step and summed over
    the four kinds of label, the mean absolute error, the mean squared error, or ("criteria") a
    smooth version of the share that Table II counts as wrong, with a little of the absolute error.
    Of 28 tries on loops that nearly fill arrays, annealing mapped 27 in 580,000 movements with the
    absolute error and 26 in 760,000 with "criteria": too few tries to distinguish them.
    """

    kind: Kind = "arrays"
    seed: int = 0
    epochs: int = 150
    rate: float = 0.002
    decay: float = 0.0005
    loss: Loss = "l1"
    graphs: int = 50
