"""Architectures by name: files of every format, and presets."""

from __future__ import annotations

import os
from pathlib import Path

from archs.formats.arch_json import architecture_from_json, architecture_to_json
from archs.presets import Needs, architecture_preset, suited
from archs.void_limits import limiting, require_limiting
from interchange.arrays.dfgmap_arch import architecture_from_dfgmap
from interchange.arrays.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from interchange.arrays.morpher_arch import architecture_from_morpher, is_morpher
from models.data.architecture import Architecture
from models.errors import InputError
from models.formats.text_files import STANDARD_INPUT, decode_text, read_bytes, stem, write_text

FORMATS = {".json": "json", ".txt": "dfgmap", ".dfgmap": "dfgmap"}


def load_architecture(
    spec: str,
    options_file: str | None = None,
    registers: int | None = None,
    units: int | None = None,
    hold_intermediates: bool | None = None,
    needs: Needs | None = None,
) -> Architecture:
    """Return the architecture of a file (.json, .txt, .dfgmap) or of a preset `kind:size,…`.

    `-` is standard input, in JSON. A JSON file may also be an architecture of the Morpher tool
    chain, which its contents show. A file wins over a preset of the same name. The other arguments
    belong to the `dfgmap` format, whose files lack them: a second file with options, registers per
    PE (default 2, 0 for unlimited), operation units per PE (default 1), and whether the external
    memory holds intermediate values (default no). A preset gets what graphs need, as `suited` says.
    Raises `InputError` in one line.
    """
    extra = {
        "an options file": options_file,
        "registers": registers,
        "units": units,
        "hold_intermediates": hold_intermediates,
    }
    given = [name for name, value in extra.items() if value is not None]
    looks_like_file = Path(spec).suffix.lower() in FORMATS or os.sep in spec
    format_ = _format_of(spec) if looks_like_file or _exists(spec) else "preset"
    if spec == STANDARD_INPUT:
        format_ = "json"
    if given and format_ != "dfgmap":
        what = f"{given[0]} goes only with a dfgmap architecture (.txt), not with a {format_}"
        raise InputError(what, spec)
    if format_ == "preset":
        return architecture_preset(spec if needs is None else suited(spec, needs))
    data = read_bytes(spec)
    if format_ == "json":
        if is_morpher(data):
            return architecture_from_morpher(data, spec, stem(spec))
        arch = architecture_from_json(data, spec)
        try:
            require_limiting(arch)
        except InputError as error:
            raise error.inside(spec) from None
        return arch
    options_text = None
    if options_file is not None:
        options_text = decode_text(read_bytes(options_file), options_file)
    return architecture_from_dfgmap(
        decode_text(data, spec),
        spec,
        registers=2 if registers is None else registers,
        units=1 if units is None else units,
        hold_intermediates=bool(hold_intermediates),
        options_text=options_text,
        options_where=options_file or "",
        name=stem(spec),
    )


def save_architecture(
    arch: Architecture, path: str, options_path: str | None = None, format_: str | None = None
) -> None:
    """Write an architecture as `json` or `dfgmap`, by default as the file's extension says.

    `options_path` gets the second file of the `dfgmap` format, when one is needed. Raises
    `NotSupportedError` when the format cannot express it, `InputError` when a file cannot be
    written or an options file is needed and not named. Shared limits without effect are left out.
    """
    chosen, arch = format_ or _format_of(path), limiting(arch)
    try:
        if chosen == "json":
            text, options = architecture_to_json(arch), ""
        else:
            text, options = architecture_to_dfgmap(arch), options_to_dfgmap(arch)
    except InputError as error:
        raise error.inside(path) from None
    if options and options_path is None:
        section = options.split()[0]
        raise InputError(f"'{arch.name}' needs a second file for {section}: name one", path)
    write_text(path, text)
    if options and options_path is not None:
        write_text(options_path, options)


def _exists(path: str) -> bool:
    try:
        return os.path.exists(path)
    except ValueError:
        return False


def _format_of(path: str) -> str:
    """Return the format of an architecture file by its extension, or by its first character."""
    known_format = FORMATS.get(Path(path).suffix.lower())
    if known_format is not None:
        return known_format
    start = read_bytes(path)[:4096].lstrip() if _exists(path) else b""
    if start[:1] in (b"{", b"."):
        return "json" if start[:1] == b"{" else "dfgmap"
    if not _exists(path):
        raise InputError("cannot read: no such file", path)
    xml = "; XML is not read: write it as JSON, or take a preset such as adres or hycube"
    raise InputError(
        f"unknown format; known extensions: {', '.join(FORMATS)}{xml * (start[:1] == b'<')}", path
    )
