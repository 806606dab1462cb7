"""Expressions over the facts of a mapping: sums and differences whose comparisons are constraints.

They build the data of `models.data.constraints`, and nothing that a file cannot say.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any, NoReturn

from msgspec.structs import replace

from models.data.constraints import (
    NO_TRUTH,
    Cell,
    Constraint,
    Group,
    Holds,
    Implies,
    Issues,
    Pair,
    Relation,
    Selection,
    Sum,
    Term,
    Time,
    Transfers,
)
from models.errors import InputError

NAMELESS = "constraint"
"""The name of a constraint until it is added to a model."""


def whole(value: object) -> int:
    """Return an integer of Python or numpy. Raises `InputError` for anything else."""
    if isinstance(value, bool):
        raise InputError(f"{value} is no whole number")
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{value!r} is no whole number") from None


class _Compared:
    """An expression that is compared with numbers, and has no truth of its own."""

    __array_ufunc__ = None
    """Numpy leaves comparisons to this class, instead of making arrays of them."""

    def __bool__(self) -> NoReturn:
        raise TypeError(NO_TRUTH)

    __hash__ = object.__hash__

    def bounded(self, other: Any, bound: str, sign: int = 1) -> Constraint:
        raise NotImplementedError

    def __le__(self, other: Any) -> Constraint:
        return self.bounded(other, "at_most")

    def __ge__(self, other: Any) -> Constraint:
        return self.bounded(other, "at_least")

    def __lt__(self, other: Any) -> Constraint:
        return self.bounded(other, "at_most", 1)

    def __gt__(self, other: Any) -> Constraint:
        return self.bounded(other, "at_least", -1)

    def __eq__(self, other: Any) -> Constraint:  # type: ignore[override]
        return self.bounded(other, "equal")

    def __ne__(self, other: object) -> NoReturn:
        raise TypeError("a sum that differs from a number is no constraint; use <= and >=")


class Expression(_Compared):
    """A weighted sum of facts, as CPMpy and OR-Tools have them: `5 * Z(operator="mul") + Y() <= 9`.

    `per` counts in each group of a kind, `used` each thing once that has any of the facts.
    """

    def __init__(
        self, terms: tuple[Term, ...], constant: int = 0, group: Group | None = None
    ) -> None:
        self.terms, self.constant, self.group = terms, constant, group

    def per(self, group: Group) -> Expression:
        """Return the sum in each group: context, cycle, component, tile, path, operation, value."""
        return Expression(self.terms, self.constant, group)

    def total(self) -> Expression:
        """Return the sum over everything."""
        return Expression(self.terms, self.constant)

    def used(self, cell: Cell) -> Expression:
        """Return a sum that counts each component, tile, path, context or slot once."""
        terms = tuple(replace(term, used=cell) for term in self.terms)
        return Expression(terms, self.constant, self.group)

    def __add__(self, other: Any) -> Expression:
        added = self._of(other)
        if added.terms and self.terms and added.group != self.group:
            raise InputError(f"sums per {self.group} and per {added.group} cannot be added")
        group = self.group if self.terms else added.group
        return Expression(self.terms + added.terms, self.constant + added.constant, group)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Expression:
        times = whole(factor)
        terms = tuple(replace(term, weight=term.weight * times) for term in self.terms if times)
        return Expression(terms, self.constant * times, self.group)

    __rmul__ = __mul__

    def __neg__(self) -> Expression:
        return self * -1

    def __sub__(self, other: Any) -> Expression:
        return self + -self._of(other)

    def __rsub__(self, other: Any) -> Expression:
        return self._of(other) + -self

    def bounded(self, other: Any, bound: str, strict: int = 0) -> Constraint:
        """Return the constraint that a comparison makes. Raises `InputError` without facts."""
        apart = self - self._of(other)
        if not apart.terms:
            raise InputError("a comparison of numbers is no constraint")
        given = {bound: -apart.constant - strict}
        return Sum(name=NAMELESS, of=apart.terms, per=apart.group, **given)

    def selection(self) -> Selection:
        """Return the facts of an expression that is no sum. Raises `InputError` for a sum."""
        if len(self.terms) != 1 or self.constant or self.terms[0].weight != 1:
            raise InputError("expected facts, such as Z(operator='mul'), not a sum")
        term = self.terms[0]
        return Selection(z=term.z, x=term.x, y=term.y)

    def _of(self, other: Any) -> Expression:
        return other if isinstance(other, Expression) else Expression((), whole(other), self.group)

    def __repr__(self) -> str:
        parts = [f"{t.weight} * {t.kind}({_shown(t.facts)})" for t in self.terms]
        parts += [str(self.constant)] if self.constant or not parts else []
        return " + ".join(parts) + (f" per {self.group}" if self.group else "")


def _shown(facts: Issues | Holds | Transfers) -> str:
    given = ((name, getattr(facts, name)) for name in facts.__struct_fields__)
    return ", ".join(f"{name}={value!r}" for name, value in given if value is not None)


class Facts:
    """The facts of one kind: `Z["mul*", "pe_*"]` by operation or value, and place; `Z(…)` by all
    members of a selection. Raises `InputError` where nothing can be meant.
    """

    def __init__(self, kind: type[Any], field: str, require: Callable[[Any], object]) -> None:
        self._kind, self._field, self._require = kind, field, require

    def __call__(self, **members: Any) -> Expression:
        """Return facts; members are those of the reference of constraints, lists are tuples."""
        given = {name: tuple(v) if isinstance(v, list) else v for name, v in members.items()}
        try:
            facts = self._kind(**given)
        except TypeError as error:
            raise InputError(f"{error}; known: {', '.join(self._kind.__struct_fields__)}") from None
        self._require(facts)
        chosen: dict[str, Any] = {self._field: facts}
        return Expression((Term(**chosen),))

    def __getitem__(self, names: Any) -> Expression:
        """Return facts by name, and place."""
        name, place = names if isinstance(names, tuple) else (names, None)
        first = "operation" if self._kind is Issues else "value"
        second = "path" if self._kind is Transfers else "component"
        return self(**{first: _named(name), second: _named(place)})


def _named(pattern: object) -> object:
    return None if isinstance(pattern, slice) else pattern


class Event:
    """The start or the end of an operation; the difference of two compares with a number."""

    def __init__(self, end: str, operation: str) -> None:
        self.end, self.operation = end, operation

    def __sub__(self, other: Event) -> Difference:
        return Difference(self, other)


class Difference(_Compared):
    """The cycles between two events, for all issues of both operations."""

    def __init__(self, after: Event, before: Event) -> None:
        self.after, self.before = after, before

    def bounded(self, other: Any, bound: str, strict: int = 0) -> Constraint:
        """Return the constraint that a comparison with a number makes."""
        first, second = self.after, self.before
        members: dict[str, Any] = {
            first.end: first.operation,
            f"minus_{second.end}": second.operation,
            bound: whole(other) - strict,
        }
        return Time(name=NAMELESS, **members)


def never_both(
    first: Expression,
    second: Expression,
    *,
    where: Relation | tuple[Relation, ...],
    by: Any = "component",
    per: Any = None,
) -> Constraint:
    """Return the constraint that no issue of `first` and another one of `second` are at places in
    a relation; with `per="context"`, in the same context. Raises `InputError`.
    """
    sides = [side.selection().z for side in (first, second)]
    if sides[0] is None or sides[1] is None:
        raise InputError("a pair is of issues: Z(…)")
    return Pair(name=NAMELESS, first=sides[0], second=sides[1], never=where, by=by, per=per)


def implies(if_any: Expression, then_any: Expression, *, per: Group | None = None) -> Constraint:
    """Return the constraint that where any fact of the first is, one of the second is, in each
    group of `per`. Raises `InputError`.
    """
    sides = if_any.selection(), then_any.selection()
    return Implies(name=NAMELESS, if_any=sides[0], then_any=sides[1], per=per)
