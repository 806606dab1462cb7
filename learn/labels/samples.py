"""Samples: random DFGs with the labels that a teacher found for them, one JSON line each.

A file grows by whole lines, so that an interrupted run goes on where it stopped: a last line
without its end is the trace of an interrupted write, and is dropped. A DFG without labels leaves a
line too, so that it is not tried again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from heuristics.labels.arrays import fingerprint
from learn.common.line_file import LineFile, Lines
from models.data.dfg import Dfg
from models.errors import InputError

if TYPE_CHECKING:
    from heuristics.labels.flow import Flow
    from heuristics.labels.labels import Labels
    from models.data.architecture import Architecture

SAMPLE_TAG = "xyzmap/label-sample/1"
HELD_OUT = 5
"""Of HELD_OUT consecutive seeds one is held out: its DFG never trains anything."""

Teacher = Literal["annealing", "optimal", "planted"]

DRAWN = "random"
"""The array of a sample is drawn: `random:SEED`, with the sample's seed."""


class SampleLabels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four labels as lists, in the order of the flow's operations, pairs and edges."""

    order: tuple[float, ...]
    association: tuple[float, ...]
    spatial: tuple[float, ...]
    temporal: tuple[float, ...]


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A DFG and its labels; without labels the teacher found none, for the reason in `note`.

    `fingerprint` identifies the array `arch`, whose name may change. `seed` made the DFG. `ii` is
    the II of the mappings from which the labels were read, `lower` a lower bound of it,
    `candidates` the number of averaged mappings, `score` the value of the filter (e = O + σ·N in
    LISA), `tiles` the tile of each operation in the best of them.
    """

    arch: str
    fingerprint: str
    seed: int
    teacher: Teacher
    dfg: Dfg
    labels: SampleLabels | None = None
    ii: int | None = None
    lower: int | None = None
    candidates: int = 0
    score: float = 0.0
    note: str = ""
    tiles: tuple[int, ...] = ()

    @cached_property
    def flow(self) -> Flow:
        """The DFG as the networks see it."""
        from heuristics.labels.flow import Flow

        return Flow.of(self.dfg)

    @property
    def held_out(self) -> bool:
        """Whether this sample is kept for measuring accuracy; decided by the DFG's seed alone."""
        return self.seed % HELD_OUT == 0

    def targets(self) -> Labels:
        """Return the labels as arrays. Raises `InputError` where they do not fit the DFG."""
        from heuristics.labels.labels import require_fit

        if self.labels is None:
            raise InputError("this sample has no labels", "$.labels")
        labels = labels_from_lists(self.labels)
        require_fit(self.flow, labels)
        return labels


def labels_from_lists(lists: SampleLabels) -> Labels:
    """Return labels as arrays."""
    import numpy as np

    from heuristics.labels.labels import Labels

    order, association, spatial, temporal = (
        np.array(numbers, dtype=float) for numbers in msgspec.structs.astuple(lists)
    )
    return Labels(order, association, spatial, temporal)


def labels_to_lists(labels: Labels) -> SampleLabels:
    """Return labels for writing: with four decimals, more than their accuracy."""
    names = SampleLabels.__struct_fields__
    return SampleLabels(
        *(tuple(round(float(x), 4) for x in getattr(labels, name)) for name in names)
    )


def _require_labels(sample: Sample) -> None:
    if sample.labels is not None:
        sample.targets()


LINES = Lines(SAMPLE_TAG, Sample, _require_labels)
sample_to_line, sample_from_line, read_samples = LINES.write, LINES.read, LINES.samples


def own_array(spec: str, seed: int) -> str:
    """Return the array of the sample of a seed: the named one, or a drawn one."""
    return f"{DRAWN}:{seed}" if spec == DRAWN else spec


def require_array(samples: Sequence[Sample], arch: Architecture, spec: str, path: str) -> None:
    """Raise `InputError` where a sample is of another array than `arch`, which is called `spec`.

    Samples of drawn arrays are each of another one.
    """
    if spec == DRAWN:
        for sample in samples:
            if sample.arch != own_array(spec, sample.seed):
                raise InputError(f"has samples of '{sample.arch}', not of drawn arrays", path)
        return
    wanted = fingerprint(arch)
    for sample in samples:
        if sample.fingerprint != wanted:
            other = "another array of that name" if sample.arch == spec else f"'{sample.arch}'"
            raise InputError(f"has samples of {other}, not of '{spec}'", path)


def require_teacher(samples: Sequence[Sample], teacher: Teacher, path: str) -> None:
    """Raise `InputError` where a sample is of another teacher."""
    for sample in samples:
        if sample.teacher != teacher:
            raise InputError(f"has samples of the teacher '{sample.teacher}'", path)


class SampleFile(LineFile[Sample]):
    """A file that samples of labels are added to."""

    def __init__(self, path: str) -> None:
        super().__init__(path, LINES)
