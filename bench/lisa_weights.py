"""Trained weights in a folder: those that are shipped, or others, by array and teacher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench.frame import option
from learn.labels.weights import ANY, FOLDER, Weights, weights_from_json
from models.data.architecture import Architecture
from models.formats.text_files import read_bytes
from solvers.questions.entries import digest


@dataclass(frozen=True)
class Trained:
    """A file of weights."""

    path: Path
    weights: Weights

    @property
    def name(self) -> str:
        """The teacher, and the kind of networks."""
        return (
            f"{' and '.join(self.weights.training.teachers)} teacher, {self.weights.kind} network"
        )

    @cached_property
    def digest(self) -> str:
        """A short name of what is in the file."""
        return digest(read_bytes(str(self.path)).decode())


@dataclass(frozen=True)
class Shelf:
    """The weights in a folder, the shipped ones by default."""

    folder: Path = FOLDER

    @cached_property
    def trained(self) -> list[Trained]:
        """All files; a broken one is an `InputError`."""
        found = []
        for path in sorted(self.folder.glob("*.json")):
            weights = weights_from_json(read_bytes(str(path)), str(path))
            found.append(Trained(path, weights))
        return found

    def of(self, arch: Architecture) -> Iterator[Trained]:
        """Yield the weights of an array, the one that `--method lisa` takes first."""
        from heuristics.labels.arrays import fingerprint

        digits = fingerprint(arch)
        yield from (each for each in self.trained if each.weights.fingerprint in (ANY, digits))

    def first(self, arch: Architecture) -> Trained | None:
        """Return the weights that guide LISA on an array, None where there are none."""
        return next(self.of(arch), None)


WEIGHTS = option(
    "--weights",
    type=Path,
    default=FOLDER,
    metavar="FOLDER",
    help="files of trained weights (default: the shipped ones)",
)
