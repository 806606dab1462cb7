"""What a graph has beside the computation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from models.errors import InputError, unknown

Addresses: TypeAlias = Literal["generators", "operations"]
ADDRESSES: tuple[Addresses, ...] = ("generators", "operations")


@dataclass(frozen=True)
class DataflowOptions:
    """How addresses and the loop itself are in the graph.

    `addresses`: "generators" where memory units compute affine addresses themselves, and
    operations only what is not affine; "operations" for one memory of words whose addresses are
    computed. `control`: the index is counted, and compared with its last value by a branch, in any
    case; without it, there is only a counter, where something reads the index.
    """

    addresses: Addresses = "generators"
    control: bool = True

    def __post_init__(self) -> None:
        if self.addresses not in ADDRESSES:
            raise InputError(unknown("addresses", self.addresses, ADDRESSES))


DEFAULT = DataflowOptions()
