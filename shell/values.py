"""Converters of the values of options: words of a command line and values of Python alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from math import inf
from numbers import Integral, Real
from typing import Any

from models.errors import meant

MOST = 1_000_000
"""The largest number of cycles, contexts, movements and the like."""
MOST_NUMBERS = 1_000
"""How many numbers a list or a range may have."""
Convert = Callable[[object], Any]


class BadValueError(ValueError):
    """A value that an option does not take; the message is the end of a line."""


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


def whole_numbers(low: int, *, distinct: bool) -> Convert:
    """Return a converter for numbers of at least `low` and ranges: `5,6`, `5-6` or `1,5-6`.

    `distinct` ones are a set, in ascending order; others keep their order.
    """
    each = whole_number(low, MOST)

    def convert(value: object) -> tuple[int, ...]:
        parts = value.split(",") if isinstance(value, str) else listed(lambda one: one)(value)
        found: list[int] = []
        for part in parts:
            found += _range(part, each)
            if len(found) > MOST_NUMBERS:
                raise BadValueError(f"{value!r} is too much: at most {MOST_NUMBERS} numbers")
        return tuple(sorted(set(found)) if distinct else found)

    return convert


def _range(part: object, each: Convert) -> Iterable[int]:
    """Return the numbers of `5-6`, or one number."""
    first, sign, last = part.partition("-") if isinstance(part, str) else ("", "", "")
    if not (first and sign):
        return (each(part),)
    low, high = each(first), each(last)
    if low > high:
        raise BadValueError(f"{part!r} is no range: write the smaller number first, {high}-{low}")
    return range(low, high + 1)[: MOST_NUMBERS + 1]


def real(low: float, high: float, above: bool) -> Convert:
    """Return a converter for a finite number from `low` to `high`; not `low` itself if `above`."""
    least = f"above {low:g}" if above else f"of at least {low:g}"
    most = "" if high == inf else f" and at most {high:g}"

    def convert(value: object) -> float:
        found = _float(value, "number")
        if not low <= found <= high or found == inf or (above and found == low):
            raise BadValueError(f"{value} must be a number {least}{most}")
        return found

    return convert


def some_seconds(value: object) -> float:
    """Return a positive number of seconds. Raises `BadValueError`."""
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


def truth(value: object) -> bool:
    """Return a truth value of Python. Raises `BadValueError`."""
    if not isinstance(value, bool):
        raise BadValueError(f"{value!r} must be True or False")
    return value


def on_or_off(value: object) -> bool:
    """Return the truth value of `on` or `off`, or one of Python. Raises `BadValueError`."""
    if isinstance(value, str):
        return bool(one_of(("on", "off"))(value) == "on")
    return truth(value)


def one_of(words: tuple[str, ...]) -> Convert:
    """Return a converter for one of these words."""

    def convert(value: object) -> str:
        if value not in words:
            known = ", ".join(map(repr, words))
            near = meant(str(value), words)
            raise BadValueError(f"invalid choice: {value!r} (choose from {known}){near}")
        return str(value)

    return convert


def path_or_object(value: object) -> object:
    """Return a path as text; any other object is the content itself, which its reader judges.

    Raises `BadValueError` for a name without letters.
    """
    return nonempty(os.fspath(value)) if isinstance(value, (str, os.PathLike)) else value


def nonempty(word: str) -> str:
    """Return a word that names something. Raises `BadValueError` for an empty one."""
    if not word.strip():
        raise BadValueError(f"{word!r} is no name; a variable of the shell may be empty")
    return word
