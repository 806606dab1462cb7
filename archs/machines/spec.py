"""Preset specifications: builder, form of the size, and options with their defaults.

A spec reads `kind:size,option=value,…`. Every option has a reader of its text; a default is a text
as well, so that the listed default is parsed like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, get_args

from archs.machines.generators import (
    DIAGONALS,
    FOUR_NEIGHBOURS,
    SIDES,
    Cell,
    Wrap,
    neighbours,
)
from models.data.architecture import Architecture, InitialContents, RegisterFile
from models.errors import InputError, meant

MOST = 999_999
LARGEST_SIDE = 64


class UnreadableError(ValueError):
    """The text of an option cannot be read; the message lists the allowed forms."""


@dataclass(frozen=True)
class Option:
    """One option: the reader of its text, its default as a text, and its meaning."""

    read: Callable[[str], Any]
    default: str
    about: str


class Ports(NamedTuple):
    """At most `at_most` memory operations per cycle in every `group`: row, column or total."""

    group: str
    at_most: int


@dataclass(frozen=True)
class Request:
    """A spec that has been read: the name, the size, and a value for every option.

    `steps` are those of the links between tiles, where they are not the usual ones of the preset.
    """

    name: str
    rows: int
    columns: int
    values: Mapping[str, Any]
    contents: Mapping[str, InitialContents] = field(default_factory=dict)
    external_inputs: tuple[str, ...] | None = None
    steps: tuple[Cell, ...] | None = None

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        value: int = self.values[name]
        return value

    def limit(self, name: str) -> int | None:
        """The value of an option that is a number, or None for unlimited."""
        value: int | None = self.values[name]
        return value

    def flag(self, name: str) -> bool:
        """The value of an option that is yes or no."""
        value: bool = self.values[name]
        return value

    def word(self, name: str) -> str:
        """The value of an option that is a word."""
        value: str = self.values[name]
        return value

    def links(
        self, usual: tuple[Cell, ...] = FOUR_NEIGHBOURS, wrap: Wrap = False
    ) -> Iterator[tuple[Cell, Cell]]:
        """Yield the pairs of cells with a link, as the options of `link_options` say.

        Without such options, these are the `usual` steps, and opposite edges are joined by `wrap`.
        """
        steps = usual if self.steps is None else self.steps
        if self.values.get("diagonals"):
            steps += DIAGONALS
        return neighbours(self.rows, self.columns, steps, self.values.get("wrap", wrap))


@dataclass(frozen=True)
class Preset:
    """A named architecture. `size` is `RxC`, `N` or nothing, `usual` the size if none is given."""

    build: Callable[[Request], Architecture]
    size: str
    options: Mapping[str, Option]
    usual: str = ""
    largest: int = 4096
    about: str = ""

    @property
    def summary(self) -> str:
        """Return `about`, or else the first line of the builder's docstring."""
        return self.about or (self.build.__doc__ or "").split("\n")[0]

    def request(self, kind: str, size: str, words: list[str], spec: str) -> Request:
        """Return the checked request of a spec. Raises `InputError` for a bad size or option."""
        rows, columns = self._size(kind, size or self.usual, spec)
        return Request(spec, rows, columns, self._values(kind, words, spec))

    def _size(self, kind: str, text: str, spec: str) -> tuple[int, int]:
        if not self.size:
            if text:
                raise InputError(f"'{kind}' takes no size", spec)
            return 1, 1
        example = self.usual or ("4" if self.size == "N" else "4x4")
        most = self.largest if self.size == "N" else LARGEST_SIDE
        limit = str(most) if self.size == "N" else f"{most}x{most}"
        words = text.split("x") if self.size == "RxC" else ["1", text]
        sides = [_whole(word) for word in words]
        if len(sides) == 2 and sides[0] is not None and sides[1] is not None:
            rows, columns = sides[0], sides[1]
            if 1 <= rows <= most and 1 <= columns <= most:
                return rows, columns
        shown = f"size '{text[:40]}'" if text else "no size"
        takes = f"'{kind}' takes {self.size}, from 1 to {limit}, such as {kind}:{example}"
        raise InputError(f"{shown}: {takes}", spec)

    def _values(self, kind: str, words: list[str], spec: str) -> dict[str, Any]:
        found: dict[str, str] = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign:
                raise InputError(f"'{word}' is no option; write OPTION=VALUE", spec)
            if name not in self.options:
                allowed = (", ".join(self.options) or "none") + meant(name, self.options)
                raise InputError(f"unknown option '{name}' of '{kind}'; known: {allowed}", spec)
            if name in found:
                raise InputError(f"option '{name}' is given twice", spec)
            found[name] = value
        values = {}
        for name, option in self.options.items():
            text = found.get(name, option.default)
            try:
                values[name] = option.read(text)
            except UnreadableError as error:
                raise InputError(f"{name} '{text[:40]}' must be {error}", spec) from None
        return values


def count(
    default: str, about: str, least: int = 1, most: int = MOST, unlimited: bool = False
) -> Option:
    """Return an option that is an integer, or None where it may be `unlimited`."""

    def read(text: str) -> int | None:
        if unlimited and text == "unlimited":
            return None
        number = _whole(text)
        if number is not None and least <= number <= most:
            return number
        raise UnreadableError(f"an integer from {least} to {most}" + ", or unlimited" * unlimited)

    return Option(read, default, f"N{' or unlimited' * unlimited}: {about}")


def _whole(text: str) -> int | None:
    """Return a number of at most six digits, None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def choice(default: str, about: str, *words: str) -> Option:
    """Return an option that is one of `words`."""
    listed = f"{', '.join(words[:-1])} or {words[-1]}"

    def read(text: str) -> str:
        if text in words:
            return text
        raise UnreadableError(listed)

    return Option(read, default, f"{listed}: {about}")


def yes_or_no(default: str, about: str) -> Option:
    """Return an option that is yes or no."""

    def read(text: str) -> bool:
        if text in ("yes", "no"):
            return text == "yes"
        raise UnreadableError("yes or no")

    return Option(read, default, f"yes or no: {about}")


def link_options(wrap: str) -> dict[str, Option]:
    """Return the options of the links of a grid; `wrap` is a default."""
    words = {"yes": True, "no": False, "rows": "rows", "columns": "columns"}
    joined = choice(
        wrap, "opposite edges are joined; rows, columns: each of these is a ring", *words
    )
    return {
        "wrap": replace(joined, read=lambda text: words[joined.read(text)]),
        "diagonals": yes_or_no("no", "eight neighbours instead of four"),
    }


def sides(default: str, about: str) -> Option:
    """Return an option that is a side, `all`, or two of these joined by a dash; a pair."""
    listed = "all, SIDE, or IN-OUT, of top, bottom, left, right"

    def read(text: str) -> tuple[str, str]:
        words = text.split("-")
        if len(words) <= 2 and all(word in (*SIDES, "all") for word in words):
            return words[0], words[-1]
        raise UnreadableError(listed)

    return Option(read, default, f"{listed}: {about}")


def memory_ports(default: str) -> Option:
    """Return the option of the number of memory operations that the array starts per cycle."""
    listed = "unlimited, row:N, column:N or total:N"

    def read(text: str) -> Ports | None:
        if text == "unlimited":
            return None
        group, colon, number = text.partition(":")
        at_most = _whole(number)
        if colon and at_most is not None and group in ("row", "column", "total"):
            return Ports(group, at_most)
        raise UnreadableError(listed)

    return Option(read, default, f"{listed}: loads and stores that start per cycle")


def files(default: str) -> Option:
    """Return the option of the kind of register files; None for any."""
    kinds = choice(
        default,
        "the kind of register files; any: the source does not state it",
        "any",
        *get_args(RegisterFile),
    )
    return replace(kinds, read=lambda text: None if kinds.read(text) == "any" else text)


def invariants() -> Option:
    """Return the option of room for invariants of the loop in each unit."""
    return count("0", "invariants of the loop that a unit holds beside its registers", least=0)


def memory_units() -> Option:
    """Return the option of units that load and store with more than an address and a word."""
    what = "loads and stores add a constant or an invariant to an address, extend and truncate"
    return yes_or_no("no", what)


def max_contexts(default: str = "unlimited") -> Option:
    """Return the option of the depth of the context memory."""
    return count(default, "the largest initiation interval", unlimited=True)
