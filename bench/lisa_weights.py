"""Trained weights in a folder: those that are shipped, or others, by array and teacher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench.frame import Asker, option
from bench.lisa_sets import array
from learn.labels.weights import ANY, FOLDER, Weights, weights_from_json
from models.data.architecture import Architecture
from models.formats.text_files import read_bytes
from solvers.questions.entries import Entry


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

    @property
    def told(self) -> Entry:
        """What pages say of it; `held_out` is the accuracy that it was trained to."""
        own = self.weights
        return {
            "file": self.path.name,
            "name": self.name,
            "kind": own.kind,
            "teachers": list(own.training.teachers),
            "last_seed": own.training.last_seed,
            "held_out": None if own.fingerprint == ANY else own.accuracy.get("networks"),
        }


@dataclass(frozen=True)
class Shelf:
    """The weights in a folder, the shipped ones by default."""

    folder: Path = FOLDER

    @property
    def key(self) -> dict[str, object]:
        """What tells answers of other weights than the shipped ones apart."""
        return {} if self.folder == FOLDER else {"weights": self.folder.name}

    def told(self, asker: Asker, spec: str) -> list[Entry]:
        """Return what is told of the weights of an array, measured as all that pages show."""

        def measure() -> Entry:
            return {"networks": [each.told for each in self.of(array(spec))]}

        found: list[Entry] = asker.entry({"networks of": spec, **self.key}, measure)["networks"]
        return found

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
