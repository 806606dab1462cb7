"""Readers and writers of arrays as the table of formats calls them."""

from __future__ import annotations

from interchange.arrays.dfgmap_arch import architecture_from_dfgmap
from interchange.arrays.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from interchange.arrays.morpher_arch import architecture_from_morpher
from models.data.architecture import Architecture
from models.formats.text_files import decode_text, read_bytes, stem


def read_morpher(data: bytes, path: str) -> Architecture:
    """Return the array in a JSON text of Morpher, named after its file."""
    return architecture_from_morpher(data, path, stem(path))


def read_dfgmap(
    data: bytes,
    path: str,
    options_file: str | None = None,
    registers: int = 2,
    units: int = 1,
    hold_intermediates: bool = False,
) -> Architecture:
    """Return the array in a `dfgmap` text, and perhaps a second file, named after the former."""
    second = None
    if options_file is not None:
        second = decode_text(read_bytes(options_file), options_file)
    return architecture_from_dfgmap(
        decode_text(data, path),
        path,
        registers=registers,
        units=units,
        hold_intermediates=hold_intermediates,
        options_text=second,
        options_where=options_file or "",
        name=stem(path),
    )


def dfgmap_texts(arch: Architecture) -> tuple[str, str]:
    """Return the text of an array, and that of its second file, which is empty if not needed."""
    return architecture_to_dfgmap(arch), options_to_dfgmap(arch)
