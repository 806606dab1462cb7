"""Where the elements of arrays are."""

from __future__ import annotations

from dataclasses import dataclass

from programs.loops.affine import Affine, affine
from programs.loops.expressions import Access
from programs.loops.region import Array, Region


@dataclass(frozen=True, slots=True)
class Layout:
    """Where arrays are, as words of one memory, and how far apart their elements."""

    bases: dict[str, int]
    strides: dict[str, tuple[int, ...]]

    def offset(self, access: Access) -> Affine:
        """Return the place of an element in its array, as far as it is affine."""
        total = affine()
        for subscript, stride in zip(access.subscripts, self.strides[access.name], strict=True):
            if isinstance(subscript, Affine):
                total = total + subscript * stride
        return total


def layout(region: Region) -> Layout:
    """Return arrays and scalars one after another, in the order of their declarations."""
    bases: dict[str, int] = {}
    strides: dict[str, tuple[int, ...]] = {}
    free = 0
    for name, declared in region.declared.items():
        steps, size = list[int](), 1
        for extent in reversed(declared.extents if isinstance(declared, Array) else ()):
            steps.insert(0, size)
            size *= extent
        bases[name], strides[name] = free, tuple(steps)
        free += size
    return Layout(bases, strides)
