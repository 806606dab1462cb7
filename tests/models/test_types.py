"""What operators mean: words of a type, the table of instructions, and files of operators."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import msgspec
import pytest

import xyzmap
from archs.classes import executing
from archs.files import load_architecture
from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Initial, Line, Number, Operand, Operation, Operator, Pattern
from models.data.problem import Problem
from models.data.rewrite import Rewrite
from models.errors import InputError
from models.formats.operators_file import operators_from_json, with_operators
from models.semantics.algebraic_laws import check_algebraic_laws
from models.semantics.opcodes import operator_of
from models.semantics.operators import KNOWN, apply, evaluate
from models.semantics.vocabulary import INSTRUCTIONS
from models.transform.fused import fused
from models.transform.inductions import own_inductions
from models.transform.shapes import shapes
from shell.graph_files import save_dfg
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


def test_typed_operators_never_raise() -> None:
    """Tests words whose widths differ, of which no bits are the same."""
    for name, type_, of in [("bitcast", "float", "i64"), ("bitcast", "i64", "float")]:
        assert apply(Operator(name, 1, type=type_, of=of), (1 << 40,), "x") is not None


def bad(**members: object) -> None:
    msgspec.structs.replace(GCD, **members)


def test_bad_types_names_and_lines() -> None:
    with pytest.raises(InputError, match=r"unknown type 'i65'; i1 to i64"):
        bad(operators=(Operator("urem", 2, type="i65"), *GCD.operators[1:]))
    with pytest.raises(InputError, match=r"unknown input 'c'"):
        bad(initial=(Initial("r", ("c",)),))
    with pytest.raises(InputError, match=r"unknown operation 'q'"):
        bad(lines=(Line("q", "x:1"),))


def test_changed_graphs_keep_the_lines_of_what_they_still_have() -> None:
    """Tests that rewriting inductions, sums and patterns leaves no line of what is gone."""
    body = polybench("gesummv", 4)
    lines = tuple(Line(o.name, f"g.c:{n}") for n, o in enumerate(body.operations))
    dfg = msgspec.structs.replace(body, lines=lines)
    madd = Pattern("madd", ("add", "_", "mul", "_", "_"))
    found = shapes(Rewrite(Problem(dfg, architecture_preset("mesh:2x2,io=all"), 1)))
    changed = [own_inductions(dfg), *(shape.mapped for shape in found), fused(dfg, (madd,))]
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


GRAPH = xyzmap.build_dfg(
    "g",
    {"a": ("op31", "x", 5), "b": ("LSL", "a", 1), "c": ("shl", "b", "x"), "d": ("f", "c")},
    ["d"],
)


def given(*entries: dict[str, object]) -> str:
    return json.dumps({"schema": "xyzmap/operators/1", "operators": entries})


def changed(dfg: Dfg, *entries: dict[str, object]) -> Dfg:
    return with_operators(dfg, operators_from_json(given(*entries), "f"), "f")


def test_aliases_get_a_meaning() -> None:
    """Tests that words of a file become an operator of the table, with its laws."""
    found = changed(GRAPH, {"name": "srem", "aliases": ["OP31"]}, {"name": "neg", "aliases": ["F"]})
    assert [o.operator for o in found.operations] == ["srem", "LSL", "shl", "neg"]
    (row,) = evaluate(found, 1, {"x": [17]})
    assert row["a"] == 2 and row["d"] == -((2 << 1) << 17)
    plus = xyzmap.build_dfg("p", {"s": ("plus", "x", "y")}, ["s"])
    assert not plus.operators[0].associative
    (operator,) = changed(plus, {"name": "add", "aliases": ["plus"]}).operators
    assert operator == Operator("add", 2, commutative=True, associative=True)


def test_number_of_operands() -> None:
    """Tests that `-` with one operand can be another operator than with two."""
    dfg = Dfg(
        "m",
        (Operator("-", 2), Operator("-/1", 1)),
        ("x",),
        (Operation("a", "-", (Operand("x"), Operand("x"))), Operation("b", "-/1", (Operand("a"),))),
        ("b",),
        patterns=(Pattern("both", ("-/1", "-", "_", "_")),),
    )
    found = changed(dfg, {"name": "neg", "aliases": ["-"], "arity": 1})
    assert [o.name for o in found.operators] == ["-", "neg"]
    assert found.patterns[0].expression == ("neg", "-", "_", "_")
    assert evaluate(found, 1, {"x": [4]})[0]["b"] == 0
    both = changed(dfg, {"name": "sub", "aliases": ["-"]})
    assert [o.name for o in both.operators] == ["sub", "sub/1"]
    swapped = msgspec.structs.replace(dfg, operators=dfg.operators[::-1])
    assert [o.name for o in changed(swapped, {"name": "sub", "aliases": ["-"]}).operators] == [
        "sub/1",
        "sub",
    ]


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        ([{"name": "mul", "aliases": ["nothing"]}], "none of these operators is in the graph"),
        ([{"name": "shl", "aliases": ["q"]}, {"name": "mul", "aliases": ["Q"]}], "already means"),
        ([{"name": "f", "class": "big"}], r"\$.operators\[0\]"),
        ([{"name": "a b"}], "'a b' is no operator"),
        ([{"name": "f", "associative": True}], "associative operator 'f' has arity 1"),
        ([{"name": "shl", "arity": 2}, {"name": "f"}, {"name": "F"}], "'F' already means 'f'"),
    ],
)
def test_refusals(entries: list[dict[str, object]], line: str) -> None:
    """Tests that what cannot be meant is one line with the file."""
    with pytest.raises(InputError, match=line) as caught:
        changed(GRAPH, *entries)
    assert str(caught.value).startswith("f: ")


def test_classes_of_an_array() -> None:
    """Tests that units take operators of classes that they have, and limits count them."""
    arch = load_architecture("lisa-systolic:2x2")
    able = [c for c in executing(arch, {"sad": "mul"}).components if c.supports("sad")]
    assert able and all(c.supports("mul") for c in able)
    arch = load_architecture("adres:2x2")
    some = executing(arch, {"gather": "memory", "own": "any"})
    assert all(c.supports("own") for c in some.components if c.issue)
    memory = {c.name for c in arch.components if c.supports("load")}
    assert {c.name for c in some.components if c.supports("gather")} == memory
    limits = [limit for limit in some.shared if limit.limits("load")]
    assert all(limit.limits("gather") for limit in limits)


def test_from_python(tmp_path: Path) -> None:
    """Tests that questions and `load_dfg` take a file, and that a class finds a unit."""
    path, graph = tmp_path / "o.json", tmp_path / "g.json"
    path.write_text(given({"name": "srem", "aliases": ["op31"]}, {"name": "f", "class": "mul"}))
    save_dfg(GRAPH, str(graph))
    assert xyzmap.min_ii(graph, "hycube:3x3", first=True).status == "infeasible"
    for source in (GRAPH, graph, xyzmap.load_dfg(graph, operators=path)):
        answer = xyzmap.min_ii(source, "hycube:3x3", operators=str(path), first=True)
        assert answer.mapping is not None and answer.mapping.check() == []
        assert answer.mapping.problem.dfg.operation_by_name["a"].operator == "srem"
