"""The policy of sb3-contrib's masked PPO around a network of `learn.ppo.network`."""

from __future__ import annotations

from typing import Any

import numpy as np
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor

from learn.ppo.network import network_of
from learn.ppo.observation import ObservationLayout
from learn.ppo.shape import Shape


class MappingPolicy(MaskableActorCriticPolicy):
    """Takes `shape` and `layout` for the network; all other parameters are those of sb3-contrib."""

    def __init__(
        self, *arguments: Any, shape: Shape, layout: ObservationLayout, **options: Any
    ) -> None:
        self._shape, self._layout = shape, layout
        super().__init__(*arguments, **options)

    def _build(self, lr_schedule: Any) -> None:
        self.network = network_of(self._shape, self._layout)
        rate: Any = {"lr": lr_schedule(1)}
        self.optimizer = self.optimizer_class(
            self.network.parameters(), **rate, **self.optimizer_kwargs
        )

    def _get_constructor_parameters(self) -> dict[str, Any]:
        found = super()._get_constructor_parameters()
        return {**found, "shape": self._shape, "layout": self._layout}

    def _read(self, obs: Any, masks: Any) -> tuple[MaskableDistribution, Tensor]:
        logits, values = self.network(obs)
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if masks is not None:
            distribution.apply_masking(masks)
        return distribution, values[:, None]

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values and the logarithms of the actions' probabilities."""
        distribution, values = self._read(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Return values, logarithms of probabilities, and entropies of the allowed actions."""
        distribution, values = self._read(obs, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> MaskableDistribution:
        """Return the distribution of actions."""
        return self._read(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Tensor:
        """Return the expected remaining rewards."""
        return self._read(obs, None)[1]
