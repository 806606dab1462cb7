"""The exception of input errors, and the construction of its line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any


class InputError(ValueError):
    """A file, name or option that cannot be used; the message is one line for the user.

    `where` is a file and a place in it, such as `arch.json: $.paths[3].targets[0]`; `what` names
    the object, the facts that conflict, and the allowed values.
    """

    def __init__(self, what: str, where: str = "") -> None:
        self.what = one_line(" ".join(what.split()))
        self.where = one_line(where)
        super().__init__(f"{self.where}: {self.what}" if where else self.what)

    def inside(self, place: str) -> InputError:
        """Return the same error with `place` (usually a file name) put in front."""
        return type(self)(self.what, f"{place}: {self.where}" if self.where else place)


LONGEST = 4000
"""Characters of a message, or of a place: names in files may have any length."""

MOST_DIGITS = 100
"""Most digits of a whole number in a file: Python takes long for larger ones, and does not print
them.
"""


def one_line(text: str) -> str:
    """Return `text` as one terminal line: unprintable characters escaped, the middle of long texts
    cut.
    """
    text = escaped(text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"


def escaped(text: str, kept: str = "") -> str:
    """Return `text` with escapes for all characters that are neither printable nor in `kept`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else repr(c)[1:-1] for c in text)


class NotSupportedError(InputError):
    """A legal input that uses vocabulary which no constraint encodes yet."""


class InfeasibleError(Exception):
    """No horizon of any length works; the message is the reason, in one line.

    `fact` is the same reason in a checkable form, if any: an `IntervalReason` of
    `models.data.certificate`.
    """

    def __init__(self, message: str, fact: object = None) -> None:
        super().__init__(message)
        self.fact: Any = fact


def unknown(kind: str, word: str, names: Iterable[object], limit: int = 8) -> str:
    """Return `unknown KIND 'WORD'; known: a, b, …`, and which name the word may have meant."""
    return f"unknown {kind} '{word}'{known(names, limit, word)}"


def known(names: Iterable[object], limit: int = 8, word: str = "") -> str:
    """Return `; known: a, b, …`, the tail of an unknown-name message, with suggestions
    for `word`.
    """
    listed = sorted(map(str, names))
    if not listed:
        return "; none are known"
    shown = ", ".join(listed[:limit]) + (", …" if len(listed) > limit else "")
    return f"; known: {shown}{meant(word, listed)}"


MOST_NAMES, LONGEST_WORD = 1000, 60
"""Limits on the names compared with an unknown word: comparing takes the product of all lengths."""


def meant(word: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """Return `; did you mean 'NAME'?` for the name that is near a word, if any is.

    Of two texts of `likeness` r, that share of their letters is the same, in the same order. Only
    short words are compared, with so many names.
    """
    if not 0 < len(word) <= LONGEST_WORD:
        return ""
    from difflib import get_close_matches

    some = islice((name for name in names if len(name) <= LONGEST_WORD), MOST_NAMES)
    by_lower = {name.lower(): name for name in some}
    near = get_close_matches(word.lower(), by_lower, 1, likeness)
    return f"; did you mean '{by_lower[near[0]]}'?" if near else ""


def require_unique(names: list[str], what: str, where: str) -> None:
    """Raise `InputError` when a name appears twice in `names`."""
    seen: set[str] = set()
    for position, name in enumerate(names):
        if name in seen:
            raise InputError(f"duplicate {what} '{name}'; rename it", f"{where}[{position}]")
        if not is_word(name):
            raise InputError(
                f"{what} name {name!r} must be a word without spaces{_unprintable(name)}",
                f"{where}[{position}]",
            )
        seen.add(name)


def is_word(name: str) -> bool:
    """Return whether a name is printable and has no spaces."""
    return name.isprintable() and name.split() == [name]


def require_title(name: str, where: str) -> None:
    """Raise `InputError` on a name that is not printable; spaces are allowed."""
    if not name.isprintable():
        raise InputError(f"name {name!r} must be printable{_unprintable(name)}", where)


def require_plain(raw: object, where: str) -> None:
    """Raise `InputError` on text that is not printable, or a whole number of more than 100 digits,
    anywhere in decoded JSON or TOML. `where` names the file.
    """
    waiting: list[tuple[object, str]] = [(raw, "$")]
    while waiting:
        found, place = waiting.pop()
        if isinstance(found, str):
            if not found.isprintable():
                what = f"text {found[:200]!r} must be printable{_unprintable(found)}"
                raise InputError(what, f"{where}: {place}")
        elif isinstance(found, int):
            if abs(found) >= 10**MOST_DIGITS:
                what = f"a number has more than {MOST_DIGITS} digits"
                raise InputError(what, f"{where}: {place}")
        elif isinstance(found, dict):
            for name, member in found.items():
                waiting += (name, place), (member, f"{place}.{name}")
        elif isinstance(found, list):
            waiting += ((item, f"{place}[{n}]") for n, item in enumerate(found))


def _unprintable(name: str) -> str:
    """Return `: it has U+000A`, the tail of a message about a character that is not printable."""
    found = next((c for c in name if not c.isprintable()), None)
    return "" if found is None else f"; remove the character U+{ord(found):04X}"
