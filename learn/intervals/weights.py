"""PT-Map's network, trained: an archive of numpy with the parameters, and a card of their origin.

The card is the member `card.json` of the archive, and lies beside it as well. None is shipped.
"""

from __future__ import annotations

import msgspec
import numpy as np

from learn.common.arrays import read_arrays, require_parameters, write_arrays
from learn.intervals.features import Floats
from learn.intervals.network import Variant
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

WEIGHTS_TAG = "xyzmap/intervals/1"
CARD = "card.json"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of networks: data, training, and accuracy.

    `data` counts programs and pairs, those dropped by reason, and names the seeds; `training` lists
    its parameters; `metrics` are errors on programs held out, by method and array.
    """

    variant: Variant
    data: dict[str, int | float | str]
    training: dict[str, int | float | str]
    metrics: dict[str, dict[str, float]]


class Weights(msgspec.Struct, frozen=True):
    """A card, and the parameters by name, in single precision."""

    card: Card
    parameters: dict[str, Floats]


def checked(card: Card, parameters: dict[str, Floats], where: str) -> Weights:
    """Return weights whose parameters have the right shapes. Raises `InputError`."""
    require_parameters(parameters, card.variant.shapes(), where)
    return Weights(card, parameters)


def save_weights(weights: Weights, path: str) -> None:
    """Write weights, and the card beside them. Raises `InputError` when that is not possible."""
    members = {name: value.astype(np.float32) for name, value in weights.parameters.items()}
    write_arrays(path, members, write_tagged(WEIGHTS_TAG, to_plain(weights.card)), CARD)


def load_weights(path: str) -> Weights:
    """Return the weights of a file. Raises `InputError`."""
    parameters, others = read_arrays(path, "interval weights")
    if CARD not in others:
        raise InputError(f"is no file of interval weights: {CARD} is missing", path)
    card = convert(decode_tagged(others[CARD], WEIGHTS_TAG, path), Card, path)
    return checked(card, parameters, path)
