"""Lines of progress on stderr."""

from __future__ import annotations

from collections.abc import Callable

from shell.options import Options
from shell.streams import to_stderr

Tell = Callable[[str], None]


def teller(options: Options, prog: str = "") -> Tell:
    """Return what prints a line on stderr, after the name of the command; nothing with --quiet."""
    begins = f"{prog}: " if prog else ""
    return _silent if options.quiet else lambda line: to_stderr(f"{begins}{line}")


def _silent(line: str) -> None:
    pass
