"""TODO(merge): names for `first_mapping` and `addressed_search`; goes with the latter.

`rising` is that of `solvers.mappers.schedule`.
"""

from __future__ import annotations

from dataclasses import replace

from solvers.mappers.pipelines import BESIDE, SWEEP, Pipeline
from solvers.mappers.schedule import rising

__all__ = ["FAILED", "or_roomy", "rising", "sweep"]

FAILED = 4


def sweep() -> Pipeline:
    """Return the pipeline."""
    return SWEEP


def or_roomy(plan: object, failed: int = FAILED) -> Pipeline:
    """Return the pipeline with roomy stages."""
    return replace(BESIDE, mapped=())
