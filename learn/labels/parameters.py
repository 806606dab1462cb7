"""How networks are trained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from learn.labels.network import Kind

Loss = Literal["criteria", "l1", "mse"]


@dataclass(frozen=True)
class TrainingOptions:
    """How to train. Adam's rate and weight decay, and 500 epochs, are those of the paper.

    The wide networks, with twenty times the parameters, decay faster: from some 100 DFGs they had
    otherwise overfitted associations, and were worse than constants on those held out.

    `graphs` is how many DFGs make a step. `loss` is, over all labels of a step and summed over the
    four kinds of label, the mean absolute error, the mean squared error, or ("criteria") a smooth
    version of the share that Table II counts as wrong, with a little of the absolute error. On
    held-out DFGs the absolute error was better than the squared one; from 1,000 DFGs "criteria"
    was better still at all four.
    """

    kind: Kind = "wide"
    seed: int = 0
    epochs: int = 500
    rate: float = 0.001
    loss: Loss = "criteria"
    graphs: int = 50

    @property
    def decay(self) -> float:
        """The weight decay: that of the paper, and ten times that for wide networks."""
        return 0.0005 if self.kind == "paper" else 0.005
