"""The door of files of other tools."""

from __future__ import annotations

from collections.abc import Sequence

from shell.formats import Format
from shell.guests import Entry, Guest
from shell.parser import Main


def _export() -> Main:
    from interchange.export.__main__ import main

    return main


def _graphs() -> Sequence[Format]:
    from interchange.graphs.files import GRAPHS

    return GRAPHS


def _arrays() -> Sequence[Format]:
    from interchange.arrays.files import ARRAYS

    return ARRAYS


GUEST = Guest(
    name="interchange",
    commands={
        "export": Entry(
            _export, "ask many questions, or many solvers", "write the model for other tools"
        ),
    },
    graphs=_graphs,
    arrays=_arrays,
)
