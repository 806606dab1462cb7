"""Trained weights: JSON files with their array, their training and their accuracy.

The shipped ones are for all arrays.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from heuristics.labels.arrays import fingerprint
from learn.labels.network import Kind, shapes
from learn.labels.samples import Teacher
from learn.labels.scales import Matrix, Scales
from learn.labels.vocabulary import kind_of
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged
from models.formats.text_files import read_bytes, write_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from models.data.architecture import Architecture

WEIGHTS_TAG = "xyzmap/labels/3"
FOLDER = Path(__file__).resolve().parent / "weights"
SHIPPED = FOLDER / "arrays.json"
"""The network for all arrays."""

ANY = ""
"""The fingerprint of a network for all arrays."""


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The training of the weights: enough to make them again from the same samples.

    `samples` and `held_out` are numbers of DFGs; the DFGs of seeds divisible by 5 are held out.
    `pairs` is the number of those for the heads of IIs, of programs of the seeds from `first_pair`
    to `last_pair`. `rate` and `graphs` are those of `learn.labels.parameters`.
    """

    teachers: tuple[Teacher, ...]
    loss: str
    seed: int
    epochs: int
    samples: int
    held_out: int
    first_seed: int
    last_seed: int
    versions: dict[str, str]
    pairs: int = 0
    first_pair: int = 0
    last_pair: int = 0
    rate: float = 0.002
    graphs: int = 50


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The networks of one array, or that for all. `vocabulary` is the kinds that training saw.

    `accuracy` has the shares of labels that are right by the criteria of Table II, on the DFGs held
    out: of these networks, and of the labels that need no learning. Raises `InputError` for
    parameters of other names or shapes than the kind has, and for numbers that are not finite.
    """

    arch: str
    fingerprint: str
    kind: Kind
    vocabulary: tuple[str, ...]
    training: Training
    accuracy: dict[str, dict[str, float]]
    scales: Scales
    parameters: dict[str, Matrix]

    def __post_init__(self) -> None:
        scales = self.scales
        if self.kind == "paper" and any(scales.widths[3:]):
            raise InputError("the networks of one array see no tiles", "$.scales")
        wanted = shapes(self.kind, scales.widths)
        for name in sorted({*wanted, *self.parameters}):
            if name not in self.parameters or name not in wanted:
                what = "missing" if name in wanted else "unknown"
                raise InputError(f"{what} parameter '{name}' of kind '{self.kind}'", "$.parameters")
        for name, (rows, columns) in wanted.items():
            matrix = self.parameters[name]
            if len(matrix) != rows or any(len(row) != columns for row in matrix):
                found = f"{len(matrix)}x{len(matrix[0]) if matrix else 0}"
                what = f"has the shape {found} or is uneven, must be {rows}x{columns}"
                raise InputError(what, f"$.parameters.{name}")
            if not all(math.isfinite(number) for row in matrix for number in row):
                raise InputError("a number is not finite", f"$.parameters.{name}")

    @cached_property
    def arrays(self) -> dict[str, NDArray[np.float64]]:
        """The parameters as arrays."""
        import numpy as np

        return {name: np.array(matrix, dtype=float) for name, matrix in self.parameters.items()}

    def require_array(self, arch: Architecture, where: str) -> None:
        """Raise `InputError` unless these weights are of `arch`, or for all arrays."""
        if self.fingerprint not in (ANY, fingerprint(arch)):
            what = f"weights of the array '{self.arch}', not of '{arch.name}'; train its own"
            raise InputError(what, where)

    def require_operators(self, names: tuple[str, ...], operators: tuple[str, ...]) -> None:
        """Raise `InputError` naming an operation whose operator was unseen in training.

        The network for all arrays accepts any operator: it knows the tiles that execute it.
        """
        if self.kind == "arrays":
            return
        for name, operator in zip(names, operators, strict=True):
            if kind_of(operator) not in self.vocabulary:
                seen = ", ".join(self.vocabulary)
                what = f"operator '{operator}' of '{name}' did not occur in training; seen: {seen}"
                raise InputError(what, f"weights of '{self.arch}'")


def weights_to_json(weights: Weights) -> str:
    """Return weights as JSON text. Raises `InputError` on numbers that JSON lacks."""
    return write_tagged(WEIGHTS_TAG, to_plain(weights))


def weights_from_json(text: bytes | str, where: str) -> Weights:
    """Return the weights in a JSON text. Raises `InputError` on any other text."""
    return convert(decode_tagged(text, WEIGHTS_TAG, where), Weights, where)


def save_weights(weights: Weights, path: str) -> None:
    """Write weights to a file. Raises `InputError` when it cannot be written."""
    write_text(path, weights_to_json(weights))


def load_weights(arch: Architecture, path: str | None = None) -> Weights:
    """Return the weights in a file, by default the shipped ones for all arrays.

    Raises `InputError` on a broken file, or weights of another array.
    """
    if path is None:
        return shipped_weights()
    weights = weights_from_json(read_bytes(path), path)
    weights.require_array(arch, path)
    return weights


def weights_for_all(path: str | None = None) -> Weights:
    """Return the weights for all arrays in a file, by default the shipped ones.

    Raises `InputError` on a broken file, or weights of one array.
    """
    if path is None:
        return shipped_weights()
    weights = weights_from_json(read_bytes(path), path)
    if weights.fingerprint != ANY or weights.kind != "arrays":
        raise InputError(f"weights of the array '{weights.arch}', not for all", path)
    return weights


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    """Return the shipped network for all arrays."""
    return weights_from_json(read_bytes(str(SHIPPED)), str(SHIPPED))
