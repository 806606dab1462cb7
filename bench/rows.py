"""Rows of measurements, and the files that keep them: one JSON object a line.

The first line of a file names the page, the origins (commit, date, machine, versions), and the
commands. Every other line is a row: the case, the answer, and the numbers of its command and of its
origin, from 0 on.
"""

from __future__ import annotations

import datetime
import functools
import json
import platform
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from bench.process import Answer
from models.errors import InputError
from models.formats.text_files import make_folder, read_bytes, write_text
from solvers.questions.provenance import processor

ROOT = Path(__file__).resolve().parents[1]
ROOMS = "archs encoders examples heuristics learn models programs solvers".split()
"""The product: a row names the last commit that changed any of it."""
PACKAGES = (
    *("python-sat", "ortools", "pyomo", "highspy", "numpy", "msgspec", "networkx"),
    *("scipy", "torch", "optuna", "scikit-learn", "dask", "distributed"),
)
FIELDS = ("case", "answer", "command", "origin")
Case = Mapping[str, Any]
"""Names a row within its page."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where, when and of which commit a row was measured."""

    commit: str
    date: str
    machine: str
    versions: str


class Row(msgspec.Struct, frozen=True):
    """A measurement: `case` names it within its page, `command` is what was run."""

    case: Case
    command: str
    answer: Answer
    origin: Origin

    def __getitem__(self, name: str) -> Any:
        """Return a field of the case, or of the answer."""
        return self.case[name] if name in self.case else self.answer[name]


class Rows(list[Row]):
    """The rows of a page, in its order."""

    def where(self, **case: object) -> Rows:
        """Return the rows whose cases have these values."""
        return Rows(row for row in self if has(row.case, case))

    def first(self, **case: object) -> Row | None:
        """Return the first of these rows, None where it was not measured."""
        return next(iter(self.where(**case)), None)

    def by(self, *names: str) -> dict[tuple[Any, ...], Rows]:
        """Return the rows in groups, by these fields of their cases."""
        found: dict[tuple[Any, ...], Rows] = {}
        for row in self:
            found.setdefault(tuple(row.case.get(name) for name in names), Rows()).append(row)
        return found

    def values(self, name: str) -> list[Any]:
        """Return the different values of a field of the cases, in their order."""
        return list(dict.fromkeys(row.case[name] for row in self if name in row.case))

    def numbers(self, name: str) -> list[float]:
        """Return what is known of a field."""
        return [row[name] for row in self if row[name] is not None]


def has(case: Case, some: Case) -> bool:
    """Return whether a case has all these values."""
    return all(case.get(name) == value for name, value in some.items())


def write(path: Path, page: str, rows: Iterable[Row]) -> None:
    """Write the rows of a page."""
    rows = list(rows)
    origins = list(dict.fromkeys(row.origin for row in rows))
    commands = list(dict.fromkeys(row.command for row in rows))
    head: dict[str, object] = {"page": page, "rows": len(rows), "row": FIELDS}
    head |= {"origins": msgspec.to_builtins(origins), "commands": commands}
    lines: list[object] = [head]
    for row in rows:
        numbers = (commands.index(row.command), origins.index(row.origin))
        lines.append([row.case, row.answer, *numbers])
    make_folder(str(path.parent))
    text = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    write_text(str(path), "".join(f"{line}\n" for line in text))


def read(path: Path) -> Rows:
    """Return the rows of a file; raises `InputError` where it is something else."""
    return Rows(_read(path)) if path.exists() else Rows()


def _read(path: Path) -> Iterator[Row]:
    try:
        first, *others = read_bytes(str(path)).decode().splitlines()
        head = json.loads(first)
        origins = msgspec.convert(head["origins"], list[Origin])
        if len(others) != head["rows"]:
            raise ValueError
        for line in others:
            case, answer, command, origin = json.loads(line)
            yield Row(case, head["commands"][command], answer, origins[origin])
    except InputError:
        raise
    except (ValueError, TypeError, LookupError, msgspec.MsgspecError):
        raise InputError("not the rows of a page: take the file of a release", str(path)) from None


@functools.cache
def here() -> Origin:
    """Return the origin of what is measured by this process."""
    machine = f"{processor()}; Python {platform.python_version()}"
    return Origin(commit(), datetime.date.today().isoformat(), machine, versions())


def versions() -> str:
    """Return the versions of the packages that answer, as far as they are installed."""
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def commit() -> str:
    """Return the last commit that changed the product, with a + where it was changed since."""
    try:
        last = _git("log", "-1", "--format=%h", "--abbrev=10", "--", *ROOMS)
        changed = _git("status", "--porcelain", "--", *ROOMS)
    except OSError:
        return "unknown"
    return last + "+" * bool(changed) or "unknown"


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
