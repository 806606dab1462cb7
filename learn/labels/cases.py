"""Samples as the networks see them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from heuristics.labels.arrays import fingerprint, read_array
from learn.labels.array_view import ArrayView, array_view
from learn.labels.graphs import Case
from models.errors import InputError

if TYPE_CHECKING:
    from learn.labels.samples import Sample


def case_of(sample: Sample) -> Case:
    """Return the flow of a sample with its array, at the II of its mappings.

    Raises `InputError` where the array of that name differs from that of the sample.
    """
    return Case(sample.flow, _view(sample.arch, sample.fingerprint), sample.ii or 1)


@lru_cache(maxsize=1 << 14)
def _view(spec: str, digits: str) -> ArrayView:
    arch = read_array(spec)
    if fingerprint(arch) != digits:
        raise InputError(f"'{spec}' is another array than the samples are of")
    return array_view(arch)
