"""Code that graphs and arrays of networkx share: names of nodes, and checked structs."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from models.errors import InputError

Struct = TypeVar("Struct", bound=msgspec.Struct)


def named(node: Any) -> str:
    """Return the name of a node: tuples, such as coordinates, are joined."""
    return "_".join(map(str, node)) if isinstance(node, tuple) else str(node)


def validated(kind: type[Struct], where: str, **members: Any) -> Struct:
    """Return a struct of these members. Raises `InputError` with `where` in front."""
    try:
        plain = msgspec.to_builtins(members, str_keys=True)
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, InputError):
            raise error.__cause__.inside(where) from None
        raise InputError(str(error).replace("`", "'"), where) from None
