"""The table of instructions: laws hold on numbers, spellings are told apart, the page has them."""

from __future__ import annotations

import itertools

import pytest

from models.data.dfg import Dfg, Operator
from models.errors import InputError
from models.semantics.algebraic_laws import check_algebraic_laws
from models.semantics.opcodes import operator_of
from models.semantics.operators import KNOWN, apply
from models.semantics.vocabulary import INSTRUCTIONS

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


def of(operator: Operator, *operands: object) -> object:
    return apply(operator, operands, "x")  # type: ignore[arg-type]  # numbers


def graph(*operators: Operator) -> Dfg:
    """A graph with nothing but an operator table."""
    return Dfg("table", operators, ("a",), ())


def both(name: str, arity: int = 2) -> Operator:
    """An operator with every law that can be declared."""
    return Operator(name, arity, commutative=True, associative=arity == 2)


@pytest.mark.parametrize("name", "add + FADD mul * fmul min max and & or | xor ^".split())
def test_true_laws(name: str) -> None:
    """Tests that what is associative and commutative may be declared so."""
    check_algebraic_laws(graph(Operator("-", 2), both(name)))


@pytest.mark.parametrize("name", "sub - div / rem % shl shr cmp eq != < <= gt >=".split())
def test_not_associative(name: str) -> None:
    """Tests that a wrong declaration is refused in one line, which shows the law."""
    line = (
        rf"operator '{name}' is declared associative,"
        rf" but (a {name} b) {name} c is not a {name} (b {name} c)"
    )
    with pytest.raises(InputError) as caught:
        check_algebraic_laws(graph(both("+"), Operator(name, 2, associative=True)))
    assert str(caught.value) == f"$.operators[1]: {line}"
