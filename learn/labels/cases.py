"""Samples as the networks see them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from heuristics.labels.arrays import read_array
from learn.labels.array_view import ArrayView, array_view
from learn.labels.graphs import Case

if TYPE_CHECKING:
    from learn.labels.samples import Sample


def case_of(sample: Sample) -> Case:
    """Return the flow of a sample with its array, at the interval of its mappings."""
    return Case(sample.flow, _view(sample.arch), sample.ii or 1)


@cache
def _view(spec: str) -> ArrayView:
    return array_view(read_array(spec))
