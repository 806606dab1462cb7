"""Samples: random programs with the results of mapping them on some arrays, one JSON line each.

A line is a program, so that no program both trains and measures: those of seeds divisible by 5 are
held out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from learn.common.line_file import Lines
from models.data.dfg import Dfg
from models.errors import InputError

if TYPE_CHECKING:
    from programs.intervals.programs import Labelled

SAMPLE_TAG = "xyzmap/interval-sample/1"
HELD_OUT = 5
"""Of HELD_OUT consecutive seeds one is held out: its program never trains anything."""


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An array, by its name, and the result of mapping the line's program there.

    `mii` is the arithmetic bound; `ii` and `filling` are cycles, None where no mapping was found,
    with the reason in `why`. `seconds` is the time of mapping.
    """

    array: str
    mii: int | None = None
    ii: int | None = None
    filling: int | None = None
    seconds: float = 0.0
    why: str = ""


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A program, by the seed that made it and by its graph, with a pair for each array."""

    seed: int
    how: str
    dfg: Dfg
    pairs: tuple[Pair, ...]

    @property
    def labels(self) -> tuple[Pair, ...] | None:
        """The pairs that were mapped, None where none was."""
        return tuple(pair for pair in self.pairs if pair.ii is not None) or None

    @property
    def held_out(self) -> bool:
        """Whether this sample is kept for measuring; decided by the program's seed alone."""
        return self.seed % HELD_OUT == 0


def sample_of(seed: int, labelled: Labelled) -> Sample:
    """Return the sample of a labelled program."""
    pairs = (
        Pair(name, label.mii, label.ii, label.filling, label.seconds, label.why)
        for name, label in labelled.labels.items()
    )
    return Sample(seed, labelled.how, labelled.dfg, tuple(pairs))


def _require_cycles(sample: Sample) -> None:
    for pair in sample.pairs:
        if (pair.ii is not None and pair.ii < 1) or (pair.filling is not None and pair.filling < 0):
            raise InputError(f"no such cycles: ii {pair.ii}, filling {pair.filling}", "$.pairs")


LINES = Lines(SAMPLE_TAG, Sample, _require_cycles)
sample_to_line, sample_from_line = LINES.write, LINES.read
