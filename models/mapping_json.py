"""The native mapping format: JSON with the tag `xyzmap/mapping/1`.

`holds`, `transfers` and `issues` are lists of `[name, place, cycle]`.
"""

from __future__ import annotations

from models.json_text import convert, decode_tagged, to_plain, write_tagged
from models.mapping import Mapping

MAPPING_TAG = "xyzmap/mapping/1"


def mapping_from_json(text: bytes | str, where: str) -> Mapping:
    """Return the mapping in a JSON text; whether it is correct is the checker's business.

    `where` names the file in errors. Raises `InputError`: file, JSON path, what is wrong.
    """
    return convert(decode_tagged(text, MAPPING_TAG, where), Mapping, where)


def mapping_to_json(mapping: Mapping) -> str:
    """Return a mapping as JSON text, one `[name, place, cycle]` per line."""
    return write_tagged(MAPPING_TAG, to_plain(mapping))
