"""The door of the ecosystems."""

from __future__ import annotations

from shell.guests import Entry, Guest
from shell.parser import Main


def _neura() -> Main:
    from ecosystems.neura.__main__ import main

    return main


GUEST = Guest(
    name="ecosystems",
    commands={
        "neura": Entry(_neura, "map", "a mapping for the compiler Neura, in place of its solver"),
    },
)
