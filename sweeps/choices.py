"""Options of a command as a sweep gives them: `contexts = [1, 2]` instead of `--contexts 1`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import InputError, known
from models.formats.text_files import read_bytes
from shell.options import BadValueError, Options, meant_option, options_of
from shell.options import Option as Known

OWN = {
    "time_limit": "a key of the sweep",
    "store": "kept between runs, and jobs share nothing",
    "out": "the sweep itself keeps the answers of jobs",
    "certificate": "'verify = true' has it written and re-checked",
}
"""Options that no job may have besides output files, with reasons."""


MOST_VALUES = 1_000_000
PROGRAM = re.compile(r":\s*command\b")
"""A program in the name of a solver, `dimacs:command='kissat -q'`."""


@dataclass(frozen=True)
class File:
    """A file that belongs to the job; `name` is its name in the TOML file."""

    path: Path
    data: bytes
    name: str


@dataclass(frozen=True)
class Option:
    """One value of an option; it is given once for each of `words`, or alone where that is None."""

    name: str
    value: Any
    words: tuple[str | File | None, ...]


def typed(option: Option) -> list[str]:
    """Return the word on the command line for a value, in the folder of the TOML file."""
    flag = f"--{_hyphens(option.name)}"
    texts = [word.name if isinstance(word, File) else word for word in option.words]
    return [flag if text is None else f"{flag}={text}" for text in texts]


def words_of(option: Option, folder: str) -> list[str]:
    """Return an option as command-line words; files lie in `folder`."""
    flag = f"--{_hyphens(option.name)}"
    places = dict(zip(option.words, paths_of(option, folder), strict=True))
    return [flag if word is None else f"{flag}={places[word] or word}" for word in option.words]


def paths_of(option: Option, folder: str) -> list[str | None]:
    """Return the path in `folder` of each word that is a file; None for other words."""
    return [
        f"{folder}/{number}/{word.path.name}" if isinstance(word, File) else None
        for number, word in enumerate(option.words)
    ]


def choices(
    name: str,
    value: object,
    question: str,
    kind: type[Options],
    folder: Path,
    where: str,
    *,
    programs: bool = False,
) -> list[Option]:
    """Return the values of an option: those of a list or of a range, or the only one.

    A value that names a program to run is refused unless `programs`.

    A list within the list gives the option several times; true gives it without a value, false
    omits it. Raises `InputError` for values that the question refuses.
    """
    one = _option(name, question, kind, where)
    value = _ranged(value, where) if isinstance(value, dict) else value
    listed = value if isinstance(value, list) else [value]
    if not listed:
        raise InputError("an empty list leaves nothing to do; leave the option out", where)
    found = []
    for each in listed:
        words = tuple(_words(each, one, folder, where))
        _check(words, one, where)
        if not programs:
            _require_no_program(words, where)
        found.append(Option(name, each, words))
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


def _option(name: str, question: str, kind: type[Options], where: str) -> Known:
    """Return the definition of an option that a job may have."""
    known_options = {one.name.replace("-", "_"): one for one in options_of(kind).values()}
    allowed = {
        key
        for key, one in known_options.items()
        if key not in OWN and one.group != "output" and not one.role.startswith("output")
    }
    key = name.replace("-", "_")
    if key in OWN:
        raise InputError(f"no option of a job: {OWN[key]}", where)
    if key not in allowed:
        near = meant_option(name, allowed) or name
        raise InputError(f"{question} has no option '{name}'{known(allowed, 99, word=near)}", where)
    return known_options[key]


def _words(value: object, one: Known, folder: Path, where: str) -> list[Any]:
    if isinstance(value, bool) and one.choices:
        return ["on" if value else "off"]
    if isinstance(value, bool):
        return [None] if value else []
    if isinstance(value, list) and value:
        return [word for each in value for word in _words(each, one, folder, where)]
    if not isinstance(value, str | int | float):
        raise InputError(f"{value!r} is no text, number, truth value or list of them", where)
    if one.role == "input file" and isinstance(value, str):
        path = folder / value
        if not path.is_file():
            raise InputError(f"no such file: '{path}'", where)
        return [File(path, read_bytes(str(path)), value)]
    return [str(value)]


def _check(words: tuple[str | File | None, ...], one: Known, where: str) -> None:
    """Raise `InputError` for values that the question refuses."""
    flag = one.metavar is None and not one.choices
    for word in words:
        if (word is None) != flag:
            raise InputError("is true or false" if flag else "needs a value", where)
        if isinstance(word, str):
            try:
                one.convert(word)
            except BadValueError as error:
                raise InputError(str(error), where) from None


def _require_no_program(words: tuple[str | File | None, ...], where: str) -> None:
    """Raise `InputError` for a value that names a program: the file may come from others."""
    for word in words:
        if isinstance(word, str) and PROGRAM.search(word):
            what = f"'{word}' names a program to run; --allow-programs lets this file do so"
            raise InputError(what, where)


def _hyphens(name: str) -> str:
    return name.replace("_", "-")
