"""Additions of other installed packages to a table, by entry points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from models.errors import InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def names(group: str) -> list[str]:
    """Return the names of the entry points of a group, without imports."""
    return list(_points(group))


def find(table: dict[str, T], name: str, group: str, kind: type[T]) -> T | None:
    """Return an entry of a table; import a missing one from the package that adds it, and keep it.

    Raises `InputError` if it cannot be imported, or is no `kind`.
    """
    if name not in table and (point := _points(group).get(name)) is not None:
        table[name] = _loaded(point, kind)
    return table.get(name)


def add_all(table: dict[str, T], group: str, kind: type[T], tell: Callable[[str], None]) -> None:
    """Add to a table the entries of all packages; `tell` takes a line for each that
    cannot be used.
    """
    for name in names(group):
        try:
            find(table, name, group, kind)
        except InputError as error:
            tell(str(error))


def _points(group: str) -> dict[str, EntryPoint]:
    """Return name → entry point. The first on the import path wins."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return found


def _loaded(point: EntryPoint, kind: type[T]) -> T:
    package = "an unknown package" if point.dist is None else f"the package {point.dist.name}"
    where = f"'{point.name}' of {package} cannot be used: {point.value}"
    try:
        found = point.load()
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        raise InputError(f"{where}: {type(error).__name__}: {reason}") from None
    if not isinstance(found, kind):
        raise InputError(f"{where} is no {kind.__name__}, but a {type(found).__name__}")
    own = getattr(found, "name", point.name)
    if own != point.name:
        raise InputError(f"{where} is named '{own}'")
    return found
