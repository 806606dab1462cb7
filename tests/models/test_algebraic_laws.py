"""Declared laws are tried on arithmetic that is known."""

from __future__ import annotations

import pytest

from models.data.dfg import Dfg, Operator
from models.errors import InputError
from models.semantics.algebraic_laws import check_algebraic_laws


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


@pytest.mark.parametrize(
    "row", [both("foo"), Operator("bar", 2, associative=True), both("+", 3), Operator("sub", 2)]
)
def test_nothing_to_try(row: Operator) -> None:
    """Tests that unknown operators have the laws that they are declared to have."""
    check_algebraic_laws(graph(row))


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


@pytest.mark.parametrize("name", "sub - div rem shl shr cmp < <= > >=".split())
def test_not_commutative(name: str) -> None:
    """Tests that operands that cannot change places are noticed."""
    line = f"operator '{name}' is declared commutative, but a {name} b is not b {name} a"
    with pytest.raises(InputError) as caught:
        check_algebraic_laws(graph(Operator(name, 2, commutative=True)))
    assert str(caught.value) == f"$.operators[0]: {line}"


@pytest.mark.parametrize("name", ["mac", "select"])
def test_not_commutative_in_three_operands(name: str) -> None:
    """Tests that operators of three operands are tried too."""
    with pytest.raises(InputError, match="commutative, but its operands cannot change places"):
        check_algebraic_laws(graph(Operator(name, 3, commutative=True)))
