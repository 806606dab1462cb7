"""Writing the files of an answer: after a signal or the time limit there is a moment for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from models.errors import InputError
from shell.budget import Ending, Stop, Stopwatch
from shell.signals import Signals
from shell.streams import Closed

GRACE, LEAST_GRACE = 0.5, 0.2
"""Seconds from a signal or the time limit until no more files are written, and least seconds for
them where the work took long to end.
"""


class NotWrittenError(InputError):
    """A file is missing because the work was ended before it was written."""


def attempted(saves: Iterable[tuple[object, Callable[[], object]]]) -> list[InputError]:
    """Write the outputs whose first part is not None; return failures after trying all.

    Where the work was ended, files begin to be written for `GRACE` seconds; a `NotWrittenError`
    names the others.
    """
    failures: list[InputError] = []
    left = [(str(wanted), save) for wanted, save in saves if wanted is not None]
    # Signals come to the main thread only.
    main = threading.current_thread() is threading.main_thread()
    signals, watch = Signals.active if main else None, Stopwatch()
    Signals.searching = True  # What is found is worth the same patience.
    try:
        while left:
            if signals is not None and signals.since > GRACE and watch.seconds > LEAST_GRACE:
                raise Stop("interrupted" if Ending.asked else "time limit")
            try:
                left[0][1]()
                Closed.kept = True
            except InputError as error:
                failures.append(error)
            left.pop(0)
    except Stop as stop:
        names = ", ".join(name for name, _ in left)
        failures.append(NotWrittenError(f"not written ({stop})", names))
    return failures


def written(path: object, save: Callable[[], object]) -> None:
    """Write one output, which may be several files, like `attempted`. Raises `InputError`."""
    for failure in attempted([(path, save)]):
        raise failure
