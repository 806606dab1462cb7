"""Files of samples, one JSON line per seed, that grow by whole lines.

An interrupted run goes on where it stopped: a last line without its end is the trace of an
interrupted write, and is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, Generic, Protocol, TypeVar

import msgspec

from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, to_plain
from models.formats.native_json import dfg_from_json, dfg_to_json
from models.formats.text_files import decode_text, read_bytes


class Seeded(Protocol):
    """A structure with the DFG that a seed became."""

    @property
    def seed(self) -> int:
        """The seed."""
        ...

    @property
    def dfg(self) -> Dfg:
        """The graph."""
        ...


Item = TypeVar("Item", bound=Seeded)


@dataclass(frozen=True)
class Lines(Generic[Item]):
    """The format of samples of a type: lines of the schema `tag`.

    `require` raises `InputError` where the members of a sample contradict each other.
    """

    tag: str
    kind: type[Item]
    require: Callable[[Item], object] = lambda sample: None

    def write(self, sample: Item) -> str:
        """Return a sample as one line of JSON, with its line end.

        Raises `InputError` on numbers that JSON lacks.
        """
        members = {"schema": self.tag, **to_plain(sample)}
        members["dfg"] = json.loads(dfg_to_json(sample.dfg))
        try:
            return json.dumps(members, ensure_ascii=False, allow_nan=False) + "\n"
        except ValueError:
            raise InputError("a label is not a finite number", f"sample {sample.seed}") from None

    def read(self, line: str | bytes, where: str) -> Item:
        """Return the sample in a line, called `where` in errors. Raises `InputError`."""
        raw = decode_tagged(line, self.tag, where)
        if "dfg" not in raw:
            raise InputError("missing", f"{where}: $.dfg")
        dfg = dfg_from_json(msgspec.json.encode(raw["dfg"]), f"{where}: $.dfg")
        sample = convert({**raw, "dfg": to_plain(dfg)}, self.kind, where)
        try:
            self.require(sample)
        except InputError as error:
            raise error.inside(where) from None
        return sample

    @property
    def start(self) -> bytes:
        """The beginning of every line."""
        return f'{{"schema": "{self.tag}"'.encode()

    def samples(self, path: str) -> list[Item]:
        """Return the samples of a file, without an incomplete last line.

        Raises `InputError` naming the line: a broken one, or a seed that comes twice.
        """
        return self.parsed(path)[0]

    def parsed(self, path: str) -> tuple[list[Item], int]:
        """Return the samples of a file, and the number of bytes that hold them."""
        data = read_bytes(path)
        samples: list[Item] = []
        seen: dict[int, int] = {}
        size = 0
        for number, line in enumerate(data.splitlines(keepends=True), 1):
            where = f"{path}: line {number}"
            whole = line.endswith(b"\n")
            if line.strip():
                try:
                    sample = self.read(decode_text(line, where).strip(), where)
                except InputError:
                    if not whole and self._cut_off(line):
                        break
                    raise
                if sample.seed in seen:
                    first = seen[sample.seed]
                    raise InputError(f"seed {sample.seed} is already in line {first}", where)
                seen[sample.seed] = number
                samples.append(sample)
            size += len(line)
        return samples, size

    def _cut_off(self, line: bytes) -> bool:
        """Whether a line begins like a sample and is no JSON: the trace of an interrupted write."""
        try:
            json.loads(line)
        except ValueError:
            return line.startswith(self.start) or self.start.startswith(line)
        return False


class LineFile(Generic[Item]):
    """A file to which samples are added; a missing one is created.

    Drops the incomplete line of an interrupted write. `seeds` are the finished ones.
    Raises `InputError` for a file that cannot be written, and while another process adds to it.
    """

    def __init__(self, path: str, lines: Lines[Item]) -> None:
        self.path, self.lines = path, lines
        self.samples: list[Item] = []
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
        """Read the present samples, and end the file with a whole line."""
        _lock(self._file, self.path)
        self.samples, size = self.lines.parsed(self.path)
        self._file.truncate(size)
        if size and not read_bytes(self.path).endswith(b"\n"):
            self._file.write(b"\n")

    @property
    def seeds(self) -> set[int]:
        """The seeds that need no more work."""
        return {sample.seed for sample in self.samples}

    def append(self, sample: Item) -> None:
        """Add a sample and flush the file; `InputError` if that fails."""
        line = self.lines.write(sample).encode()
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror}", self.path) from None
        self.samples.append(sample)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> LineFile[Item]:
        return self

    def __exit__(self, *_: object) -> None:
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
