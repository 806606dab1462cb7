"""Graphs of which any may be mapped, as they compute the same: such as those of a loop of C.

They are compared by bounds of arithmetic, each per iteration of the loop as written. A bound, and a
proof that rests on it, is that of one graph only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from shell.formats import Version

Bound = Callable[[Dfg], int]
"""Returns a bound on a graph's value. Raises `InfeasibleError`."""


class Bounded(NamedTuple):
    """A version, and the bound on its value; None if it has no mapping, for a `reason`."""

    version: Version
    bound: int | None
    reason: str = ""

    @property
    def each(self) -> Fraction | None:
        """The bound per iteration of the loop as written."""
        return None if self.bound is None else Fraction(self.bound, self.version.iterations)

    def words(self) -> str:
        """Return the name of the version and its bound."""
        if self.each is None:
            return f"{self.version.path}: no mapping"
        return f"{self.version.path}: at least {shown(self.each)}"


def shown(value: Fraction) -> str:
    """Return a number per iteration, such as 1.5."""
    return str(value) if value.denominator == 1 else f"{float(value):.3g}"


def by_bound(versions: Sequence[Version], bound: Bound) -> list[Bounded]:
    """Return the versions, those first that have the least bound, then the fewest operations."""
    found = []
    for version in versions:
        try:
            found.append(Bounded(version, bound(version.dfg)))
        except (InfeasibleError, InputError) as error:
            found.append(Bounded(version, None, str(error)))

    def rank(one: Bounded) -> tuple[bool, Fraction, Fraction]:
        size = Fraction(len(one.version.dfg.operations), one.version.iterations)
        return one.each is None, one.each or Fraction(0), size

    return sorted(found, key=rank)


def interval(arch: Architecture) -> Bound:
    """Return the bound of arithmetic on the II on an array."""
    from solvers.search.interval_answer import IntervalQuestion
    from solvers.search.intervals import IntervalSearch

    def least(dfg: Dfg) -> int:
        answer = IntervalSearch(IntervalQuestion(Problem(dfg, arch, 1))).bound()
        if answer.lower > answer.most:
            raise InfeasibleError(answer.lower_reason)
        return answer.lower

    return least


def cycles(contexts: int | None, arch: Architecture) -> Bound:
    """Return the bound of arithmetic on the cycles of an iteration on an array."""
    from models.counting.arithmetic import Arithmetic

    return lambda dfg: Arithmetic(Problem(dfg, arch, contexts)).first_horizon()[0]
