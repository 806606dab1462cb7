"""What a format of another tool cannot say of a graph."""

from __future__ import annotations

from models.data.dfg import Dfg
from models.errors import NotSupportedError


def require_without(dfg: Dfg, members: tuple[str, ...], cannot: str) -> None:
    """Raise `NotSupportedError` for a graph with one of these members, or with types.

    `cannot` says the rest: `cannot be written as DOT`. Lines of sources are left out.
    """
    for member in members:
        if getattr(dfg, member):
            raise NotSupportedError(f"'{member}' {cannot}", f"$.{member}")
    for operator in dfg.operators:
        if operator.type is not None:
            what = f"operator '{operator.name}' of type {operator.type}"
            raise NotSupportedError(f"{what} {cannot}", "$.operators")
