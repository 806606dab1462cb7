"""The `dfgmap` dataflow text format."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from interchange.graphs.dfgmap_dfg import dfg_from_dfgmap, dfg_to_dfgmap
from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Operand,
    Operation,
    Operator,
    Pattern,
    Priority,
)
from models.errors import NotSupportedError
from tests.one_line import one_line

TEXT = """
.i a b c d
.o x z w
.f
+ 2 c a
- 2
* 2 a c
max 3 c

.m
+ * foo bar baz
- * a a a
.n
x + a b
w + b a
j max c d a
z - * a b * c x
.p
x > j >= z
z < x
"""
A, B, C, D = (Operand(name) for name in "abcd")


def test_reading() -> None:
    """Tests that every section is read, with aliases, nested expressions and placeholders."""
    dfg = dfg_from_dfgmap(TEXT, "f.txt", "name")
    assert dfg.name == "name"
    assert dfg.operators == (
        Operator("+", 2, True, True),
        Operator("-", 2),
        Operator("*", 2, True, True),
        Operator("max", 3, True),
    )
    assert dfg.inputs == ("a", "b", "c", "d")
    assert dfg.operations == (
        Operation("x", "+", (A, B)),
        Operation("j", "max", (C, D, A)),
        Operation("z.0", "*", (A, B)),
        Operation("z.1", "*", (C, Operand("x"))),
        Operation("z", "-", (Operand("z.0"), Operand("z.1"))),
    )
    assert dfg.results == ("x", "z")
    assert dfg.patterns == (
        Pattern("m0", ("+", "*", "_", "_", "_")),
        Pattern("m1", ("-", "*", "_", "_", "_")),
    )
    assert dfg.priorities == (Priority("x", "j"), Priority("j", "z", ">="), Priority("x", "z"))


def test_aliases() -> None:
    """Tests that a name beats a generated one, and that aliases resolve everywhere."""
    text = ".i a b\n.o u v w\n.f\n+ 2 c\n- 2\n.n\nt - + a b a\nu + b a\nv u\nw a\n"
    text += "s.0 - b a\ns - - b b t\n"
    dfg = dfg_from_dfgmap(text + ".p\nw > v\nt <= s", "f.txt")
    assert [o.name for o in dfg.operations] == ["u", "t", "s.0", "s.1", "s"]
    assert dfg.operation_by_name["t"].operands == (Operand("u"), A)
    assert dfg.results == ("u", "a")
    assert dfg.priorities == (Priority("a", "u"), Priority("s", "t", ">="))


HEAD = ".i a b\n.f\n+ 2 c a\n- 2\n.n\n"
BAD = [
    (".q a", "line 1: unknown section '.q'; known: .i, .o, .f, .m, .n, .p"),
    (".n x", "line 1: '.n' must be alone on its line"),
    (".f\n+", "line 2: operator '+' needs its number of operands: NAME N c a"),
    (".f\n+ 2 x", "line 2: unknown property 'x' of '+'; known: a, c"),
    (".f\n+ 2\n\n+ 2", "line 4: duplicate operator '+'"),
    (".i a a", "line 1: duplicate name 'a', first defined in line 1"),
    (".i +\n.f\n+ 2", "line 1: '+' is already the name of an operator"),
    (".i a .b", "line 1: '.b' cannot be the name of a value"),
    (".i a\n.n\n> a", "line 3: '>' cannot be the name of a value"),
    (HEAD + "x", "line 6: 'x' has no expression"),
    (HEAD + "a + a b", "line 6: duplicate name 'a', first defined in line 1"),
    (HEAD + "x + a b\nx + a b", "line 7: duplicate name 'x', first defined in line 6"),
    (HEAD + "x + a y", "line 6: unknown value 'y'; known: a, b"),
    (HEAD + "x + a x", "line 6: 'x' is read before it is defined"),
    (HEAD + "x + a - b", "line 6: operator '-' takes 2 operands, found 1 in the expression of 'x'"),
    (HEAD + "x + a b b", "line 6: 'b' after the end of the expression of 'x'"),
    (HEAD + "x + a b\n.o x y", "line 7: unknown value 'y'; known: a, b, x"),
    (HEAD + "x + a b\n.p\nx >", "line 8: a priority reads NAME SIGN NAME"),
    (HEAD + "x + a b\n.p\na = x", "line 8: unknown sign '='; known: > >= < <="),
    (HEAD + "x + a b\ny + b a\n.p\nx > y", "line 9: 'x' and 'y' are the same value"),
    (HEAD + "x + a b\n.p\nx > a", "line 8: 'a' is an input and cannot come after anything"),
    (".f\n+ 2\n.m\n+ a", "line 4: the multi-node operation lacks 1 operand(s)"),
    (".f\n+ 2\n.m\n+ a b c", "line 4: 'c' after the end of the multi-node operation"),
]


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_text(text: str, line: str) -> None:
    """Tests that every bad text gives one line: the file, the line, what is wrong."""
    with one_line(f"f.txt: {line}"):
        dfg_from_dfgmap(text, "f.txt")


def test_definitions_come_before_uses() -> None:
    """Tests that operations listed out of order are written in order."""
    add = Operator("+", 2)
    late = (Operation("y", "+", (Operand("x"), A)), Operation("x", "+", (A, A)))
    text = dfg_to_dfgmap(Dfg("d", (add,), ("a",), late, results=("y",)))
    assert text == ".i a\n.o y\n.f\n+ 2\n.n\nx + a a\ny + x a\n"


GOOD = Dfg("d", (Operator("+", 2, True),), ("a", "b"), (Operation("x", "+", (A, B)),), ("x",))
LOOP = (Operation("x", "+", (A, Operand("x", 1))),)
TWINS = (*GOOD.operations, Operation("y", "+", (B, A)))
UNSUPPORTED: list[tuple[dict[str, Any], str]] = [
    ({"constants": (Constant("k", 1),)}, "$.constants: 'constants' cannot be written"),
    ({"initial": (Initial("x", (0,)),)}, "$.initial: 'initial' cannot be written"),
    ({"operations": LOOP}, "a loop-carried operand of 'x' cannot be written"),
    ({"operations": TWINS}, "'x' and 'y', equal expressions that are two values, cannot"),
    ({"operators": (Operator("+", 2, latency=2),)}, "operator '+' with latency 2 cannot"),
    ({"inputs": ("a", "b", ".i")}, "the name '.i' cannot be written"),
    ({"inputs": ("a", "b", "+")}, "'+', both a value and an operator, cannot be written"),
]


@pytest.mark.parametrize(("change", "line"), UNSUPPORTED, ids=[line for _, line in UNSUPPORTED])
def test_not_expressible(change: dict[str, Any], line: str) -> None:
    """Tests that what the format cannot express is named."""
    with pytest.raises(NotSupportedError) as caught:
        dfg_to_dfgmap(msgspec.structs.replace(GOOD, **change))
    assert str(caught.value).startswith(line)
