"""Options of a command as a sweep gives them: `contexts = [1, 2]` instead of `--contexts 1`."""

from __future__ import annotations

import argparse
import contextlib
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import InputError, known
from models.formats.text_files import read_bytes

OWN = {
    "time_limit": "a key of the sweep",
    "study": "kept between runs, and jobs share nothing",
    "out": "the sweep keeps what a job writes",
    "certificate": "'verify = true' has it written and re-checked",
}
"""Options that no job may have, and why; those that write files, besides."""


MOST_VALUES = 1_000_000


@dataclass(frozen=True)
class File:
    """A file that goes with the job."""

    path: Path
    data: bytes


@dataclass(frozen=True)
class Option:
    """One value of an option; it is given once for each of `words`, or alone where that is None."""

    name: str
    value: Any
    words: tuple[str | File | None, ...]


def words_of(option: Option, folder: str) -> list[str]:
    """Return what is written on the command line; files lie in `folder`."""
    flag = f"--{_hyphens(option.name)}"
    places = dict(zip(option.words, paths_of(option, folder), strict=True))
    return [flag if word is None else f"{flag}={places[word] or word}" for word in option.words]


def paths_of(option: Option, folder: str) -> list[str | None]:
    """Return where in `folder` each of its words that is a file lies; None for other words."""
    return [
        f"{folder}/{number}/{word.path.name}" if isinstance(word, File) else None
        for number, word in enumerate(option.words)
    ]


def choices(
    name: str,
    value: object,
    parser: argparse.ArgumentParser,
    given: list[str],
    folder: Path,
    where: str,
) -> list[Option]:
    """Return the values of an option: those of a list or of a range, or the only one.

    A list within the list gives the option several times; true gives it without a value, false
    leaves it out. Raises `InputError` for what the command refuses after the words `given`.
    """
    action = _action(name, parser, where)
    value = _ranged(value, where) if isinstance(value, dict) else value
    listed = value if isinstance(value, list) else [value]
    if not listed:
        raise InputError("an empty list leaves nothing to do; leave the option out", where)
    found = []
    for one in listed:
        option = Option(name, one, tuple(_words(one, action, folder, where)))
        _check([*given, *words_of(option, ".")], parser, where)
        found.append(option)
    return found


def _ranged(value: dict[str, object], where: str) -> list[int]:
    """Return the numbers of `{first = 0, count = 30, step = 10}`."""
    numbers = {"first": 0, "step": 1, **value}
    whole = all(type(number) is int for number in numbers.values())
    if set(numbers) != {"first", "step", "count"} or not whole:
        raise InputError("a table is a range: {first = 0, count = 30, step = 10}", where)
    first, step, count = (int(str(numbers[name])) for name in ("first", "step", "count"))
    if not 0 < count <= MOST_VALUES:
        raise InputError(f"a range has 1 to {MOST_VALUES} numbers", where)
    return [first + step * number for number in range(count)]


def _action(name: str, parser: argparse.ArgumentParser, where: str) -> argparse.Action:
    """Return the option of the parser, if a job may have it."""
    # What else argparse offers takes abbreviations, and tells nothing of groups.
    actions = parser._option_string_actions
    written = {
        action.dest
        for group in parser._action_groups
        if group.title == "output"
        for action in group._group_actions
    } | {"help"}
    allowed = {
        flag[2:].replace("-", "_")
        for flag, action in actions.items()
        if flag.startswith("--") and action.dest not in {*written, *OWN}
    }
    key = name.replace("-", "_")
    if key in OWN:
        raise InputError(f"no option of a job: {OWN[key]}", where)
    if key not in allowed:
        raise InputError(f"{parser.prog} has no option '{name}'{known(allowed, 99)}", where)
    return actions[f"--{_hyphens(name)}"]


def _words(value: object, action: argparse.Action, folder: Path, where: str) -> list[Any]:
    if isinstance(value, bool):
        return [None] if value else []
    if isinstance(value, list) and value:
        return [word for one in value for word in _words(one, action, folder, where)]
    if not isinstance(value, str | int | float):
        raise InputError(f"{value!r} is no text, number, truth value or list of them", where)
    path = folder / str(value)
    if "FILE" in str(action.metavar) and isinstance(value, str):
        if path.is_file():
            return [File(path, read_bytes(str(path)))]
        if action.metavar == "FILE":
            raise InputError(f"no such file: '{path}'", where)
    return [str(value)]


def _check(words: list[str], parser: argparse.ArgumentParser, where: str) -> None:
    """Raise `InputError` with what the command itself says against `words`."""
    complaint = io.StringIO()
    try:
        with contextlib.redirect_stderr(complaint):
            parser.parse_args(words)
    except SystemExit:
        line = (complaint.getvalue().strip().splitlines() or ["refused"])[-1]
        raise InputError(line.removesuffix("; see --help"), where) from None


def _hyphens(name: str) -> str:
    return name.replace("_", "-")
