"""Samples: random DFGs with the labels that a teacher found for them, one JSON line each.

A file grows by whole lines, so that a run which was interrupted goes on where it stopped: a last
line without its end is what an interrupted write left, and is dropped. A DFG for which the teacher
found nothing leaves a line without labels, so that it is not tried again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import msgspec

from heuristics.labels.arrays import fingerprint
from models.dfg import Dfg
from models.dfg_json import dfg_from_json, dfg_to_json
from models.errors import InputError
from models.json_text import convert, decode_tagged, to_plain
from models.text_files import decode_text, read_bytes

if TYPE_CHECKING:
    from types import TracebackType

    from heuristics.labels.flow import Flow
    from heuristics.labels.labels import Labels
    from models.architecture import Architecture

SAMPLE_TAG = "xyzmap/label-sample/1"
LINE_START = f'{{"schema": "{SAMPLE_TAG}"'.encode()
HELD_OUT = 5
"""Of every so many consecutive seeds one is held out: its DFG never trains anything."""

Teacher = Literal["annealing", "optimal"]


class SampleLabels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four labels as lists, in the order of the flow's operations, pairs and edges."""

    order: tuple[float, ...]
    association: tuple[float, ...]
    spatial: tuple[float, ...]
    temporal: tuple[float, ...]


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A DFG and its labels; without labels the teacher found none, and `note` says why.

    `fingerprint` tells the array `arch` apart, whatever is called so by now. `seed` made the DFG.
    `ii` is the interval of the mappings that the labels were read off, `lower` a lower bound of it,
    `candidates` how many mappings were averaged, `score` the value of the filter (e = O + σ·N in
    LISA).
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

    return Labels(
        *(np.array(getattr(lists, name), dtype=float) for name in lists.__struct_fields__)
    )


def labels_to_lists(labels: Labels) -> SampleLabels:
    """Return labels as they are written: with four decimals, which is more than they mean."""
    names = SampleLabels.__struct_fields__
    return SampleLabels(
        *(tuple(round(float(x), 4) for x in getattr(labels, name)) for name in names)
    )


def sample_to_line(sample: Sample) -> str:
    """Return a sample as one line of JSON, with its line end.

    Raises `InputError` on numbers that JSON lacks.
    """
    members = {"schema": SAMPLE_TAG, **to_plain(sample)}
    members["dfg"] = json.loads(dfg_to_json(sample.dfg))
    try:
        return json.dumps(members, ensure_ascii=False, allow_nan=False) + "\n"
    except ValueError:
        raise InputError("a label is not a finite number", f"sample {sample.seed}") from None


def sample_from_line(line: str | bytes, where: str) -> Sample:
    """Return the sample in a line. Raises `InputError` on any other text."""
    raw = decode_tagged(line, SAMPLE_TAG, where)
    members: dict[str, Any] = {**raw, "dfg": None}
    if "dfg" not in raw:
        raise InputError("missing", f"{where}: $.dfg")
    dfg = dfg_from_json(msgspec.json.encode(raw["dfg"]), f"{where}: $.dfg")
    members["dfg"] = to_plain(dfg)
    sample = convert(members, Sample, where)
    if sample.labels is not None:
        try:
            sample.targets()
        except InputError as error:
            raise error.inside(where) from None
    return sample


def read_samples(path: str) -> list[Sample]:
    """Return the samples of a file, without a last line that was not written to its end.

    Raises `InputError` naming the line: a broken one, or a seed that comes twice.
    """
    return _parsed(path)[0]


def require_array(samples: Sequence[Sample], arch: Architecture, spec: str, path: str) -> None:
    """Raise `InputError` where a sample is of another array than `arch`, which is called `spec`."""
    wanted = fingerprint(arch)
    for sample in samples:
        if sample.fingerprint != wanted:
            other = "another array of that name" if sample.arch == spec else f"'{sample.arch}'"
            raise InputError(f"has samples of {other}, not of '{spec}'", path)


class SampleFile:
    """A file that samples are added to; a missing one is created.

    Drops what an interrupted write left at the end. `seeds` are those that are done.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.samples: list[Sample] = []
        try:
            self._file = open(path, "ab")  # noqa: SIM115  # closed by `close`
            try:
                self._continue()
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror}", path) from None

    def _continue(self) -> None:
        """Read what is there, and end it with a whole line."""
        _lock(self._file, self.path)
        self.samples, size = _parsed(self.path)
        self._file.truncate(size)
        if size and not read_bytes(self.path).endswith(b"\n"):
            self._file.write(b"\n")

    @property
    def seeds(self) -> set[int]:
        """The seeds that need no more work."""
        return {sample.seed for sample in self.samples}

    def append(self, sample: Sample) -> None:
        """Add a sample; when this returns, the line is in the file."""
        line = sample_to_line(sample).encode()
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror}", self.path) from None
        self.samples.append(sample)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> SampleFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _lock(file: BinaryIO, path: str) -> None:
    """Keep other processes from adding samples. Raises `InputError` while one does."""
    try:
        import fcntl
    except ImportError:  # no such locks here
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError("another process is adding samples to it", path) from None


def _parsed(path: str) -> tuple[list[Sample], int]:
    """Return the samples of a file, and how many of its bytes hold them."""
    data = read_bytes(path)
    samples: list[Sample] = []
    seen: dict[int, int] = {}
    size = 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        where = f"{path}: line {number}"
        whole = line.endswith(b"\n")
        if line.strip():
            try:
                sample = sample_from_line(decode_text(line, where).strip(), where)
            except InputError:
                if not whole and _cut_off(line):
                    break
                raise
            if sample.seed in seen:
                first = seen[sample.seed]
                raise InputError(f"seed {sample.seed} is already in line {first}", where)
            seen[sample.seed] = number
            samples.append(sample)
        size += len(line)
    return samples, size


def _cut_off(line: bytes) -> bool:
    """Whether a line begins like a sample and is no JSON: what an interrupted write leaves."""
    try:
        json.loads(line)
    except ValueError:
        return line.startswith(LINE_START) or LINE_START.startswith(line)
    return False
