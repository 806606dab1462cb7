"""The door of the ecosystems."""

from __future__ import annotations

from shell.guests import Entry, Guest
from shell.parser import Main


def _neura() -> Main:
    from ecosystems.neura.__main__ import main

    return main


def _neura_arch() -> Main:
    from ecosystems.neura.arch.__main__ import main

    return main


def _openedge() -> Main:
    from ecosystems.openedge.__main__ import main

    return main


def _vectorcgra() -> Main:
    from ecosystems.vectorcgra.__main__ import main

    return main


GUEST = Guest(
    name="ecosystems",
    commands={
        "neura": Entry(_neura, "map", "a mapping for the compiler Neura, in place of its solver"),
        "neura-arch": Entry(_neura_arch, "choose an array", "an array of Neura as architecture"),
        "openedge": Entry(_openedge, "map", "a loop as a program of OpenEdgeCGRA"),
        "vectorcgra": Entry(_vectorcgra, "map", "a loop as packets of VectorCGRA's tiles"),
    },
)
