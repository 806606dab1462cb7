"""Options as typed values: a field gives its meaning, unit, range and default once.

A question has a frozen dataclass of options, made of the fields below. Command lines, keywords of
the library, sweeps and the reference pages come from the same fields. A field converts words of a
command line and values of Python by the same rules, so both are refused with the same line.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import get_annotations
from math import inf
from numbers import Integral, Real
from typing import Any, Literal, TypeVar, get_args

from models.errors import InputError, meant

MOST = 1_000_000
"""The largest number of cycles, contexts, movements and the like."""
LARGEST = (1 << 31) - 1
"""The largest seed: all solvers take it."""

SEED = "of random choices, from 0 to 2147483647"
JSON = "print the answer as one JSON object, and nothing else on stdout"
OUT = "write FILE: "
FOLDER = "write into DIR: "
"""Shared help texts of options with the same meaning in all commands."""

Role = Literal[
    "value",
    "input file",
    "output file",
    "output folder",
    "output certificate",
    "picture",
    "plot",
]
"""The role of a value as a path; a certificate is a folder without other files."""
Convert = Callable[[object], Any]


ANNOTATED = ("",)
"""Stands for the words of a field's annotation."""


class BadValueError(ValueError):
    """A value that an option does not take; the message is the end of a line."""


@dataclass(frozen=True)
class Option:
    """A field of options; `convert` raises `BadValueError`.

    `name` is its name on the command line and in sweeps, without dashes; `short` is one with a
    single dash. `metavar` None makes a flag; one that `negates` makes the value false. A command
    line without a `required` option is refused. Options of one group that are `exclusive` exclude
    each other. One that repeats is given once for each value; `several` values may also follow it
    at once. Options that are not for `python` belong to the command line only. The help of one that
    `tells_default` ends with its default.
    """

    name: str
    about: str
    convert: Convert
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    group: str | None = None
    exclusive: bool = False
    repeat: bool = False
    several: bool = False
    negates: bool = False
    short: str | None = None
    role: Role = "value"
    required: bool = False
    python: bool = True
    tells_default: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        """The words of the command line that name it."""
        long = f"--{self.name}"
        return (long,) if self.short is None else (f"-{self.short}", long)


def option(default: object, convert: Convert, about: str, **more: Any) -> Any:
    """Return a dataclass field; `more` are members of `Option`. Its name may be left out."""
    given = {"name": "", "tells_default": "default" not in about, **more}
    return dataclasses.field(
        default=default, metadata={"option": Option(about=about, convert=convert, **given)}
    )


def flag(about: str, **more: Any) -> Any:
    """Return a field that is false unless it is given."""
    return option(False, _truth, about, **more)


def unless(name: str, about: str, **more: Any) -> Any:
    """Return a field that is true unless the flag `name` is given."""
    return option(True, _truth, about, name=name, negates=True, **more)


def switch(about: str, **more: Any) -> Any:
    """Return a field that is true, and `on` or `off` on the command line."""
    return option(True, _on_or_off, about, choices=("on", "off"), **more)


def whole(
    about: str,
    metavar: str,
    default: int | None = None,
    *,
    low: int = 1,
    high: int = MOST,
    **more: Any,
) -> Any:
    """Return a field of a whole number from `low` to `high`."""
    return option(default, whole_number(low, high), about, metavar=metavar, **more)


def number(
    about: str,
    metavar: str,
    default: float | None = None,
    *,
    low: float = 0.0,
    high: float = inf,
    above: bool = False,
    **more: Any,
) -> Any:
    """Return a field of a finite number from `low` to `high`; not `low` itself if `above`."""
    return option(default, _real(low, high, above), about, metavar=metavar, **more)


def seconds(about: str, default: float | None = None, **more: Any) -> Any:
    """Return a field of a positive number of seconds."""
    return option(default, _seconds, about, **{"metavar": "SECONDS", **more})


def seed(default: int = 0, **more: Any) -> Any:
    """Return the field of `--seed`: a number that every solver takes for a seed."""
    more = {"name": "seed", "group": "search", **more}
    return option(default, whole_number(0, LARGEST), SEED, metavar="S", **more)


def choice(about: str, default: str | None = None, **more: Any) -> Any:
    """Return a field of one of several words: those of the `Literal` that it is annotated with."""
    return option(default, plain_text, about, choices=ANNOTATED, **more)


def text(about: str, metavar: str, default: str | None = None, **more: Any) -> Any:
    """Return a field of text."""
    return option(default, plain_text, about, metavar=metavar, **more)


def texts(about: str, metavar: str, **more: Any) -> Any:
    """Return a field of any number of texts, given one by one."""
    return option((), listed(plain_text), about, metavar=metavar, repeat=True, **more)


def numbers(about: str, metavar: str, default: tuple[int, ...] | None = None, **more: Any) -> Any:
    """Return a field of positive whole numbers, `8,9` on the command line."""
    return option(default, _numbers, about, metavar=metavar, **more)


def file(about: str, role: Role, metavar: str | None = None, **more: Any) -> Any:
    """Return a field that names a file or a folder; an existing one may be replaced.

    Pictures and plots may be given several times, such as one as SVG and one as PDF.
    """
    word = metavar or ("DIR" if role in ("output folder", "output certificate") else "FILE")
    more = {"repeat": role in ("picture", "plot"), **more}
    convert = listed(_path) if more["repeat"] else _path
    return option(None, convert, about, metavar=word, role=role, **more)


def json_flag(**more: Any) -> Any:
    """Return the field of `--json`."""
    return flag(JSON, name="json", group="output", python=False, **more)


def out_file(what: str, **more: Any) -> Any:
    """Return the field of `--out`, the file that a command writes."""
    given = {"role": "output file", "name": "out", "group": "output", "repeat": False, **more}
    return file(OUT + what, **given)


def out_folder(what: str, **more: Any) -> Any:
    """Return the field of `--folder`, the folder that a command writes into."""
    return file(FOLDER + what, "output folder", name="folder", **{"group": "output", **more})


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a question; all values are converted and within their ranges.

    Raises `InputError` for any other value.
    """

    def __post_init__(self) -> None:
        """Convert every value, so that equal options are equal however they were written."""
        for name, one in options_of(type(self)).items():
            value = getattr(self, name)
            if value is None:
                if one.required:
                    raise InputError(f"--{one.name} is required")
                continue
            try:
                object.__setattr__(self, name, one.convert(value))
            except BadValueError as error:
                raise InputError(f"--{one.name}: {error}") from None
        self.require_consistent()

    def require_consistent(self) -> None:
        """Raise `InputError` for values that do not go together."""

    def require_packages(self) -> None:
        """Raise `InputError` if the chosen options need a package that is not installed.

        Commands call it before any work.
        """


Chosen = TypeVar("Chosen", bound=Options)


_KNOWN: dict[type[Options], dict[str, Option]] = {}
"""Cache of the options of each class."""


def options_of(kind: type[Options]) -> dict[str, Option]:
    """Return the options of a class by the names of its fields."""
    if kind in _KNOWN:
        return _KNOWN[kind]
    found = _KNOWN[kind] = {}
    for each in dataclasses.fields(kind):
        one: Option = each.metadata["option"]
        given: dict[str, Any] = {"name": one.name or each.name.replace("_", "-")}
        if one.choices is ANNOTATED:
            words = _annotated(kind, each.name)
            given |= {"choices": words, "convert": _one_of(words)}
        if one.tells_default and _is_told(each.default):
            given["about"] = f"{one.about} (default {_told(each.default)})".lstrip()
        found[each.name] = dataclasses.replace(one, **given)
    return found


def _is_told(default: object) -> bool:
    return default is not None and not isinstance(default, bool) and default != ()


def _told(default: object) -> str:
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return f"{default:g}" if isinstance(default, float) else str(default)


def _annotated(kind: type[Options], name: str) -> tuple[str, ...]:
    """Return the words of the `Literal` in the annotation of a field."""
    owner = next(base for base in kind.__mro__ if name in get_annotations(base))
    # Annotations are texts; only those of choices are evaluated, which name no heavy types.
    annotation = eval(get_annotations(owner)[name], dict(vars(sys.modules[owner.__module__])))
    return tuple(_words_in(annotation))


def _words_in(annotation: object) -> Iterator[str]:
    for part in get_args(annotation):
        if isinstance(part, str):
            yield part
        else:
            yield from _words_in(part)


def from_keywords(kind: type[Chosen], keywords: Mapping[str, object]) -> Chosen:
    """Return the options given by keywords of the library; None stands for the default.

    Raises `InputError` for bad values, and `TypeError` for unknown keywords.
    """
    allowed = [name for name, one in options_of(kind).items() if one.python]
    for name in keywords:
        if name not in allowed:
            near = get_close_matches(name, allowed, 1, 0.6)
            hint = f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(allowed)}"
            raise TypeError(f"unknown option '{name}'{hint}")
    return kind(**{name: value for name, value in keywords.items() if value is not None})


def words_of(options: Options) -> list[str]:
    """Return the words of a command line that give these options, without the defaults."""
    words = []
    for each in dataclasses.fields(options):
        one, value = options_of(type(options))[each.name], getattr(options, each.name)
        if value == each.default:
            continue
        flag = f"--{one.name}"
        if one.metavar is None and not one.choices:
            words.append(flag)
        elif one.repeat:
            words += [word for part in value for word in _words(flag, str(part))]
        else:
            text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            words += _words(flag, "off" if value is False else text)
    return words


def _words(flag: str, value: str) -> list[str]:
    return [f"{flag}={value}"] if value.startswith("-") else [flag, value]


def whole_number(low: int, high: int) -> Convert:
    """Return a converter for a whole number from `low` to `high`."""

    def convert(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, (str, Integral)):
            raise BadValueError(f"{value!r} is no whole number")
        try:
            found = int(value)
        except ValueError:
            what = f"{str(value)[:40]!r} is no whole number"
            raise BadValueError(f"{what}; it must be from {low} to {high}") from None
        if not low <= found <= high:
            raise BadValueError(f"{value} must be from {low} to {high}")
        return found

    return convert


def listed(each: Convert) -> Convert:
    """Return a converter for any number of values, one alone or several in a sequence."""

    def convert(value: object) -> tuple[Any, ...]:
        if isinstance(value, Iterable) and not isinstance(value, (str, bytes, os.PathLike)):
            return tuple(map(each, value))
        return (each(value),)

    return convert


def plain_text(value: object) -> str:
    """Return text, or a path as text. Raises `BadValueError`."""
    if not isinstance(value, (str, os.PathLike)):
        raise BadValueError(f"{value!r} is no text")
    return str(os.fspath(value))


def _numbers(value: object) -> tuple[int, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    found: tuple[int, ...] = listed(whole_number(1, MOST))(parts)
    return found


def _real(low: float, high: float, above: bool) -> Convert:
    least = f"above {low:g}" if above else f"of at least {low:g}"
    most = "" if high == inf else f" and at most {high:g}"

    def convert(value: object) -> float:
        found = _float(value, "number")
        if not low <= found <= high or found == inf or (above and found == low):
            raise BadValueError(f"{value} must be a number {least}{most}")
        return found

    return convert


def _seconds(value: object) -> float:
    found = _float(value, "number of seconds")
    if not 0 < found < 1e9:
        raise BadValueError(f"{value} must be a positive number of seconds")
    return found


def _float(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        raise BadValueError(f"{value!r} is no {what}")
    try:
        return float(value)
    except ValueError:
        raise BadValueError(f"{str(value)[:40]!r} is no {what}, such as 10 or 0.5") from None


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadValueError(f"{value!r} must be True or False")
    return value


def _on_or_off(value: object) -> bool:
    if value in ("on", "off"):
        return value == "on"
    return _truth(value)


def _one_of(words: tuple[str, ...]) -> Convert:
    def convert(value: object) -> str:
        if value not in words:
            known = ", ".join(map(repr, words))
            near = meant(str(value), words)
            raise BadValueError(f"invalid choice: {value!r} (choose from {known}){near}")
        return str(value)

    return convert


def _path(value: object) -> object:
    """Return a path as text; any other object is the content itself, which its reader judges."""
    return os.fspath(value) if isinstance(value, (str, os.PathLike)) else value


@dataclass(frozen=True, kw_only=True)
class ProgressOptions(Options):
    """The option for showing progress."""

    quiet: bool = flag("no progress on stderr", group="output", python=False)


@dataclass(frozen=True, kw_only=True)
class OutputOptions(ProgressOptions):
    """Options of showing an answer."""

    json: bool = json_flag()
