"""Scopes of names in a C file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from programs.loops.expressions import Constant
from programs.loops.region import Array, Scalar
from programs.loops.types import NumberType


@dataclass(frozen=True, slots=True)
class IndexName:
    """The index of a surrounding loop."""

    type: NumberType


@dataclass(frozen=True, slots=True)
class Function:
    """A function; it has `result`, `parameters` and `value` if it is one `return value;`."""

    result: NumberType | None = None
    parameters: tuple[tuple[str, NumberType], ...] = ()
    value: Any = None
    defined: bool = False


@dataclass(frozen=True, slots=True)
class TypeName:
    """A typedef: a number, or an array of them."""

    type: NumberType
    extents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Unusable:
    """A name that regions cannot use, with the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class OuterIndex:
    """A scalar declared before the region and used as a loop index in it."""

    type: NumberType


Meaning = Array | Scalar | Constant | IndexName | Function | TypeName | Unusable | OuterIndex


@dataclass
class Scope:
    """Names by block, the innermost last."""

    blocks: list[dict[str, Meaning]] = field(default_factory=lambda: [{}])

    def __getitem__(self, name: str) -> Meaning | None:
        for block in reversed(self.blocks):
            if name in block:
                return block[name]
        return None

    def __setitem__(self, name: str, meaning: Meaning) -> None:
        self.blocks[-1][name] = meaning

    @contextmanager
    def block(self) -> Iterator[None]:
        """Open a block; its declarations end with it."""
        self.blocks.append({})
        try:
            yield
        finally:
            self.blocks.pop()

    @contextmanager
    def hidden(self, names: set[str]) -> Iterator[None]:
        """Make the scalars of these names indices within the context."""
        found = [
            (block, name, meaning)
            for name in names
            for block in self.blocks
            if isinstance(meaning := block.get(name), Scalar)
        ]
        try:
            for block, name, meaning in found:
                block[name] = OuterIndex(meaning.type)
            yield
        finally:
            for block, name, meaning in found:
                block[name] = meaning

    @property
    def names(self) -> list[str]:
        """The names of numbers, for messages."""
        kinds = (Array, Scalar, Constant, IndexName)
        return [n for block in self.blocks for n, m in block.items() if isinstance(m, kinds)]
