"""Partial mappings: operations that are executed only in given places, and in given cycles.

A pin restricts the place of an operation, whether it has an issue of its own or is executed within
a multi-node operation. It does not require the operation: operations that no result needs stay out
of the mapping.
"""

from __future__ import annotations

import msgspec


class Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`operation` is executed only on one of `components`, only in `cycle`, and only in cycles that
    are `context` modulo the contexts; None is no restriction.
    """

    operation: str
    components: tuple[str, ...] | None = None
    cycle: int | None = None
    context: int | None = None

    def __str__(self) -> str:
        """The pin as written on a command line."""
        place = "" if self.components is None else "|".join(self.components)
        cycle = "" if self.cycle is None else f"@{self.cycle}"
        context = "" if self.context is None else f"%{self.context}"
        return f"{self.operation}={place}{cycle}{context}"


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All pins of a question; several of one operation hold together."""

    places: tuple[Pin, ...] = ()

    def __bool__(self) -> bool:
        """Whether the mapping has pins."""
        return bool(self.places)

    def by_operation(self) -> dict[str, list[Pin]]:
        """The pins of each operation that has some."""
        found: dict[str, list[Pin]] = {}
        for pin in self.places:
            found.setdefault(pin.operation, []).append(pin)
        return found
