"""Encodings by name, with their abilities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from encoders import at_most_k, at_most_one
from encoders.template import Template


@dataclass(frozen=True)
class Encoding:
    """One named encoding.

    `build` gets n, the bound and the parameter or None for its default, with 1 <= bound < n.
    `smallest_parameter` is None where the encoding takes no parameter.
    """

    name: str
    any_bound: bool
    smallest_parameter: int | None
    build: Callable[[int, int, int | None], Template]


def _bimander(n: int, _bound: int, group: int | None) -> Template:
    return at_most_one.bimander(n) if group is None else at_most_one.bimander(n, group)


ENCODINGS: dict[str, Encoding] = {
    encoding.name: encoding
    for encoding in (
        Encoding("pairwise", False, None, lambda n, bound, _: at_most_one.pairwise(n)),
        Encoding("binary", False, None, lambda n, bound, _: at_most_one.binary(n)),
        Encoding("bimander", False, 1, _bimander),
        Encoding("product", False, None, lambda n, bound, _: at_most_one.product(n)),
        Encoding("ladder", False, None, lambda n, bound, _: at_most_one.ladder(n)),
        Encoding("commander", True, 2, at_most_k.generalised_commander),
        Encoding("binomial", True, None, lambda n, bound, _: at_most_k.binomial(n, bound)),
        Encoding("sequential", True, None, lambda n, bound, _: at_most_k.sequential(n, bound)),
        Encoding("totalizer", True, None, lambda n, bound, _: at_most_k.totalizer(n, bound)),
    )
}


def encodings_for(bound: int) -> tuple[str, ...]:
    """The names that can encode this bound."""
    return tuple(name for name, entry in ENCODINGS.items() if entry.any_bound or bound <= 1)


def at_most(n: int, bound: int, encoding: str) -> Template:
    """Return the template of at most `bound` of n literals, by an encoding name such as "product"
    or "bimander:3".

    With bound >= n the template has no clauses, with bound 0 a unit clause per literal; the name is
    checked in these cases too, but not whether the encoding supports the bound. Raises `ValueError`
    for negative numbers, unknown names, bad parameters, and bounds that the encoding lacks.
    """
    return _at_most(n, bound, encoding)


def exactly_one(n: int, encoding: str) -> Template:
    """Exactly one of n literals: the at-most-one clauses and the long clause, which comes last.

    For n = 0 the long clause is the empty clause. Raises `ValueError` as `at_most` does.
    """
    return _exactly_one(n, encoding)


# The caches sit behind plain functions because `cache` would hide the signatures from checkers.
@cache
def _at_most(n: int, bound: int, name: str) -> Template:
    if n < 0 or bound < 0:
        raise ValueError(f"at most {bound} of {n} literals: both numbers must be at least 0")
    encoding, parameter = _parsed(name)
    if bound >= n:
        return Template(n=n, bound=bound, aux=0, clauses=(), definitions=())
    if bound == 0:
        units = tuple((-literal,) for literal in range(1, n + 1))
        return Template(n=n, bound=0, aux=0, clauses=units, definitions=())
    if bound > 1 and not encoding.any_bound:
        known = ", ".join(encodings_for(bound))
        raise ValueError(f"encoding {name!r} does bound 1 only; any bound: {known}")
    return encoding.build(n, bound, parameter)


@cache
def _exactly_one(n: int, name: str) -> Template:
    base = at_most(n, 1, name)
    return replace(base, clauses=(*base.clauses, tuple(range(1, n + 1))), least=1)


def _parsed(name: str) -> tuple[Encoding, int | None]:
    """The encoding and its parameter, from "name" or "name:parameter"."""
    stem, colon, text = name.partition(":")
    encoding = ENCODINGS.get(stem)
    if encoding is None:
        raise ValueError(f"unknown encoding {name!r}; known: {', '.join(ENCODINGS)}")
    if not colon:
        return encoding, None
    smallest = encoding.smallest_parameter
    if smallest is None:
        able = (other.name for other in ENCODINGS.values() if other.smallest_parameter is not None)
        raise ValueError(
            f"encoding {stem!r} takes no parameter, got {name!r}; these do: {', '.join(able)}"
        )
    if not (text.isascii() and text.isdecimal()) or int(text) < smallest:
        raise ValueError(
            f"bad parameter in {name!r}; {stem} takes a group size, an integer >= {smallest}"
        )
    return encoding, int(text)
