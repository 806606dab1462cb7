"""The native architecture format: JSON with the tag `xyzmap/architecture/1`."""

from __future__ import annotations

from models.data.architecture import Architecture
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

ARCHITECTURE_TAG = "xyzmap/architecture/1"


def architecture_from_json(text: bytes | str, where: str) -> Architecture:
    """Return the architecture in a JSON text.

    `where` names the file in errors. Raises `InputError`: file, JSON path, what is wrong.
    """
    return convert(decode_tagged(text, ARCHITECTURE_TAG, where), Architecture, where)


def architecture_to_json(arch: Architecture) -> str:
    """Return an architecture as JSON text, one component or path per line.

    Members that equal their defaults are left out.
    """
    return write_tagged(ARCHITECTURE_TAG, to_plain(arch))
