"""Numbers with nouns, cut lines, and tables in plain text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

GAP = "  "
"""Between the columns of a table."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return `1 path` or `2 paths`; `plural` is for nouns that do not take an s."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def n_cycles(number: int) -> str:
    """Return `1 cycle` or `2 cycles`."""
    return counted(number, "cycle")


def impossible_cycles(number: int) -> str:
    """Return `1 cycle is impossible` or `2 cycles are impossible`."""
    return f"{n_cycles(number)} {'is' if number == 1 else 'are'} impossible"


def truncated(text: str, width: int) -> str:
    """Return `text`, or its beginning and `…` when it is longer than `width`."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> list[str]:
    """Return the lines of a table: heads, a ruler, then the rows, without trailing spaces.

    The columns with numbers in `right` are aligned to the right, all others to the left.
    """
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    ruler = ["-" * width for width in widths]
    return [
        GAP.join(
            word.rjust(width) if column in right else word.ljust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (heads, ruler, *rows)
    ]
