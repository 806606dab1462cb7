"""An architecture from a word or a file."""

from __future__ import annotations

from ecosystems.neura.model import array_of
from ecosystems.neura.standard import CLASSES, STANDARD, standard
from ecosystems.neura.timing import Convention
from ecosystems.neura.yaml_file import read_yaml
from models.data.architecture import Architecture
from models.errors import InputError
from models.formats.text_files import read_bytes, stem
from shell.packages import require_package


def architecture_of(array: str, convention: Convention) -> Architecture:
    """Return the standard array, or that of a YAML file. Raises `InputError`."""
    if array == STANDARD:
        name, found = "neura-standard", standard()
    else:
        require_package("yaml", "a YAML file", "ecosystems")
        name, found = read_yaml(read_bytes(array), array)
    able: dict[int, set[str]] = {tile.id: set() for tile in found.tiles}
    for op_class, tiles in found.fu_class_tiles.items():
        for tile in tiles:
            able[tile] |= {op_class, *CLASSES.get(op_class, ())}
    try:
        return array_of(found, able, convention, name or stem(array))
    except InputError as error:
        raise error.inside(array) from None
