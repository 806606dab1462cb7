"""Names of paths: deterministic, readable and unique."""

from __future__ import annotations

from collections.abc import Sequence


class PathNames:
    """Gives `a->b`, `a+b->c+d` for buses, and `a->b#2` for the second path of a kind."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._count: dict[str, int] = {}

    def name(self, sources: Sequence[str], targets: Sequence[str]) -> str:
        """Return a name for one more path from `sources` to `targets`."""
        base = f"{'+'.join(sources)}->{'+'.join(targets)}"
        while True:
            number = self._count[base] = self._count.get(base, 0) + 1
            name = base if number == 1 else f"{base}#{number}"
            if name not in self._used:
                self._used.add(name)
                return name
