"""Files of a user's constraints: JSON or TOML with the tag `xyzmap/constraints/1`."""

from __future__ import annotations

from typing import Any

import msgspec

from models.data.constraints import Constraint, Minimize
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, decode_toml, write_tagged
from models.formats.text_files import read_bytes

CONSTRAINTS_TAG = "xyzmap/constraints/1"


class Constraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All constraints of a file, of which a mapping keeps each, and objectives: of the first one
    the least, then of the next one.
    """

    constraints: tuple[Constraint, ...] = ()
    minimize: tuple[Minimize, ...] = ()


def load_constraints(path: str) -> Constraints:
    """Return what is in a file, TOML where its name ends so. Raises `InputError`."""
    data = read_bytes(path)
    if path.endswith(".toml"):
        raw = decode_toml(data, path)
        if (found := raw.pop("schema", CONSTRAINTS_TAG)) != CONSTRAINTS_TAG:
            raise InputError(f"is '{found}'; expected '{CONSTRAINTS_TAG}'", f"{path}: $.schema")
        return convert(raw, Constraints, path)
    return constraints_from_json(data, path)


def constraints_from_json(text: bytes | str, where: str) -> Constraints:
    """Return what is in a JSON text; `where` names the file in errors."""
    return convert(decode_tagged(text, CONSTRAINTS_TAG, where), Constraints, where)


def constraints_to_json(found: Constraints) -> str:
    """Return the text of a file, one object a line, without what is left to its default."""
    members: dict[str, Any] = {"constraints": [msgspec.to_builtins(c) for c in found.constraints]}
    if found.minimize:
        members["minimize"] = [msgspec.to_builtins(each) for each in found.minimize]
    return write_tagged(CONSTRAINTS_TAG, members)
