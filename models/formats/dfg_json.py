"""The native DFG format: JSON with the tag `xyzmap/dfg/1`.

An operand is the plain string "a", or `{"value": "a", "distance": 1}`.
"""

from __future__ import annotations

from typing import Any

from models.data.dfg import Dfg
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

DFG_TAG = "xyzmap/dfg/1"


def dfg_from_json(text: bytes | str, where: str) -> Dfg:
    """Return the DFG in a JSON text.

    `where` names the file in errors. Raises `InputError`: file, JSON path, what is wrong.
    """
    raw = decode_tagged(text, DFG_TAG, where)
    for operation in _list(raw.get("operations")):
        if isinstance(operation, dict) and isinstance(operation.get("operands"), list):
            operation["operands"] = [
                {"value": operand} if isinstance(operand, str) else operand
                for operand in operation["operands"]
            ]
    return convert(raw, Dfg, where)


def dfg_to_json(dfg: Dfg) -> str:
    """Return a DFG as JSON text, one operation per line, without default-valued members.

    Raises `InputError` on constants or initial numbers that are not finite.
    """
    members: dict[str, Any] = to_plain(dfg)
    for operation in members["operations"]:
        if "operands" in operation:
            operation["operands"] = [
                operand if "distance" in operand else operand["value"]
                for operand in operation["operands"]
            ]
    return write_tagged(DFG_TAG, members)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
