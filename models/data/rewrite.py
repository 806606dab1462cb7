"""Rewrites: a problem in the place of another one, with the way back for its mappings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem

Back = Callable[[Mapping], Mapping]


def unchanged(mapping: Mapping) -> Mapping:
    """Return the mapping itself: the problem before allows it, too."""
    return mapping


class Step(NamedTuple):
    """A rewrite by its name; `back` makes a mapping one of the problem before.

    Where there is no way back, the answer is about the new problem.
    """

    name: str
    back: Back | None


class Rewrite(msgspec.Struct, frozen=True):
    """A problem, and the steps that led to it; those without a way back come first."""

    problem: Problem
    steps: tuple[Step, ...] = ()

    def then(self, name: str, back: Back | None = None, **changes: Any) -> Rewrite:
        """Return the chain with one more step, which changes fields of the problem."""
        changed: Problem = msgspec.structs.replace(self.problem, **changes)
        return Rewrite(changed, (*self.steps, Step(name, back)))

    def lifted(self, mapping: Mapping) -> Mapping:
        """Return a mapping of `problem` as one of the problem of the answer."""
        for step in reversed(self.steps):
            mapping = mapping if step.back is None else step.back(mapping)
        return mapping

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the steps without a way back, which answer and certificate list."""
        return tuple(step.name for step in self.steps if step.back is None)

    @property
    def name(self) -> str:
        """The names of the other steps, which are told with the finder of a mapping."""
        return ", ".join(step.name for step in self.steps if step.back is not None)

    @property
    def mapped(self) -> Dfg:
        """The graph of the problem."""
        return self.problem.dfg
