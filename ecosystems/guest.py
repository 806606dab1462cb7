"""The door of the ecosystems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shell.guests import ArrayPreset, Entry, Guest
from shell.parser import Main

if TYPE_CHECKING:
    from models.data.architecture import Architecture


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


def _openedge_array(rows: int, columns: int) -> Architecture:
    from ecosystems.openedge.array import array_of

    return array_of(rows, columns)


def _vectorcgra_array(rows: int, columns: int) -> Architecture:
    from ecosystems.vectorcgra.array import array_of

    return array_of(rows, columns)


GUEST = Guest(
    name="ecosystems",
    commands={
        "neura": Entry(_neura, "map", "a mapping for the compiler Neura, in place of its solver"),
        "neura-arch": Entry(_neura_arch, "choose an array", "an array of Neura as architecture"),
        "openedge": Entry(_openedge, "map", "a loop as a program of OpenEdgeCGRA"),
        "vectorcgra": Entry(_vectorcgra, "map", "a loop as packets of VectorCGRA's tiles"),
    },
    presets={
        "openedge": ArrayPreset(
            _openedge_array,
            "4x4",
            "OpenEdgeCGRA's torus, as its simulator has it: satmapit without options"
            " (github.com/esl-epfl/ESL-CGRA-simulator, 84727ec of April 2026).",
        ),
        "vectorcgra": ArrayPreset(
            _vectorcgra_array,
            "4x4",
            "VectorCGRA's mesh of tiles, memory on the west and south edges"
            " (github.com/tancheng/VectorCGRA, a2ed1b2 of July 2026).",
        ),
    },
)
