"""The names of the passes that make the graph of a loop smaller."""

from __future__ import annotations

from shell.options import BadValueError, listed, plain_text

LLVM = "llvm"
ALL = (LLVM, "reuse", "equal", "sums", "addresses", "exit")
"""LLVM's function passes; and on the graph: values of earlier iterations, values that are equal up
to a distance, accumulators last, own inductions of addresses, and exit tests on them.
"""


EXPANDED = ("smin", "smax", "umin", "umax", "abs", "bitreverse", "bswap")
"""Operations that are computed from others for an array without them."""

UNITS = ("offset", "base", "extend")
"""Work of memory units beside loads and stores: they add a constant to an address, or an invariant,
and extend and truncate.
"""

MOST = 4
"""Largest number of iterations that `--unroll auto` puts into one."""

LARGEST = 64


def copies(value: object) -> str:
    """Return the words `auto` or a number of iterations. Raises `BadValueError`."""
    text = str(value)
    if text != "auto" and not (text.isdecimal() and 1 <= int(text) <= LARGEST):
        raise BadValueError(f"{value!r} must be auto or a whole number from 1 to {LARGEST}")
    return text


def expanded_names(value: object) -> tuple[str, ...]:
    """Return names of operations, in one text or in a sequence. Raises `BadValueError`."""
    found: tuple[str, ...] = listed(plain_text)(
        value.split(",") if isinstance(value, str) else value
    )
    if unknown := [word for word in found if word not in EXPANDED]:
        raise BadValueError(f"cannot expand {unknown[0]!r}; known: {', '.join(EXPANDED)}")
    return found


def unit_names(value: object) -> tuple[str, ...]:
    """Return what memory units do, in one text or in a sequence. Raises `BadValueError`."""
    found: tuple[str, ...] = listed(plain_text)(
        value.split(",") if isinstance(value, str) else value
    )
    if unknown := [word for word in found if word not in UNITS]:
        raise BadValueError(f"unknown unit {unknown[0]!r}; known: {', '.join(UNITS)}")
    return found


def pass_names(value: object) -> tuple[str, ...]:
    """Return names of passes, in one text with commas or in a sequence. Raises `BadValueError`."""
    words = value.split(",") if isinstance(value, str) else value
    found: tuple[str, ...] = listed(plain_text)(words)
    if not found or (unknown := [word for word in found if word not in ALL]):
        what = f"unknown pass {unknown[0]!r}" if found else "no pass"
        raise BadValueError(f"{what}; known: {', '.join(ALL)}; --as-written is without any")
    return found
