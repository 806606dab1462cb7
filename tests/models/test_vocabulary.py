"""The table of instructions: laws hold on numbers, spellings are told apart, the page has them."""

from __future__ import annotations

import itertools
from typing import get_args

from models.data.dfg import Operator
from models.semantics.opcodes import operator_of
from models.semantics.operators import KNOWN, apply
from models.semantics.vocabulary import DIALECTS, INSTRUCTIONS, Kind, words

NUMBERS = (-7, -1, 0, 3, 12)


def test_words_are_told_apart() -> None:
    """Tests that a word with a number of operands belongs to one instruction, in lower case."""
    found: dict[tuple[str, int], str] = {}
    for each in INSTRUCTIONS:
        arity = each.meaning.__code__.co_argcount if each.meaning else -1
        for word in each.words:
            assert word == word.lower()
            assert found.setdefault((word, arity), each.name) == each.name
            assert each.meaning is None or KNOWN[word, arity] is each.meaning


def test_laws_hold() -> None:
    """Tests the laws of all instructions on numbers, by the meanings that the simulator uses."""
    for each in (each for each in INSTRUCTIONS if each.laws):
        operator = operator_of(each.name, 2)
        assert (operator.commutative, operator.associative) == (True, each.laws == "ca")
        for a, b, c in itertools.product(NUMBERS, repeat=3):
            assert of(operator, a, b) == of(operator, b, a)
            if operator.associative:
                assert of(operator, of(operator, a, b), c) == of(operator, a, of(operator, b, c))


def test_a_predicate_changes_no_effect() -> None:
    """Tests that a store that is executed under a condition is executed exactly once, too."""
    for word in ("store", "store.if", "STORE.unless", "load.if", "br.unless"):
        assert operator_of(word, 2).effect
    assert not operator_of("add.if", 3).effect


def of(operator: Operator, *operands: object) -> object:
    return apply(operator, operands, "x")  # type: ignore[arg-type]  # numbers


def test_dialects_translate_to_known_words() -> None:
    known = set(words(*get_args(Kind)))
    assert all(set(meant.values()) <= known for meant in DIALECTS.values())
