"""The door of sweeps."""

from __future__ import annotations

from types import ModuleType

from shell.guests import Entry, Guest
from shell.parser import Main

MANY = "ask many questions, or many solvers"


def _sweep() -> Main:
    from sweeps.__main__ import main

    return main


def _compare() -> Main:
    from sweeps.compare.__main__ import main

    return main


def _library() -> ModuleType:
    from sweeps import library

    return library


GUEST = Guest(
    name="sweeps",
    commands={
        "sweep": Entry(_sweep, MANY, "many questions at once, each answered once and kept"),
        "compare": Entry(_compare, MANY, "measure solvers and encodings on one problem"),
    },
    library=_library,
    names=("Compared", "compare"),
)
