"""Options of the extraction of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from models.errors import InputError, unknown

Addresses: TypeAlias = Literal["generators", "operations"]
ADDRESSES: tuple[Addresses, ...] = ("generators", "operations")


@dataclass(frozen=True)
class DataflowOptions:
    """The representation of addresses and of loop control in the graph.

    `addresses`: "generators" if memory units compute affine addresses, and operations only the
    non-affine part; "operations" for one memory of words whose addresses operations compute.
    `control`: the index is always counted and compared with its last value by a branch; without it,
    the graph has a counter only if an operation reads the index.
    """

    addresses: Addresses = "generators"
    control: bool = True

    def __post_init__(self) -> None:
        if self.addresses not in ADDRESSES:
            raise InputError(unknown("addresses", self.addresses, ADDRESSES))


DEFAULT = DataflowOptions()
