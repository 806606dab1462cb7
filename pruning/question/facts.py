"""Known facts about an array: cores with their images under symmetries, and mappings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from models.data.mapping import Mapping
from models.errors import NotSupportedError
from models.symmetry.automorphisms import symmetries
from models.symmetry.symmetry import Symmetry
from pruning.features import OF_PATHS, Feature, Parts
from pruning.prunable import Kernel

MOST_IMAGES = 1_000
"""Maximum number of kept images of one core; omitting some costs time only."""


class Core(msgspec.Struct, frozen=True):
    """Without `features`, kernel number `kernel` has no mapping with its number of cycles."""

    kernel: int
    features: tuple[Feature, ...]


@dataclass
class Facts:
    """The found cores, their images under symmetries, and mappings.

    `images` maps each core and each image to the kernels that it is a core of.
    """

    kernels: tuple[Kernel, ...]
    parts: Parts
    symmetries: list[list[Symmetry]] = field(default_factory=list)
    cores: list[Core] = field(default_factory=list)
    images: dict[frozenset[Feature], set[int]] = field(default_factory=dict)
    mappings: list[dict[frozenset[Feature], Mapping]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Compute the joint symmetries of each kernel and the array."""
        for kernel in self.kernels:
            problem = msgspec.structs.replace(kernel.problem, arch=self.parts.whole)
            try:
                self.symmetries.append(symmetries(problem))
            except NotSupportedError:  # without igraph
                self.symmetries.append([])
            self.mappings.append({})

    def add(self, kernel: int, features: Iterable[Feature]) -> list[frozenset[Feature]]:
        """Add a core; return the new ones among it and its images."""
        core = frozenset(features)
        found: list[frozenset[Feature]] = []
        if kernel in self.images.get(core, ()):
            return found
        self.cores.append(Core(kernel, tuple(sorted(core))))
        for image in self.orbit(kernel, core):
            if image not in self.images:
                found.append(image)
            self.images.setdefault(image, set()).add(kernel)
        return found

    def orbit(self, kernel: int, core: frozenset[Feature]) -> list[frozenset[Feature]]:
        """Return the orbit of a core under the symmetries of a kernel and the array.

        Images with a kept feature are omitted: kept features are never absent.
        """
        found, waiting = {core: None}, [core]
        while waiting and len(found) < MOST_IMAGES:
            own = waiting.pop()
            for symmetry in self.symmetries[kernel]:
                image = frozenset(renamed(feature, symmetry) for feature in own)
                if image not in found:
                    found[image] = None
                    waiting.append(image)
        every = set(self.parts.features)
        return [image for image in found if image <= every]

    def refuted(self, kernel: int, off: frozenset[Feature]) -> frozenset[Feature] | None:
        """Return a known core of a kernel inside `off`, a closed set, or None.

        Cores of other kernels do not apply, as their symmetries differ.
        """
        known = self.images.items()
        return next((core for core, of in known if kernel in of and core <= off), None)

    def note(self, kernel: int, mapping: Mapping) -> None:
        """Store a mapping of a kernel with the features that it uses."""
        used = self.parts.uses(kernel, mapping)
        self.mappings[kernel].setdefault(used, mapping)

    def mapped(self, kernel: int, off: frozenset[Feature]) -> Mapping | None:
        """Return a known mapping of a kernel that uses no feature of `off`, or None."""
        own = self.mappings[kernel]
        return next((mapping for used, mapping in own.items() if not used & off), None)


def renamed(feature: Feature, symmetry: Symmetry) -> Feature:
    """Return the image of a feature under a symmetry."""
    where = symmetry.paths if feature.kind in OF_PATHS else symmetry.components
    return feature._replace(name=where[feature.name])
