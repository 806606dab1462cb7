"""Variants of a program: the results of lists of legal transformations.

Legality is always decided by the dependences of the original program: a variant knows the original
instances of each of its statements. Dependences are computed once, and directions once per nest of
a variant, so that most candidates cost microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from programs.loops.region import Region
from programs.loops.tree import Path
from programs.polyhedral import (
    Dependences,
    Directions,
    NotQuasiAffineError,
    Origin,
    Private,
    dependences,
    directions,
    identity_origins,
    private_scalars,
    together,
)
from programs.transform.distribute import distribute
from programs.transform.editor import Editor
from programs.transform.flatten import flatten
from programs.transform.fuse import fuse
from programs.transform.records import (
    Distribute,
    Flatten,
    Fuse,
    IllegalError,
    NotApplicableError,
    Reorder,
    Step,
    Tile,
    Unroll,
)
from programs.transform.reorder import reorder
from programs.transform.tile import tile
from programs.transform.unroll import unroll

_REWRITE: dict[type, Callable[[Editor, Any], Region]] = {
    Distribute: distribute,
    Flatten: flatten,
    Fuse: fuse,
    Reorder: reorder,
    Tile: tile,
    Unroll: unroll,
}


@dataclass(frozen=True)
class Analysis:
    """The analysis of an original program: dependences, and private scalars."""

    dependences: Dependences
    private: tuple[Private, ...]

    def keeps(self, region: Region, origins: Mapping[str, Origin]) -> bool:
        """Return whether a transformed region keeps the order of all dependences."""
        return self.whole(region, origins) and self.dependences.keeps(region, origins)

    def whole(self, region: Region, origins: Mapping[str, Origin]) -> bool:
        """Return whether the users of each private scalar are still contiguous."""
        return all(together(region, origins, private) for private in self.private)


@dataclass(frozen=True)
class Variant:
    """A transformed region, and the steps that led to it."""

    region: Region
    steps: tuple[Step, ...]
    origins: Mapping[str, Origin] = field(repr=False)
    analysis: Analysis = field(repr=False, compare=False)
    _known: dict[tuple[Path, int], Directions] = field(
        default_factory=dict, repr=False, compare=False
    )

    def __str__(self) -> str:
        """Return the steps in a line."""
        return "; ".join(map(str, self.steps)) or "as it is"

    def directions(self, path: Path, depth: int) -> Directions:
        """Return the dependence directions within nested loops, the outermost at a path."""
        key = path, depth
        if key not in self._known:
            known = self.analysis.dependences
            self._known[key] = directions(known, self.region, self.origins, path, depth)
        return self._known[key]

    def rewritten(self, step: Step) -> Variant:
        """Return the variant after a step, legal or not.

        Raises `NotApplicableError` if the step is not defined here.
        """
        editor = Editor(self.region, self.origins)
        region = _REWRITE[type(step)](editor, step)
        return Variant(region, (*self.steps, step), editor.origins, self.analysis)

    def is_legal(self, step: Step, made: Variant | None = None) -> bool:
        """Return whether a step is legal; `made` is its result, if known.

        May raise `NotApplicableError` if the step is not defined here.
        """
        try:
            return self._is_legal(step, made)
        except NotQuasiAffineError:
            # The analysis cannot decide.
            return False

    def _is_legal(self, step: Step, made: Variant | None) -> bool:
        match step:
            case Tile() | Flatten():
                return True
            case Reorder(path, order):
                Editor(self.region, self.origins).band(path, len(order))
                return self.directions(path, len(order)).permutable(order)
            case Unroll(path, factors):
                Editor(self.region, self.origins).band(path, len(factors))
                return self.directions(path, len(factors)).jammable(factors)
        made = made or self.rewritten(step)
        return self.analysis.keeps(made.region, made.origins)

    def apply(self, step: Step) -> Variant:
        """Return the variant after a legal step.

        Raises `NotApplicableError`, and `IllegalError` if dependences forbid it.
        """
        made = self.rewritten(step)
        if not self.is_legal(step, made) or not self.analysis.whole(made.region, made.origins):
            where = self.region.source or self.region.name
            raise IllegalError(f"'{step}' is forbidden by dependences", where)
        return made

    def tried(self, step: Step) -> Variant | None:
        """Return the variant after a step, None if it is not applicable or not legal."""
        try:
            return self.apply(step)
        except (NotApplicableError, IllegalError):
            return None

    def replay(self, steps: Iterable[Step]) -> Variant:
        """Return the variant after several steps."""
        result = self
        for step in steps:
            result = result.apply(step)
        return result


def variant_of(region: Region, reassociate: bool = False) -> Variant:
    """Return the initial variant of a program.

    `reassociate` allows reassociation of float sums and products, which changes their last bits.
    """
    private = private_scalars(region)
    known = dependences(region, reassociate, {scalar.name for scalar in private})
    return Variant(region, (), identity_origins(region), Analysis(known, private))
