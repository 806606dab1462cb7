"""Options as typed values: a field gives its meaning, unit, range and default once.

A question has a frozen dataclass of options, made of the fields below. Command lines, keywords of
the library, sweeps and the reference pages come from the same fields. A field converts words of a
command line and values of Python by the same rules, so both are refused with the same line.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from math import inf
from typing import Any, Literal, TypeVar, get_args

from models.errors import InputError
from shell.renamed import meant_option as meant_option
from shell.values import MOST as MOST
from shell.values import BadValueError as BadValueError
from shell.values import (
    Convert,
    on_or_off,
    one_of,
    path_or_object,
    real,
    some_seconds,
    truth,
    whole_numbers,
)
from shell.values import listed as listed
from shell.values import plain_text as plain_text
from shell.values import whole_number as whole_number

LARGEST = (1 << 31) - 1
"""The largest seed: all solvers take it."""

SEED = "seed of random choices, from 0 to 2147483647"
JSON = "print the answer as one JSON object, and nothing else on stdout"
OUT = "write FILE: "
FOLDER = "write into DIR: "
DFGMAP = "dfgmap architectures (.txt)"
FOREIGN = "graphs of other tools (DOT, Morpher, SAT-MapIt, CCF)"
OF_FILES = {
    DFGMAP: (".txt", ".dfgmap"),
    FOREIGN: (".dot", ".gv", ".xml", "_nodes", "_edges", "_node.txt", "_edge.txt"),
}
"""Groups of options for files with these endings; without such a file, `--help` leaves them out."""
OPTIONS_FILE = "the options file of the dfgmap format (g.txt)"
PICTURE = "draw as FILE.svg, .pdf or .png: "
PLOT = "plot as FILE.svg, .pdf or .png: "
QUIET = "no progress on stderr"
JOBS = "processes or threads at a time"
STORE = "keep finished work in FILE, and continue from it: "
REPORT = "write an HTML report, "
TIME_LIMIT = "limit for the whole command"
MEMORY_LIMIT = "limit for each process"
CERTIFICATE = "write a certificate that `xyzmap verify` checks"
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
ANNOTATED = ("",)
"""Stands for the words of a field's annotation."""


@dataclass(frozen=True)
class Option:
    """A field of options; `convert` raises `BadValueError`.

    `name` is its name on the command line and in sweeps, without dashes; `short` is one with a
    single dash. `metavar` None makes a flag. A command line without a `required` option is refused.
    Options of one group that are `exclusive` exclude each other. One that repeats is given once for
    each value; `several` values may also follow it at once. Options that are not for `python`
    belong to the command line only. The help of one that `tells_default` ends with its default.
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
    return option(False, truth, about, **more)


def switch(about: str, **more: Any) -> Any:
    """Return a field that is true, and `on` or `off` on the command line."""
    return option(True, on_or_off, about, choices=("on", "off"), **more)


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
    return option(default, real(low, high, above), about, metavar=metavar, **more)


def seconds(about: str, default: float | None = None, **more: Any) -> Any:
    """Return a field of a positive number of seconds."""
    return option(default, some_seconds, about, **{"metavar": "SECONDS", **more})


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


def numbers(
    about: str,
    metavar: str,
    default: tuple[int, ...] | None = None,
    *,
    low: int = 1,
    distinct: bool = False,
    **more: Any,
) -> Any:
    """Return a field of whole numbers, `5,6`, `5-6` or `1,5-6` on the command line.

    `distinct` ones are a set, in ascending order.
    """
    convert = whole_numbers(low, distinct=distinct)
    return option(default, convert, about, metavar=metavar, **more)


def file(about: str, role: Role, metavar: str | None = None, **more: Any) -> Any:
    """Return a field that names a file or a folder; an existing one may be replaced.

    Pictures and plots may be given several times, such as one as SVG and one as PDF.
    """
    word = metavar or ("DIR" if role in ("output folder", "output certificate") else "FILE")
    more = {"repeat": role in ("picture", "plot"), **more}
    convert = listed(path_or_object) if more["repeat"] else path_or_object
    return option(None, convert, about, metavar=word, role=role, **more)


def json_flag(**more: Any) -> Any:
    """Return the field of `--json`."""
    return flag(JSON, name="json", group="output", python=False, **more)


def jobs(default: int | None = None, about: str = "default: one per core", **more: Any) -> Any:
    """Return the field of `--jobs`."""
    return whole(f"{JOBS} ({about})", "N", default, **{"name": "jobs", "group": "search", **more})


def out_file(what: str, **more: Any) -> Any:
    """Return the field of `--out`, the file that a command writes."""
    given = {"role": "output file", "repeat": False, **_OUTPUT, **more}
    return file(OUT + what, **given)


def out_folder(what: str, **more: Any) -> Any:
    """Return the field of `--out`, the folder that a command writes into."""
    return file(FOLDER + what, "output folder", **{**_OUTPUT, **more})


def store(what: str, **more: Any) -> Any:
    """Return the field of `--store`, a file that a later run goes on with."""
    return file(STORE + what, "output file", name="store", **more)


def certificate() -> Any:
    """Return the field of `--certificate`."""
    return file(CERTIFICATE, "output certificate", group="output")


_OUTPUT: dict[str, Any] = {"name": "out", "short": "o", "group": "output"}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a question; all values are converted and within their ranges.

    Raises `InputError` for any other value.
    """

    quiet: bool = flag(QUIET, short="q", group="output", python=False)

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
            given |= {"choices": words, "convert": one_of(words)}
        if one.tells_default and _is_told(each.default):
            given["about"] = _with_default(one.about, _told(each.default))
        found[each.name] = dataclasses.replace(one, **given)
    return found


def _with_default(about: str, default: str) -> str:
    """Return a help text with the default at its end, in the brackets that it ends with, if any."""
    if about.endswith(")"):
        return f"{about[:-1]}; default {default})"
    return f"{about} (default {default})"


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
            near = meant_option(name, allowed, 0.6)
            hint = f"; did you mean '{near}'?" if near else f"; known: {', '.join(allowed)}"
            raise TypeError(f"unknown option '{name}'{hint}")
    given: dict[str, Any] = {name: value for name, value in keywords.items() if value is not None}
    return kind(**given)


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


@dataclass(frozen=True, kw_only=True)
class OutputOptions(Options):
    """Options of showing an answer."""

    json: bool = json_flag()
