"""The door of files of other tools."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from shell.formats import Format
from shell.guests import Door, Entry, Guest
from shell.parser import Main

if TYPE_CHECKING:
    from models.formats.dot_dfg import Translate


def _export() -> Main:
    from interchange.export.__main__ import main

    return main


def _drawings() -> Translate:
    from interchange.graphs.files import translated

    return translated


def _of(module: str, name: str) -> Door[Callable[..., Any]]:
    def door() -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"interchange.{module}"), name)
        return found

    return door


def _looks_like_pair(data: bytes) -> bool:
    from interchange.graphs.satmapit_files import looks_like_pair

    return looks_like_pair(data)


def _is_morpher(data: bytes) -> bool:
    from interchange.arrays.morpher_arch import is_morpher

    return is_morpher(data)


DFGMAP = (".txt", ".dfgmap")

GRAPHS = (
    Format(
        "satmapit",
        _of("graphs.files", "read_satmapit"),
        _of("graphs.files", "satmapit_texts"),
        endings=("_nodes", "_edges"),
        opens=_looks_like_pair,
        parts=_of("graphs.files", "satmapit_parts"),
        chosen=True,
    ),
    Format(
        "ccf",
        _of("graphs.files", "read_ccf"),
        _of("graphs.files", "ccf_texts"),
        endings=("_node.txt", "_edge.txt"),
        parts=_of("graphs.files", "ccf_parts"),
        chosen=True,
    ),
    Format(
        "dfgmap",
        _of("graphs.files", "read_dfgmap"),
        _of("graphs.dfgmap_dfg", "dfg_to_dfgmap"),
        endings=DFGMAP,
        opens=lambda data: data.startswith(b"."),
        defines=True,
    ),
    Format(
        "morpher",
        _of("graphs.files", "read_morpher"),
        endings=(".xml",),
        opens=lambda data: data.startswith(b"<"),
        chosen=True,
    ),
    Format(
        "json",
        _of("graphs.files", "read_cgra_mapper"),
        endings=(".json",),
        opens=lambda data: re.match(rb"\[\s*\{", data) is not None,
    ),
    Format("genmap", write=_of("graphs.genmap_dfg", "dfg_to_genmap")),
)

ARRAYS = (
    Format(
        "dfgmap",
        _of("arrays.files", "read_dfgmap"),
        _of("arrays.files", "dfgmap_texts"),
        endings=DFGMAP,
        opens=lambda data: data.startswith(b"."),
        chosen=True,
    ),
    Format(
        "morpher",
        _of("arrays.files", "read_morpher"),
        endings=(".json",),
        opens=_is_morpher,
    ),
)

GUEST = Guest(
    name="interchange",
    commands={
        "export": Entry(
            _export, "ask many questions, or many solvers", "write the model for other tools"
        ),
    },
    graphs=GRAPHS,
    arrays=ARRAYS,
    drawings=_drawings,
)
