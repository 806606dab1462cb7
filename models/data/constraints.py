"""Constraints of a user's own, as data over the facts of a mapping.

A fact is an issue (Z), a value held at the end of a cycle (X), or a transfer (Y). A selection names
facts by patterns of names: an exact name, or a glob pattern; a list means any of them, and what is
left out means all. `models.judge.own_rules` says when a mapping keeps a constraint, the reference
page `docs/reference/constraints.md` says it for users.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Literal, NoReturn

import msgspec

from models.errors import InputError, require_title

NO_TRUTH = (
    "a constraint, or a sum, is neither true nor false: add each comparison by itself, as"
    " `0 <= s <= 3` is two, and use implies() and never_both() for `and`, `or` and `if`"
)

MOST = 1 << 31
"""The largest weight and bound."""

_TILE = re.compile(r"\d+(?:_\d+)*$")

Names = str | tuple[str, ...] | None
Numbers = int | tuple[int, ...] | None

Group = Literal["context", "cycle", "component", "tile", "path", "operation", "value"]
"""What facts are counted by: a context is a cycle modulo the contexts of a pipelined loop, and a
cycle without pipelining; a cycle is one of a single iteration.
"""

Cell = Literal["component", "tile", "path", "context", "slot"]
"""What a sum of used things counts once; a slot is a component, or a path, in a context."""

Relation = Literal["same", "other", "linked", "unlinked"]
"""Of two places: `linked` by a path in some direction, `unlinked` other ones that are not."""


class Issues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Issues of operations, by name, operator, and class of the operator, on components or tiles,
    in contexts.
    """

    operation: Names = None
    operator: Names = None
    class_: Names = msgspec.field(default=None, name="class")
    component: Names = None
    tile: Names = None
    context: Numbers = None


class Holds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Values held at the end of cycles. What an unlimited component holds in cycle 0 never counts:
    a mapping may list it or not.
    """

    value: Names = None
    component: Names = None
    tile: Names = None
    context: Numbers = None


class Transfers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Transfers of values over paths, by the cycle of their arrival."""

    value: Names = None
    path: Names = None
    context: Numbers = None


class Selection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Facts of one kind. Raises `InputError` unless it is exactly one."""

    z: Issues | None = msgspec.field(default=None, name="Z")
    x: Holds | None = msgspec.field(default=None, name="X")
    y: Transfers | None = msgspec.field(default=None, name="Y")

    def __post_init__(self) -> None:
        if sum(each is not None for each in (self.z, self.x, self.y)) != 1:
            raise InputError("a selection has one of Z, X and Y")

    @property
    def kind(self) -> str:
        """The letter of its facts."""
        return "Z" if self.z is not None else "X" if self.x is not None else "Y"

    @property
    def facts(self) -> Issues | Holds | Transfers:
        """Its facts."""
        found = self.z or self.x or self.y
        assert found is not None
        return found


class Term(Selection, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Facts with the weight of each in a sum; with `used`, each thing counts once that has any.

    Raises `InputError` for a weight of 0 or beyond 2^31.
    """

    weight: int = 1
    used: Cell | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < abs(self.weight) <= MOST:
            raise InputError(f"weight {self.weight} is 0 or beyond 2^31", "weight")
        places = ("path",) if self.kind == "Y" else ("component", "tile")
        if self.used is not None and self.used not in (*places, "context", "slot"):
            raise InputError(f"no {self.used} of {self.kind} can be used", "used")


class _Named(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str

    def __post_init__(self) -> None:
        require_title(self.name, "name")
        if not self.name.strip():
            raise InputError("a constraint needs a name", "name")

    def __bool__(self) -> NoReturn:
        """Raise `TypeError`: `0 <= s <= 3` and `a and b` would lose all but one."""
        raise TypeError(NO_TRUTH)


class Sum(_Named, frozen=True, forbid_unknown_fields=True, tag="sum", tag_field="form"):
    """A weighted sum of facts, in each group of `per`, or of all, is within bounds."""

    of: tuple[Term, ...]
    per: Group | None = None
    at_most: int | None = None
    at_least: int | None = None
    equal: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.of:
            raise InputError("a sum of nothing; add a term", "of")
        _require_bounds(self.at_most, self.at_least, self.equal)
        for number, term in enumerate(self.of):
            _require_group(term, self.per, f"of[{number}]")
        least = sum(min(term.weight, 0) for term in self.of)
        if self.most is not None and self.most < 0 and least == 0:
            raise InputError(f"no sum is at most {self.most}: no weight is negative", "at_most")
        most = max(term.weight for term in self.of)
        if self.least is not None and self.least > 0 and most < 0:
            raise InputError(f"no sum is at least {self.least}: all weights are negative")

    @property
    def most(self) -> int | None:
        """The upper bound."""
        return self.equal if self.equal is not None else self.at_most

    @property
    def least(self) -> int | None:
        """The lower bound."""
        return self.equal if self.equal is not None else self.at_least


class Minimize(_Named, frozen=True, forbid_unknown_fields=True, tag="minimize", tag_field="form"):
    """An objective: the weighted sum of facts, or the largest one of all groups of `per`, is least
    among the mappings with the fewest cycles, or the smallest II and as many cycles.
    """

    of: tuple[Term, ...]
    per: Group | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.of:
            raise InputError("a sum of nothing; add a term", "of")
        for number, term in enumerate(self.of):
            _require_group(term, self.per, f"of[{number}]")

    @property
    def is_positive(self) -> bool:
        """Whether no value is below 0."""
        return all(term.weight > 0 for term in self.of)

    def at_most(self, value: int) -> Sum:
        """Return the constraint that the objective is no larger. Raises `InputError` where that is
        impossible.
        """
        return Sum(name=f"least {self.name}", of=self.of, per=self.per, at_most=value)


class Pair(_Named, frozen=True, forbid_unknown_fields=True, tag="pair", tag_field="form"):
    """No issue of `first` and another issue of `second` are at places in a relation of `never`;
    with `per` context, in the same context.
    """

    first: Issues
    second: Issues
    never: Relation | tuple[Relation, ...]
    by: Literal["component", "tile"] = "component"
    per: Literal["context"] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.never:
            raise InputError("a pair needs a relation that never holds", "never")

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations that never hold."""
        return (self.never,) if isinstance(self.never, str) else self.never


class Implies(_Named, frozen=True, forbid_unknown_fields=True, tag="implies", tag_field="form"):
    """In each group of `per`, or of all, where any fact of `if_any` is, one of `then_any` is."""

    if_any: Selection
    then_any: Selection
    per: Group | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_group(self.if_any, self.per, "if_any")
        _require_group(self.then_any, self.per, "then_any")


class Time(_Named, frozen=True, forbid_unknown_fields=True, tag="time", tag_field="form"):
    """The cycle in which an operation starts or ends, minus that of another one, is within bounds,
    for all issues of both. An operation ends in the last cycle of its latency.
    """

    start: str | None = None
    end: str | None = None
    minus_start: str | None = None
    minus_end: str | None = None
    at_most: int | None = None
    at_least: int | None = None
    equal: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for pair in (("start", "end"), ("minus_start", "minus_end")):
            if (getattr(self, pair[0]) is None) == (getattr(self, pair[1]) is None):
                raise InputError(f"a time has one of {pair[0]} and {pair[1]}")
        _require_bounds(self.at_most, self.at_least, self.equal)

    @property
    def operations(self) -> tuple[str, str]:
        """The operation, and the one that is subtracted."""
        return self.start or self.end or "", self.minus_start or self.minus_end or ""

    def admits(self, difference: int) -> bool:
        """Whether a difference is within the bounds."""
        return (
            (self.at_most is None or difference <= self.at_most)
            and (self.at_least is None or difference >= self.at_least)
            and (self.equal is None or difference == self.equal)
        )


Constraint = Sum | Pair | Implies | Time

Facts = Issues | Holds | Transfers


def selections(constraint: Constraint | Minimize) -> Iterator[tuple[str, Facts]]:
    """Yield the facts that a constraint selects, with their places in it."""
    if isinstance(constraint, Sum | Minimize):
        for number, term in enumerate(constraint.of):
            yield f"of[{number}].{term.kind}", term.facts
    elif isinstance(constraint, Pair):
        yield "first", constraint.first
        yield "second", constraint.second
    elif isinstance(constraint, Implies):
        sides: tuple[tuple[str, Selection], ...] = (
            ("if_any", constraint.if_any),
            ("then_any", constraint.then_any),
        )
        for name, side in sides:
            yield f"{name}.{side.kind}", side.facts


def words(names: Names) -> tuple[str, ...] | None:
    """Return patterns as a tuple; None for all names."""
    return (names,) if isinstance(names, str) else names


def contexts_of(numbers: Numbers) -> tuple[int, ...] | None:
    """Return contexts as a tuple; None for all."""
    return (numbers,) if isinstance(numbers, int) else numbers


@lru_cache(maxsize=1 << 16)
def names_match(patterns: Names, name: str) -> bool:
    """Whether some pattern is a name, or matches it as a glob pattern."""
    given = words(patterns)
    return given is None or any(word == name or fnmatchcase(name, word) for word in given)


@lru_cache(maxsize=1 << 16)
def tile_of(component: str) -> str:
    """Return the tile of a component: the numbers that its name ends in, `2_3` of `pe_2_3`; its
    whole name without such numbers.
    """
    found = _TILE.search(component)
    return component if found is None else found.group()


def _require_bounds(at_most: int | None, at_least: int | None, equal: int | None) -> None:
    if at_most is None and at_least is None and equal is None:
        raise InputError("it needs at_most, at_least or equal")
    if equal is not None and (at_most is not None or at_least is not None):
        raise InputError("equal goes without at_most and at_least", "equal")
    for name, bound in (("at_most", at_most), ("at_least", at_least), ("equal", equal)):
        if bound is not None and abs(bound) > MOST:
            raise InputError(f"bound {bound} is beyond 2^31", name)
    if at_most is not None and at_least is not None and at_least > at_most:
        raise InputError(f"nothing is at least {at_least} and at most {at_most}")


_BY = {
    "Z": ("context", "cycle", "component", "tile", "operation"),
    "X": ("context", "cycle", "component", "tile", "value"),
    "Y": ("context", "cycle", "path", "value"),
}


def _require_group(selection: Selection, per: Group | None, where: str) -> None:
    if per is not None and per not in _BY[selection.kind]:
        allowed = ", ".join(_BY[selection.kind])
        raise InputError(f"{selection.kind} has no {per}; per is one of {allowed}", where)
