"""What was measured for a page: a row for each measurement, in `docs/results/data/PAGE.jsonl`.

The first line says with which options the page was made, every other one is a `Row`. A page is
made of its rows alone.
"""

from __future__ import annotations

import datetime
import functools
import json
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from bench.sources import ROOMS, ROOT
from models.errors import InputError
from models.formats.text_files import make_folder, read_bytes, write_text
from solvers.questions.entries import Entry, processor

PACKAGES = (
    *("python-sat", "ortools", "pyomo", "highspy", "numpy", "numba", "msgspec", "networkx"),
    *("scipy", "torch", "torch-geometric", "optuna", "scikit-learn", "dask", "distributed"),
)
SEED = re.compile(r"--seed[ =](\d+)")
VALUES = ("value", "ii", "interval", "cycles", "total")
BOUNDS = ("bound", "lower_bound", "at_least", "lower")
DECIDED = ("decided", "found_by", "lower_bound_reason")


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where and of what code a measurement is: `code` is a digest of what the page measures."""

    commit: str
    code: str
    machine: str
    versions: str
    date: str


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One measurement; None stands for what there is not.

    `case` is what the answer depends on besides the words of a command, which are `options`.
    `answer` is all that was kept; `status` to `decided` are what questions have in common, read
    from it. Seconds are wall time, memory is in megabytes.
    """

    page: str
    case: dict[str, Any]
    options: str | None
    seed: int | None
    status: str | None
    value: float | int | None
    bound: float | int | None
    seconds: float | int | None
    memory: float | int | None
    decided: str | None
    answer: dict[str, Any]
    origin: Origin

    @property
    def key(self) -> dict[str, Any]:
        """What was asked."""
        return self.case if self.options is None else {"words": self.options, **self.case}


class Measured(msgspec.Struct, frozen=True):
    """The rows of a page, and the words that its command was given."""

    page: str
    arguments: list[str]
    rows: list[Row]


def row(page: str, key: Mapping[str, Any], answer: Entry, origin: Origin) -> Row:
    """Return the row of an answer."""
    case = {name: value for name, value in key.items() if name != "words"}
    words = key.get("words")
    seeds = SEED.findall(words or "")
    seed = int(seeds[-1]) if seeds else key.get("seed", answer.get("seed"))
    return Row(
        page=page,
        case=case,
        options=words,
        seed=seed if isinstance(seed, int) else None,
        status=_first(answer, ("status", "result"), str),
        value=_first(answer, VALUES, int | float),
        bound=_first(answer, BOUNDS, int | float),
        seconds=_first(answer, ("seconds",), int | float),
        memory=_first(answer, ("megabytes",), int | float),
        decided=_first(answer, DECIDED, str),
        answer=answer,
        origin=origin,
    )


def _first(answer: Entry, names: Iterable[str], kind: Any) -> Any:
    for name in names:
        value = answer.get(name)
        if isinstance(value, kind) and not isinstance(value, bool):
            return value
    return None


def name(key: Mapping[str, Any]) -> str:
    """Return a text that is the same for the same key."""
    return json.dumps(key, sort_keys=True, default=str)


def write(folder: Path, measured: Measured) -> Path:
    """Write the rows, in the order of what was asked."""
    path = folder / "data" / f"{measured.page}.jsonl"
    make_folder(str(folder))
    make_folder(str(path.parent))
    head = {"page": measured.page, "arguments": measured.arguments, "rows": len(measured.rows)}
    rows = sorted(measured.rows, key=lambda each: name(each.key))
    lines = [json.dumps(head), *(msgspec.json.encode(each).decode() for each in rows)]
    write_text(str(path), "".join(f"{line}\n" for line in lines))
    return path


def read(path: Path) -> Measured:
    """Return what a file has; raises `InputError` where it is damaged or something else."""
    try:
        first, *others = read_bytes(str(path)).decode().splitlines()
        head = json.loads(first)
        rows = [msgspec.json.decode(line, type=Row) for line in others]
        if len(rows) != head["rows"] or any(each.page != head["page"] for each in rows):
            raise ValueError
        return Measured(head["page"], head["arguments"], rows)
    except InputError:
        raise
    except (ValueError, TypeError, KeyError, UnicodeDecodeError, msgspec.MsgspecError):
        advice = "not the measurements of a page: measure it again, or take the file of a release"
        raise InputError(advice, str(path)) from None


@functools.cache
def origin(code: str) -> Origin:
    """Return where this process measures, today."""
    return Origin(commit(), code, machine(), versions(*PACKAGES), datetime.date.today().isoformat())


def machine() -> str:
    """Return the processor, the number of cores, and the version of Python."""
    return f"{processor()}; Python {platform.python_version()}"


def versions(*packages: str) -> str:
    """Return the versions of those of the packages that are installed."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def commit() -> str:
    """Return the last commit that changed what is measured, with a + where it was changed since."""
    try:
        last = _git("log", "-1", "--format=%h", "--abbrev=10", "--", *ROOMS)
        changed = _git("status", "--porcelain", "--", *ROOMS)
    except OSError:
        return "unknown"
    return last + "+" * bool(changed) or "unknown"


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False
    )
    return done.stdout.strip()
