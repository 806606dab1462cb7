"""The one exception that input errors raise, and how its line is built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.certificate import IntervalReason


class InputError(ValueError):
    """A file, name or option that cannot be used; the message is one line for the user.

    `where` is a file and a place in it, such as `arch.json: $.paths[3].targets[0]`;
    `what` names the object, the facts that conflict, and what is allowed.
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


def one_line(text: str) -> str:
    """Return what a terminal shows in one line, with escapes for what it would not show."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"


class NotSupportedError(InputError):
    """A legal input that uses vocabulary which no constraint encodes yet."""


class InfeasibleError(Exception):
    """No horizon can ever work, whatever its length; the message is the reason, in one line.

    `fact` is the same reason in a form that can be checked, where there is one.
    """

    def __init__(self, message: str, fact: IntervalReason | None = None) -> None:
        super().__init__(message)
        self.fact = fact


def known(names: Iterable[object], limit: int = 8) -> str:
    """Return `; known: a, b, …`, the tail of an unknown-name message."""
    listed = sorted(map(str, names))
    shown = ", ".join(listed[:limit]) + (", …" if len(listed) > limit else "")
    return f"; known: {shown}" if listed else "; none are known"


def require_unique(names: list[str], what: str, where: str) -> None:
    """Raise `InputError` when a name appears twice in `names`."""
    seen: set[str] = set()
    for position, name in enumerate(names):
        if name in seen:
            raise InputError(f"duplicate {what} '{name}'", f"{where}[{position}]")
        if not name or name.split() != [name]:
            raise InputError(
                f"{what} name {name!r} must be a word without spaces", f"{where}[{position}]"
            )
        seen.add(name)
