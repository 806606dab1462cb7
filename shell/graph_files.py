"""DFG files of every format: those of the core, and those that guests add."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.native_json import dfg_from_json, dfg_to_json
from models.formats.text_files import read_bytes, write_text
from shell.formats import Format, Version, contents, found, opened
from shell.guests import absent, guests

JSON = Format(
    "json",
    lambda data, path, *chosen: dfg_from_json(data, path),
    dfg_to_json,
    (".json",),
    lambda data: data.startswith(b"{") and b'"schema"' in data,
    defines=True,
)
_PRESET = re.compile(r"[a-z][\w-]*:[\w,=.-]+")
CONSTANT_CHOICES = ("operations", "immediate")
SOURCE_CHOICES = ("operations", "inputs")


def is_own(path: str) -> bool:
    """Return whether a file is in a format that defines its operators."""
    format_ = None if path == "-" else _format_of(path, contents(path))
    return format_ is not None and format_.defines


def parts_of(path: str) -> list[str]:
    """Return the names of the files of a graph that consists of several, one of which is named."""
    return [name for each in _all() if each.parts for name in each.parts(path)]


def load_dfg(
    path: str,
    dialect: str | None = None,
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG in a file of at most 64 MiB, or in several files.

    `dialect` is `json` or what guests add, by default found from the name or the first characters.
    `constants="immediate"` makes constants immediate operands instead of operations, and
    `sources="inputs"` loads and inputs without operands inputs of the DFG; by default both are as
    in the format's own tool, and they are refused for formats that define both. Formats without a
    name for the graph name it after the file. Raises `InputError` in one line, and notes
    assumptions.
    """
    given = {"constants": constants, "sources": sources}
    for option, choice, allowed in (
        ("dialect", dialect, () if dialect is None else _single()),
        ("constants", constants, CONSTANT_CHOICES),
        ("sources", sources, SOURCE_CHOICES),
    ):
        if choice is not None and choice not in allowed:
            named = ", ".join(sorted({*allowed}))
            raise InputError(f"unknown {option} '{choice}'; allowed: {named}")
    program = dialect is None and Path(path).suffix.lower() in (".c", ".ll")
    if program and not any(each.parts is not None and each.parts(path) for each in _all()):
        raise InputError(f"a program, whose loops the guest `programs` reads{absent()}", path)
    data = contents(path)
    format_ = _format_of(path, data, dialect)
    lost = format_ is JSON and dialect is None and data is not None and not opened(JSON, data)
    if format_ is None or format_.read is None or (lost and absent()):
        if path.endswith(".toml") or (data is None and _PRESET.fullmatch(path)):
            raise InputError("an array, not a graph; are the two inputs swapped?", path)
        if data is None:
            read_bytes(path)  # raises, as there is none
        known = ", ".join(dict.fromkeys(_single()))
        raise InputError(f"not recognised as any of {known}; known: {_endings()}{absent()}", path)
    if data is None and format_.parts is None:
        data = read_bytes(path)  # raises, as there is none
    if data is not None and not data.strip() and format_ is not JSON and format_.parts is None:
        raise InputError(f"the file is empty; expected a graph as {format_.name}", path)
    for option, choice in given.items():
        if choice is not None and not format_.chosen:
            able = ", ".join(each.name for each in _all() if each.chosen)
            what = f"--{option} goes only with files of {able}, not with a {format_.name}"
            raise InputError(what, path)
    dfg: Dfg = format_.read(data, path, constants, sources)
    return dfg


def has_versions(path: str) -> bool:
    """Return whether a file may have several graphs, of which any may be mapped."""
    return any(each.versions and each.parts and each.parts(path) for each in _all_for(path))


def versions_of(
    path: str, without: Collection[str] = (), arch: Architecture | None = None
) -> Sequence[Version]:
    """Return the graphs of a file of which any may be mapped, `without` some operators, for an
    array.

    None are returned for a file that has only one graph.
    """
    for each in _all_for(path):
        if each.versions and each.parts and each.parts(path):
            return each.versions(path, without, arch)
    return ()


def require_operations(dfg: Dfg, place: str) -> None:
    """Raise `InputError` for a graph of which nothing is to be mapped; `place` is its file."""
    if not dfg.operations:
        raise InputError("the graph has no operation, so that nothing is to be mapped", place)


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
    named = [each for each in formats if (each.name == dialect if dialect else each.ending(path))]
    format_ = max(named, key=lambda each: each.ending(path), default=None)
    if format_ is None or format_.write is None:
        raise InputError(f"unknown extension; known: {_endings(writing=True)}{absent()}", path)
    try:
        if format_.parts is None:
            return {path: format_.write(dfg)}
        texts: Mapping[str, str] = format_.write(dfg, path)
    except InputError as error:
        raise error.inside(path) from None
    return texts


def _all() -> list[Format]:
    return [JSON, *(each for guest in guests() for each in guest.graphs())]


def _all_for(path: str) -> list[Format]:
    """Return all formats; the core's alone for an ending of its own, without asking guests."""
    return [JSON] if JSON.ending(path) else _all()


def _single() -> list[str]:
    return [each.name for each in _all() if each.read is not None and each.parts is None]


def _endings(writing: bool = False) -> str:
    some = (each for each in _all() if each.write is not None or not writing)
    return ", ".join(dict.fromkeys(ending for each in some for ending in each.endings))


def _format_of(path: str, data: bytes | None, dialect: str | None = None) -> Format | None:
    """Return the format of a file; guests are asked if the core does not recognize it at once."""
    if dialect is not None:
        named = [each for each in _all() if each.name == dialect]
        return next((each for each in named if opened(each, data)), named[0])
    if JSON.ending(path) and opened(JSON, data):
        return JSON
    single = [each for each in _all() if each.parts is None]
    several = [each for each in _all() if each.parts is not None]
    # A file that opens as one of a single file is no part of several, whatever it is called.
    if not (os.path.isfile(path) and any(opened(each, data) for each in single)):
        for each in several:
            if each.parts is not None and each.parts(path):
                return each
    return found(single, path, data) or found(several, "", data)
