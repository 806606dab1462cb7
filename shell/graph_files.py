"""DFG files of every format: those of the core, and those that guests add."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes, stem, write_text
from shell.formats import Format, contents, found, opened
from shell.guests import absent, guests

if TYPE_CHECKING:
    from models.data.dfg import Dfg
    from models.formats.dot_dfg import Translated
    from models.formats.dot_text import DotGraph

CHOICES = {"constants": ("operations", "immediate"), "sources": ("operations", "inputs")}


def _from_json() -> Callable[..., Dfg]:
    from models.formats.dfg_json import dfg_from_json

    return lambda data, path, constants, sources: dfg_from_json(data, path)


def _to_json() -> Callable[..., str]:
    from models.formats.dfg_json import dfg_to_json

    return dfg_to_json


def _from_dot() -> Callable[..., Dfg]:
    from models.formats.dot_dfg import dfg_from_dot

    def read(data: bytes, path: str, constants: str | None, sources: str | None) -> Dfg:
        text = decode_text(data, path)
        try:
            return dfg_from_dot(text, path, stem(path), constants, sources, translated)
        except InputError as error:
            raise type(error)(f"{error.what}{absent()}", error.where) from None

    return read


def _to_dot() -> Callable[..., str]:
    from models.formats.dot_write import dfg_to_dot

    return dfg_to_dot


OWN = (
    Format(
        "json",
        _from_json,
        _to_json,
        endings=(".json",),
        opens=lambda data: data.startswith(b"{"),
        defines=True,
    ),
    Format(
        "dot",
        _from_dot,
        _to_dot,
        endings=(".dot", ".gv"),
        opens=lambda data: data.startswith((b"digraph", b"strict", b"/")),
        chosen=True,
    ),
)


def translated(graph: DotGraph, outputs: bool) -> Translated | None:
    """Return a drawing of another tool in the plain dialect, None for what no guest knows.

    `outputs` keeps nodes of outputs as operations.
    """
    drawings = (guest.drawings() for guest in guests() if guest.drawings is not None)
    return next((found for each in drawings if (found := each(graph, outputs))), None)


def is_own(path: str) -> bool:
    """Return whether a file is in a format that defines its operators."""
    format_ = None if path == "-" else _format_of(path, contents(path))
    return format_ is not None and format_.defines


def parts_of(path: str) -> list[str]:
    """Return the names of the files of a graph that consists of several, one of which is named."""
    return [name for each in _all() if each.parts is not None for name in each.parts()(path)]


def load_dfg(
    path: str,
    dialect: str | None = None,
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG in a file of at most 64 MiB, or in several files.

    `dialect` is `json`, `dot` (in all its dialects), or what guests add, by default found from the
    name or the first characters. `constants` and `sources` are those of `dot_dfg.dfg_from_dot`, by
    default as in the format's own tool, and are refused for formats that say what both are. Formats
    without a name for the graph name it after the file. Raises `InputError` in one line, and notes
    what is assumed.
    """
    given = {"constants": constants, "sources": sources}
    if dialect is not None:
        _require("dialect", dialect, _single())
    for option, choice in given.items():
        if choice is not None:
            _require(option, choice, CHOICES[option])
    if dialect is None and Path(path).suffix.lower() in (".c", ".ll"):
        what = (
            "a program is no graph; `xyzmap dfg` makes graphs of its loops, and `xyzmap optimize`"
        )
        raise InputError(f"{what} transforms and maps those of C", path)
    data = contents(path)
    format_ = _format_of(path, data, dialect)
    lost = format_ is OWN[0] and dialect is None and data is not None and not opened(OWN[0], data)
    if format_ is None or format_.read is None or (lost and absent()):
        if data is None:
            read_bytes(path)  # raises, as there is none
        known = ", ".join(dict.fromkeys(_single()))
        raise InputError(f"not recognised as any of {known}; known: {_endings()}{absent()}", path)
    for option, choice in given.items():
        if choice is not None and not format_.chosen:
            able = ", ".join(each.name for each in _all() if each.chosen)
            what = f"{option} can be chosen for files of {able} only, not for {format_.name}"
            raise InputError(what, path)
    if data is None and format_.parts is None:
        data = read_bytes(path)  # raises, as there is none
    dfg: Dfg = format_.read()(data, path, constants, sources)
    return dfg


def save_dfg(dfg: Dfg, path: str, dialect: str | None = None) -> None:
    """Write a DFG in the format of the file's ending, or in `dialect`.

    Raises `NotSupportedError` when the format cannot express the DFG, `InputError` when a file
    cannot be written.
    """
    for name, text in written(dfg, path, dialect).items():
        write_text(name, text)


def written(dfg: Dfg, path: str, dialect: str | None = None) -> Mapping[str, str]:
    """Return the texts of the files that `save_dfg` writes, by their paths."""
    formats = [each for each in _all() if each.write is not None]
    if dialect is None:
        format_ = max(formats, key=lambda each: each.ending(path))
        known = format_.ending(path) > 0
    else:
        format_ = next((each for each in formats if each.name == dialect), formats[0])
        known = format_.name == dialect
    if not known or format_.write is None:
        raise InputError(f"unknown extension; known: {_endings(writing=True)}{absent()}", path)
    try:
        if format_.parts is None:
            return {path: format_.write()(dfg)}
        texts: Mapping[str, str] = format_.write()(dfg, path)
    except InputError as error:
        raise error.inside(path) from None
    return texts


def _all() -> list[Format]:
    return [*OWN, *(each for guest in guests() for each in guest.graphs)]


def _single() -> list[str]:
    return [each.name for each in _all() if each.read is not None and each.parts is None]


def _endings(writing: bool = False) -> str:
    some = (each for each in _all() if each.write is not None or not writing)
    return ", ".join(dict.fromkeys(ending for each in some for ending in each.endings))


def _require(option: str, choice: str, allowed: Sequence[str]) -> None:
    if choice not in allowed:
        raise InputError(f"unknown {option} '{choice}'; allowed: {', '.join(sorted({*allowed}))}")


def _format_of(path: str, data: bytes | None, dialect: str | None = None) -> Format | None:
    """Return the format of a file; guests are asked for what the core does not know at once."""
    if dialect is not None:
        named = [each for each in _all() if each.name == dialect]
        return next((each for each in named if opened(each, data)), named[0])
    if own := next((each for each in OWN if each.ending(path) and opened(each, data)), None):
        return own
    formats = _all()
    # A file that opens as one of a single file is no part of several, whatever it is called.
    single = os.path.isfile(path) and any(opened(each, data) for each in formats if not each.parts)
    several = [] if single else [each for each in formats if each.parts is not None]
    for each in several:
        if each.parts is not None and each.parts()(path):
            return each
    return found([each for each in formats if each.parts is None], path, data) or next(
        (each for each in formats if each.parts is not None and opened(each, data)), None
    )
