"""Words of a type: what operators make of them, and graphs that have them."""

from __future__ import annotations

import itertools
import math

import msgspec
import pytest

from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Initial, Line, Number, Operand, Operation, Operator, Pattern
from models.errors import InputError, NotSupportedError
from models.formats.dot_write import dfg_to_dot
from models.semantics.algebraic_laws import check_algebraic_laws
from models.semantics.opcodes import operator_of
from models.semantics.operators import KNOWN, apply
from models.semantics.vocabulary import INSTRUCTIONS
from models.transform.fused import fused
from models.transform.inductions import own_inductions
from models.transform.shapes import shapes
from tests.models.mappings import operations

CASES: list[tuple[str, str, str | None, tuple[Number, ...], Number]] = [
    ("add", "i8", None, (100, 100), -56),
    ("add/i64", "i64", None, ((1 << 63) - 1, 1), -(1 << 63)),
    ("lshr", "i32", None, (-1, 28), 15),
    ("shl", "i32", None, (3, 31), -(1 << 31)),
    ("sdiv", "i32", None, (-7, 2), -3),
    ("udiv", "i8", None, (-1, 2), 127),
    ("~", "i16", None, (5,), -6),
    ("icmp.ult", "i1", "i8", (-1, 1), 0),
    ("zext", "i32", "i8", (-1,), 255),
    ("trunc", "i8", "i32", (0x1FF,), -1),
    ("fadd", "float", None, (0.1, 0.2), 0.30000001192092896),
    ("fdiv", "double", None, (1, 0), math.inf),
    ("select", "i8", None, (0, 5, 6), 6),
]


@pytest.mark.parametrize(("name", "type_", "of", "numbers", "wanted"), CASES)
def test_words_of_a_type(
    name: str, type_: str, of: str | None, numbers: tuple[Number, ...], wanted: Number
) -> None:
    assert apply(Operator(name, len(numbers), type=type_, of=of), numbers, "x") == wanted


GCD = Dfg(
    "gcd",
    (Operator("urem", 2, type="u32"), Operator("add", 2, True, True, type="u8")),
    ("a", "b"),
    operations("r urem r@2 r@1; n add n@1 a"),
    ("r", "n"),
    initial=(Initial("r", ("b", "a")), Initial("n", (250,))),
    lines=(Line("r", "gcd.c:3"),),
)


@pytest.mark.parametrize(
    ("name", "type_", "lawful"),
    [
        ("add/i64", "i64", True),
        ("smin", "i8", True),
        ("sub/i64", "i64", False),
        ("fadd", "float", False),
    ],
)
def test_laws_of_typed_operators_are_tried(name: str, type_: str, lawful: bool) -> None:
    """Tests that no operator is taken apart whose arithmetic on words of its type forbids it."""
    operator = Operator(name, 2, commutative=True, associative=True, type=type_)
    dfg = Dfg("d", (operator,), ("a", "b"), (Operation("x", name, (Operand("a"), Operand("b"))),))
    if lawful:
        check_algebraic_laws(dfg)
        return
    with pytest.raises(InputError, match=f"operator '{name}' is declared"):
        check_algebraic_laws(dfg)


def bad(**members: object) -> None:
    msgspec.structs.replace(GCD, **members)


def test_bad_types_names_and_lines() -> None:
    with pytest.raises(InputError, match=r"unknown type 'i65'; i1 to i64"):
        bad(operators=(Operator("urem", 2, type="i65"), *GCD.operators[1:]))
    with pytest.raises(InputError, match=r"unknown input 'c'"):
        bad(initial=(Initial("r", ("c",)),))
    with pytest.raises(InputError, match=r"unknown operation 'q'"):
        bad(lines=(Line("q", "x:1"),))
    with pytest.raises(NotSupportedError, match="operator 'urem' of type u32 cannot be written"):
        dfg_to_dot(msgspec.structs.replace(GCD, initial=()))


def test_changed_graphs_keep_the_lines_of_what_they_still_have() -> None:
    """Tests that rewriting inductions, sums and patterns leaves no line of what is gone."""
    body = polybench("gesummv", 4)
    lines = tuple(Line(o.name, f"g.c:{n}") for n, o in enumerate(body.operations))
    dfg = msgspec.structs.replace(body, lines=lines)
    madd = Pattern("madd", ("add", "_", "mul", "_", "_"))
    changed = [own_inductions(dfg), *(shape.mapped for shape in shapes(dfg)), fused(dfg, (madd,))]
    assert len(changed) > 3 and len(changed[-1].lines) < len(lines)
    for other in changed:
        assert {line.operation for line in other.lines} <= set(other.operation_by_name)
        assert other.lines and set(other.lines) <= set(lines)


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
