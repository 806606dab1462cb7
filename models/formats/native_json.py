"""The native formats of DFGs, mappings and architectures: JSON with a tag.

An operand is the plain string "a", or `{"value": "a", "distance": 1}`. Of a mapping, `holds`,
`transfers` and `issues` are lists of `[name, place, cycle]`; an issue that performs something else
than the definition of its value has that as its fourth element.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

DFG_TAG = "xyzmap/dfg/1"
MAPPING_TAG = "xyzmap/mapping/1"
ARCHITECTURE_TAG = "xyzmap/architecture/1"


def dfg_from_json(text: bytes | str, where: str) -> Dfg:
    """Return the DFG in a JSON text.

    `where` names the file in errors. Raises `InputError` with file, JSON path and fault.
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


def mapping_from_json(text: bytes | str, where: str) -> Mapping:
    """Return the mapping in a JSON text; only the checker judges whether it is correct.

    `where` names the file in errors. Raises `InputError` with file, JSON path and fault.
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
    """Yield the operand lists of intermediates and of performed operations, unvalidated."""
    readers = list(members) if isinstance(members := raw.get("intermediates"), list) else []
    if isinstance(issues := raw.get("issues"), list):
        readers += [issue[3] for issue in issues if isinstance(issue, list) and len(issue) > 3]
    for reader in readers:
        if isinstance(reader, dict) and isinstance(operands := reader.get("operands"), list):
            yield operands


def architecture_from_json(text: bytes | str, where: str) -> Architecture:
    """Return the architecture in a JSON text.

    `where` names the file in errors. Raises `InputError` with file, JSON path and fault.
    """
    return convert(decode_tagged(text, ARCHITECTURE_TAG, where), Architecture, where)


def architecture_to_json(arch: Architecture) -> str:
    """Return an architecture as JSON text, one component or path per line.

    Members that equal their defaults are left out.
    """
    return write_tagged(ARCHITECTURE_TAG, to_plain(arch))
