"""The formats of arrays of other tools."""

from __future__ import annotations

from interchange.arrays.dfgmap_arch import architecture_from_dfgmap
from interchange.arrays.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from interchange.arrays.morpher_arch import architecture_from_morpher, is_morpher
from models.data.architecture import Architecture
from models.formats.text_files import decode_text, read_bytes, stem
from shell.formats import Format


def _read_dfgmap(
    data: bytes,
    path: str,
    options_file: str | None = None,
    registers: int = 2,
    units: int = 1,
    hold_intermediates: bool = False,
) -> Architecture:
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


ARRAYS = (
    Format(
        "dfgmap",
        _read_dfgmap,
        lambda arch: (architecture_to_dfgmap(arch), options_to_dfgmap(arch)),
        (".txt", ".dfgmap"),
        lambda data: data.startswith(b"."),
        chosen=True,
    ),
    Format(
        "morpher",
        lambda data, path: architecture_from_morpher(data, path, stem(path)),
        endings=(".json",),
        opens=is_morpher,
    ),
)
