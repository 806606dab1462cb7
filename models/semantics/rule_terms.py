"""Rewrite rules as terms: patterns of left sides, and their replacements.

Checks of form only. `models.semantics.rule_checks` checks the effect of a rule on numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from models.errors import InputError, is_word, known

MOST_WORDS = 40  # of a side; terms can be followed recursively
MOST_CHARACTERS = 100  # of a word

_NUMBER = re.compile(r"[+-]?(\d+|(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?)", re.ASCII)


class Variable(msgspec.Struct, frozen=True):
    """Any value; the same variable is the same value throughout a rule."""

    name: str


class Literal(msgspec.Struct, frozen=True):
    """An immediate constant with this number."""

    number: int | float


class Node(msgspec.Struct, frozen=True):
    """An operator on operands, in their order."""

    operator: str
    operands: tuple[Term, ...]


Term = Variable | Literal | Node


class Sides(NamedTuple):
    """A rule: a match of `left` may be computed as `right`."""

    left: Node
    right: Term


def sides(name: str, left: Sequence[str], right: Sequence[str], arity: Mapping[str, int]) -> Sides:
    """Return the terms of a rule in prefix form, of operators with these numbers of operands.

    Raises `InputError` on a side that is no expression, a left side that is a single word, and
    a variable on the right that the left side does not have.
    """
    matched = _term(f"left side of rule '{name}'", left, arity)
    made = _term(f"right side of rule '{name}'", right, arity)
    if not isinstance(matched, Node):
        kind = "variable" if isinstance(matched, Variable) else "number"
        raise InputError(
            f"left side of rule '{name}' is a single {kind}, which would match its own result"
        )
    bound = {part.name for part in parts(matched) if isinstance(part, Variable)}
    for part in parts(made):
        if isinstance(part, Variable) and part.name not in bound:
            raise InputError(
                f"right side of rule '{name}' reads '{part.name}', which is no operator"
                " and not on the left side"
            )
    return Sides(matched, made)


def parts(term: Term) -> Iterator[Term]:
    """Yield a term and all terms in it."""
    yield term
    if isinstance(term, Node):
        for operand in term.operands:
            yield from parts(operand)


def depth(term: Term) -> int:
    """Return the number of operators above each other in a term."""
    return 1 + max(map(depth, term.operands), default=0) if isinstance(term, Node) else 0


def number_key(number: int | float) -> tuple[bool, int | float]:
    """Return a key for a number: 2 and 2.0 differ, as arithmetic treats them differently."""
    return isinstance(number, float), number


def _term(what: str, words: Sequence[str], arity: Mapping[str, int]) -> Term:
    if not words:
        raise InputError(f"{what} is empty")
    if len(words) > MOST_WORDS:
        raise InputError(f"{what} has {len(words)} words, must be at most {MOST_WORDS}")
    stack: list[tuple[str, list[Term]]] = []
    done: Term | None = None
    for word in words:
        if done is not None:
            raise InputError(f"{what} goes on after its end, at '{word}'{_hint(words, arity)}")
        if word in arity:
            stack.append((word, []))
        elif stack:
            stack[-1][1].append(_leaf(what, word))
        else:
            done = _leaf(what, word)
        while stack and len(stack[-1][1]) == arity[stack[-1][0]]:
            operator, operands = stack.pop()
            made = Node(operator, tuple(operands))
            if stack:
                stack[-1][1].append(made)
            else:
                done = made
    if done is None:
        operator, operands = stack[-1]
        raise InputError(
            f"{what} ends too early: operator '{operator}' takes {arity[operator]} operand(s),"
            f" found {len(operands)}"
        )
    return done


def _hint(words: Sequence[str], arity: Mapping[str, int]) -> str:
    first = words[0]
    if first in arity:
        return f": operator '{first}' takes {arity[first]} operand(s)"
    return f": unknown operator '{first}'" + known(arity, word=first)


def _leaf(what: str, word: str) -> Term:
    if len(word) > MOST_CHARACTERS:
        raise InputError(f"{what} has a word of more than {MOST_CHARACTERS} characters")
    if word == "_" or not is_word(word):
        raise InputError(f"{what}: {word!r} is no variable; give each operand a name")
    found = _NUMBER.fullmatch(word)
    if found is None:
        return Variable(word)
    if found[2] is None:
        return Literal(int(word))
    number = float(word)
    if not math.isfinite(number):
        raise InputError(f"{what}: '{word}' is not finite")
    return Literal(number)
