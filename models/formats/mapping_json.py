"""The native mapping format: JSON with the tag `xyzmap/mapping/1`.

`holds`, `transfers` and `issues` are lists of `[name, place, cycle]`; an issue that performs
something else than the definition of its value has that as its fourth element. An operand is the
plain string "a", or `{"value": "a", "distance": 1}`, as in the DFG format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.data.mapping import Mapping
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

MAPPING_TAG = "xyzmap/mapping/1"


def mapping_from_json(text: bytes | str, where: str) -> Mapping:
    """Return the mapping in a JSON text; whether it is correct is the checker's business.

    `where` names the file in errors. Raises `InputError`: file, JSON path, what is wrong.
    """
    raw = decode_tagged(text, MAPPING_TAG, where)
    for operands in _operand_lists(raw):
        operands[:] = [{"value": read} if isinstance(read, str) else read for read in operands]
    return convert(raw, Mapping, where)


def mapping_to_json(mapping: Mapping) -> str:
    """Return a mapping as JSON text, one item per line, without default-valued members."""
    members: dict[str, Any] = to_plain(mapping)
    for operands in _operand_lists(members):
        operands[:] = [read if "distance" in read else read["value"] for read in operands]
    return write_tagged(MAPPING_TAG, members)


def _operand_lists(raw: dict[str, Any]) -> Iterator[list[Any]]:
    """The operands of intermediates, and of what issues perform; a bad file may have others."""
    readers = list(members) if isinstance(members := raw.get("intermediates"), list) else []
    if isinstance(issues := raw.get("issues"), list):
        readers += [issue[3] for issue in issues if isinstance(issue, list) and len(issue) > 3]
    for reader in readers:
        if isinstance(reader, dict) and isinstance(operands := reader.get("operands"), list):
            yield operands
