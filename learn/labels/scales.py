"""Standardisation of attributes before a network reads them."""

from __future__ import annotations

import math

import msgspec

from models.errors import InputError

Matrix = tuple[tuple[float, ...], ...]


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Attributes are standardised: (x - mean) / deviation, by constants of the training set.

    Raises `InputError` unless all numbers are finite, and deviations positive, one per mean.
    """

    mean: tuple[float, ...]
    deviation: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.mean) != len(self.deviation):
            raise InputError("as many deviations as means are needed", "$.scales")
        if not all(math.isfinite(x) for x in (*self.mean, *self.deviation)):
            raise InputError("a number is not finite", "$.scales")
        if min(self.deviation, default=1) <= 0:
            raise InputError("a deviation must be positive", "$.scales")


class Scales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scales of the attributes of operations, reads and same-level pairs, and, for the network
    of all arrays, of tiles, of cases, and of the features `known` of cases.
    """

    node: Scale
    edge: Scale
    pair: Scale
    tile: Scale = Scale((), ())
    whole: Scale = Scale((), ())
    known: Scale = Scale((), ())

    @property
    def widths(self) -> tuple[int, ...]:
        """Number of attributes of each kind."""
        parts = (self.node, self.edge, self.pair, self.tile, self.whole, self.known)
        return tuple(len(scale.mean) for scale in parts)
