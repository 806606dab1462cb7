"""The history of a pruning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.data.mapping import Mapping
from pruning.features import Feature

What = Literal["array", "needed", "undecided", "refused", "bound"]


@dataclass(frozen=True)
class Found:
    """An array that maps all kernels: the features removed from the whole one, and the mappings."""

    off: frozenset[Feature]
    mappings: tuple[Mapping, ...]


@dataclass(frozen=True)
class TakenStep:
    """A step; `found` is the array found by an `array` step, else the smallest array so far.

    `features` are necessary (`needed`, tried one by one), a core of kernel number `kernel`
    (`refused`), or undecided. `lower` is the bound on the weight at that time.
    """

    what: What
    found: int
    lower: int
    features: frozenset[Feature] = frozenset()
    kernel: int | None = None
