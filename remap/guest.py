"""The door of mapping again."""

from __future__ import annotations

from types import ModuleType

from shell.guests import Covered, Entry, Guest
from shell.parser import Main


def _remap() -> Main:
    from remap.__main__ import main

    return main


def _library() -> ModuleType:
    from remap import library

    return library


GUEST = Guest(
    name="remap",
    commands={
        "remap": Entry(_remap, "map", "map again after a change, with the fewest moves"),
    },
    covered=(
        Covered("remap", "fewest moves", "none", "secondary objectives"),
        Covered("remap", "no mapping onto the remaining array", "min_cycles or min_ii"),
    ),
    library=_library,
    names=("remap",),
)
