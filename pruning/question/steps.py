"""What happened in a pruning, one step after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.data.mapping import Mapping
from pruning.features import Feature

What = Literal["array", "needed", "undecided", "refused", "bound"]


@dataclass(frozen=True)
class Found:
    """An array on which all kernels are mapped: what is gone from the whole one, and how."""

    off: frozenset[Feature]
    mappings: tuple[Mapping, ...]


@dataclass(frozen=True)
class TakenStep:
    """A step: with `array`, that number `found` was found, else it is the smallest one so far.

    `features` cannot be absent (`needed`, asked for one by one; `refused`, not all of them, for
    kernel number `kernel`), or were not decided. `lower` is the bound on the weight by then.
    """

    what: What
    found: int
    lower: int
    features: frozenset[Feature] = frozenset()
    kernel: int | None = None
