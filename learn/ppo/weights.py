"""Trained policies: an archive of numpy with the parameters, and a card of their origin.

The shipped one is `learn/ppo/weights/policy.npz`; the card lies beside it, with the same name and
`.json`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from learn.common.arrays import read_arrays, require_parameters, write_arrays
from learn.ppo.inference import Parameters
from learn.ppo.observation import ObservationLayout
from learn.ppo.shape import Shape
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged
from models.formats.text_files import read_bytes

WEIGHTS_TAG = "xyzmap/streaming_policy/1"
SHIPPED = Path(__file__).resolve().parent / "weights" / "policy.npz"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The network, the sizes that it was trained for, and its training."""

    shape: Shape
    nodes: int
    tiles: int
    ii: int
    training: dict[str, int | float | str] = {}

    def layout(self, nodes: int, tiles: int, ii: int) -> ObservationLayout:
        """Return the layout for a program and an engine.

        Networks that rate slots take all sizes. Raises `InputError` where others would be needed.
        """
        if self.shape.arch == "gga" and self.shape.head == "slot":
            return ObservationLayout(max(8, -(-nodes // 8) * 8), tiles, ii, self.shape.goals)
        if nodes > self.nodes or (tiles, ii) != (self.tiles, self.ii):
            raise InputError(
                f"this policy maps up to {self.nodes} instructions on {self.tiles} tile(s) at II"
                f" {self.ii}, not {nodes} on {tiles} at {ii}"
            )
        return ObservationLayout(self.nodes, self.tiles, self.ii, self.shape.goals)


def save_parameters(parameters: Parameters, card: Card, path: str) -> None:
    """Write parameters in half precision, and the card; each file at once or not at all.

    Raises `InputError` when that is not possible.
    """
    arrays = {name: array.astype(np.float16) for name, array in parameters.items()}
    write_arrays(path, arrays, write_tagged(WEIGHTS_TAG, to_plain(card)))


def load_parameters(path: str | None = None) -> tuple[Card, Parameters]:
    """Return the card and parameters of a file, or of a folder of a run; by default the shipped
    ones.

    Raises `InputError`.
    """
    where = Path(SHIPPED if path is None else path)
    if where.is_dir():
        where = where / SHIPPED.name
    arrays, _ = read_arrays(str(where), "policy weights")
    beside = str(where.with_suffix(".json"))
    card = convert(decode_tagged(read_bytes(beside), WEIGHTS_TAG, beside), Card, beside)
    found = {name: array.astype(np.float32) for name, array in arrays.items()}
    layout = ObservationLayout(card.nodes, card.tiles, card.ii, card.shape.goals)
    require_parameters(found, card.shape.parameters(layout), str(where))
    return card, found
