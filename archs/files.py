"""Architectures by name: files of every format, and presets."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from archs.void_limits import limiting, require_limiting
from models.data.architecture import Architecture
from models.errors import InputError
from models.formats.native_json import architecture_from_json, architecture_to_json
from models.formats.text_files import STANDARD_INPUT, read_bytes, write_text
from models.notes import note
from shell.formats import MARK, Format, contents, found, opened
from shell.guests import absent, guests

if TYPE_CHECKING:
    from archs.presets import Needs


def _read(data: bytes, path: str) -> Architecture:
    if _tag_of(data) == GRID:
        from archs.grid_file import grid_from_json

        return grid_from_json(data, path)
    arch = architecture_from_json(data, path)
    try:
        require_limiting(arch)
    except InputError as error:
        raise error.inside(path) from None
    return arch


def _read_toml(data: bytes, path: str) -> Architecture:
    from archs.grid_file import grid_from_toml

    return grid_from_toml(data, path)


def _tag_of(data: bytes) -> bytes | None:
    """Return the value, as JSON, of the key `schema` of an object of JSON, if there is one."""
    try:
        top = msgspec.json.decode(data.removeprefix(MARK), type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return bytes(top["schema"]) if "schema" in top else None


def _is_tagged(data: bytes) -> bool:
    return _tag_of(data) is not None


JSON = Format(
    "json",
    _read,
    lambda arch: (architecture_to_json(arch), ""),
    (".json",),
    _is_tagged,
)
TOML = Format("toml", _read_toml, endings=(".toml",))
GRAPHS = (".dot", ".gv", ".graphml", ".c", ".ll")
"""Endings of graphs, which no array has."""
GRID = b'"xyzmap/grid/1"'
"""The tag of a grid in JSON, as `archs.grid_file` reads it."""


def load_architecture(
    spec: str,
    options_file: str | None = None,
    registers: int | None = None,
    units: int | None = None,
    hold_intermediates: bool | None = None,
    needs: Callable[[], Needs] | None = None,
) -> Architecture:
    """Return the architecture of a file or of a preset `kind:size,…`.

    Files are JSON, grids in TOML, or of a format that a guest adds; `-` is standard input, in JSON.
    A file wins over a preset of the same name. The next arguments belong to formats without these
    data: a second file with options, registers per PE (default 2, 0 for unlimited), operation units
    per PE (default 1), and whether the external memory holds intermediate values (default no). A
    preset gets the options that graphs need, as in `archs.presets.suited`; native files import no
    preset. Raises `InputError` in one line.
    """
    extra = {
        "options_file": options_file,
        "registers": registers,
        "units": units,
        "hold_intermediates": hold_intermediates,
    }
    given = {name: value for name, value in extra.items() if value is not None}
    data = contents(spec)
    format_ = _format_of(spec, data) if _is_file(spec) else None
    if given and (format_ is None or not format_.chosen):
        able = [f"a {x.name} architecture ({x.endings[0]})" for x in _all() if x.chosen]
        name = f"--{next(iter(given)).removesuffix('_file').replace('_', '-')}"
        chosen = "preset" if format_ is None else format_.name
        what = f"{name} goes only with {' or '.join(able) or 'other formats'}, not with a {chosen}"
        raise InputError(f"{what}{'' if able else absent()}", spec)
    if format_ is None:
        from archs.presets import architecture_preset, suited

        return architecture_preset(spec if needs is None else suited(spec, needs(), note))
    if data is None:
        data = read_bytes(spec)  # raises, as there is none
    if not data.strip() and format_ is not JSON:
        raise InputError(f"the file is empty; expected an array as {format_.name}", spec)
    assert format_.read is not None
    arch: Architecture = format_.read(data, spec, **given)
    return arch


def save_architecture(
    arch: Architecture, path: str, options_path: str | None = None, format_: str | None = None
) -> None:
    """Write an architecture in the format of this name, by default that of the file's ending.

    `options_path` gets the second file of a format that needs one. Raises `NotSupportedError` when
    the format cannot express it, `InputError` when a file cannot be written, or an options file is
    needed and not named, or named and not needed. Shared limits without effect are left out.
    """
    arch = limiting(arch)
    try:
        text, options = written(arch, path, format_)
    except InputError as error:
        raise error.inside(path) from None
    if options and options_path is None:
        section = options.split()[0]
        raise InputError(f"'{arch.name}' needs a second file for {section}: name one", path)
    if options_path is not None and not options:
        raise InputError(f"'{arch.name}' needs no second file here: leave it out", path)
    write_text(path, text)
    if options and options_path is not None:
        write_text(options_path, options)
    elif options_path is not None:
        note("not written: this array needs no second file", options_path)


def written(arch: Architecture, path: str, format_: str | None = None) -> tuple[str, str]:
    """Return the text of an architecture, and that of a second file where the format needs one."""
    for each in _all():
        if each.write is not None and (each.name == format_ if format_ else each.ending(path)):
            texts: tuple[str, str] = each.write(arch)
            return texts
    raise _unknown(written_endings())


def ending_of(path: str) -> str | None:
    """Return the format whose files end as this name does, None for a name without such an end."""
    return next((each.name for each in _all() if each.ending(path)), None)


def written_endings() -> list[str]:
    """Return the endings of files that `save_architecture` writes."""
    return [ending for each in _all() if each.write is not None for ending in each.endings]


def _all() -> list[Format]:
    return [JSON, TOML, *(each for guest in guests() for each in guest.arrays())]


def _is_file(spec: str) -> bool:
    """Return whether words name a file, which may be absent, rather than a preset."""
    if spec == STANDARD_INPUT or os.path.exists(spec) or os.sep in spec or JSON.ending(spec):
        return True
    return Path(spec).suffix[1:].isalpha() and any(each.ending(spec) for each in _all())


def _format_of(path: str, data: bytes | None) -> Format:
    """Return the format of a file; guests are asked if the core does not recognize it at once."""
    tagged = data is not None and opened(JSON, data)
    if tagged and (JSON.ending(path) or path == STANDARD_INPUT):
        return JSON
    format_ = found(_all(), path, data)
    if format_ is None and data is None:
        read_bytes(path)  # raises, as there is none
    if format_ is None and (path == STANDARD_INPUT or (data or b"").lstrip()[:1] == b"{"):
        format_ = JSON
    if format_ is None or (format_ is JSON and data is not None and not tagged and absent()):
        xml = "; XML is not read: write it as JSON, or take a preset such as adres or hycube"
        is_xml = data is not None and data.lstrip()[:1] == b"<"
        known = [ending for each in _all() for ending in each.endings]
        swapped = "; is it a graph, and are the two files swapped?"
        more = xml * is_xml or swapped * path.endswith(GRAPHS)
        raise _unknown([*dict.fromkeys(known)], more).inside(path)
    return format_


def _unknown(known: list[str], more: str = "") -> InputError:
    return InputError(f"unknown format; known extensions: {', '.join(known)}{more}{absent()}")
