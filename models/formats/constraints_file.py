"""Files of a user's constraints: JSON or TOML with the tag `xyzmap/constraints/1`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from models.data.constraints import Constraint
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, decode_toml, write_tagged
from models.formats.text_files import read_bytes

CONSTRAINTS_TAG = "xyzmap/constraints/1"


class Constraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All constraints of a file; a mapping keeps each of them."""

    constraints: tuple[Constraint, ...]


def load_constraints(path: str) -> tuple[Constraint, ...]:
    """Return the constraints of a file, TOML where its name ends so. Raises `InputError`."""
    data = read_bytes(path)
    if path.endswith(".toml"):
        raw = decode_toml(data, path)
        if (found := raw.pop("schema", CONSTRAINTS_TAG)) != CONSTRAINTS_TAG:
            raise InputError(f"is '{found}'; expected '{CONSTRAINTS_TAG}'", f"{path}: $.schema")
        return convert(raw, Constraints, path).constraints
    return constraints_from_json(data, path)


def constraints_from_json(text: bytes | str, where: str) -> tuple[Constraint, ...]:
    """Return the constraints of a JSON text; `where` names the file in errors."""
    return convert(decode_tagged(text, CONSTRAINTS_TAG, where), Constraints, where).constraints


def constraints_to_json(constraints: Iterable[Constraint]) -> str:
    """Return constraints as JSON text, one a line, without what is left to its default."""
    plain: list[Any] = [msgspec.to_builtins(each) for each in constraints]
    return write_tagged(CONSTRAINTS_TAG, {"constraints": plain})
