"""Rewrites: a problem in the place of another one, with the way back for its mappings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from models.data.computation import Transform
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem

Back = Callable[[Mapping], Mapping]


def unchanged(mapping: Mapping) -> Mapping:
    """Return the mapping itself: the problem before allows it, too."""
    return mapping


class Rewrite(msgspec.Struct, frozen=True):
    """A problem, and the steps that led to it, each with the way back for mappings.

    Steps without a way back come first: the answer is about the problem that they make.
    """

    problem: Problem
    steps: tuple[tuple[str, Back | None], ...] = ()

    def then(self, name: str, back: Back | None = None, **changes: Any) -> Rewrite:
        """Return the chain with one more step, which changes fields of the problem."""
        changed: Problem = msgspec.structs.replace(self.problem, **changes)
        return Rewrite(changed, (*self.steps, (name, back)))

    def reordered(self, how: Transform) -> Rewrite:
        """Return the chain to an answer about any order of operations."""
        return self if how == "none" else self.then(f"any order ({how})", transform=how)

    def lifted(self, mapping: Mapping) -> Mapping:
        """Return a mapping of `problem` as one of the problem of the answer."""
        for _, back in reversed(self.steps):
            mapping = mapping if back is None else back(mapping)
        return mapping

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the steps without a way back, which answer and certificate list."""
        return tuple(name for name, back in self.steps if back is None)

    @property
    def name(self) -> str:
        """The names of the other steps, which are told with the finder of a mapping."""
        return ", ".join(name for name, back in self.steps if back is not None)

    @property
    def mapped(self) -> Dfg:
        """The graph of the problem."""
        return self.problem.dfg
