"""Drawings of GenMap, SAT-MapIt and LLVM are read as these tools mean them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interchange.graphs.dot_dfg import dfg_from_dot, translated
from interchange.graphs.dot_text import read_dot
from interchange.graphs.llvm_labels import instruction
from models.data.dfg import Constant, Operator
from models.notes import noted
from models.semantics.operators import evaluate
from shell.graph_files import load_dfg
from tests.interchange.graphs import calls, reads
from tests.one_line import one_line

LABELS = [
    ("  %r = sub nsw i32 5, %x, !dbg !7", ("%r", "sub", ("5", "%x"))),
    ("{%c = icmp slt i32 %a, -3\\l}", ("%c", "icmp.slt", ("%a", "-3"))),
    ("%p = phi i32 \\[ 0, %entry \\], \\[ %q, %loop \\]", ("%p", "phi", ("0", "%q"))),
    ("store i32 %v, ptr %p, align 4", ("", "store", ("%p", "%v"))),
    ("%v = load float, ptr %p, align 4, !tbaa !5", ("%v", "load", ("%p",))),
    ("%g = getelementptr inbounds [4 x i32], ptr @t, i64 0, i64 %i",
     ("%g", "getelementptr", ("@t", "0", "%i"))),
    ("%s = select i1 %c, float %a, float 1.5e+00", ("%s", "select", ("%c", "%a", "1.5e+00"))),
    ("%y = tail call float @f(float %a, i32 2)", ("%y", "call", ("%a", "2"))),
    ("%f = fcmp fast olt float %a, %b", ("%f", "fcmp.olt", ("%a", "%b"))),
    ("(3) add", None),
]  # fmt: skip


@pytest.mark.parametrize(("label", "wanted"), LABELS, ids=[label for label, _ in LABELS])
def test_instructions(label: str, wanted: object) -> None:
    """Tests opcodes and operands of instructions, an address before what is stored there."""
    assert instruction(label) == wanted


LOOP = """digraph "CFG for 'f' function" {
  N1 [shape=record,label="{%s = phi i32 [ 0, %entry ], [ %d, %loop ]}"];
  N2 [shape=record,label="{%d = sub nsw i32 %x, %s}"];
  N3 [shape=record,label="{%e = sub nsw i32 7, %d}"];
  N4 [shape=record,label="{store i32 %e, ptr %a, align 4}"];
  N5 [shape=ellipse,label="i32 %x"];
  N6 [shape=record,label="{%f = mul nsw i32 %d, %d}"]; N2 -> N6;
  N1 -> N2; N5 -> N2; N2 -> N1; N2 -> N3; N3 -> N4
}"""


def test_plain_drawings_are_left_as_they_are() -> None:
    graph = read_dot("digraph { a [opcode=load]; b [label=neg]; a -> b }")
    assert translated(graph, outputs=False) is None


def test_labels_with_instructions() -> None:
    """Tests that the numbers are those of the instructions, whatever the order of the edges."""
    with noted() as lines:
        dfg = dfg_from_dot(LOOP, "f.dot")
    notes = [line.removeprefix("note: f.dot: ") for line in lines]
    assert calls(dfg) == (
        "N1=phi(N1.0 N2@1); N2=sub(N5 N1); N3=sub(N3.0 N2); N4=store(N3); N6=mul(N2 N2)"
    )
    assert dfg.inputs == ("N5",) and dfg.results == ("N6",)
    assert notes[0].startswith("line 5: operands without an edge are left out: %a")
    rows = evaluate(dfg, 3, {"N5": [3, 5, 9]}, given={"N1": [0, 3, 2]})
    assert [row["N2"] for row in rows] == [3, 2, 7]
    assert [row["N3"] for row in rows] == [4, 5, 0]


SCALE = """digraph{
\t# inputs
\t"IN_%0" [type=input]
\t"x" [type=op,opcode=SR]
\t"y" [type=op,opcode=MULT]
\t"z" [type=op, opcode=SUB]; // difference
\t"16" [type=const,int=16]
\t"gain" [type=const,datatype=float32,value=1.5]
\t"mask" [type=const,value=0xFF]
\t"OUT_0" [type=output]
\t"OUT_1" [type=output]
\t"IN_%0" -> "x"
\t"16" -> "x" [operand=1]
\t"x" -> "y"
\t"gain" -> "y"
\t"y" -> "z" [operand=1]
\t"mask" -> "z" [operand=0]
\t"z" -> "OUT_0"
\t"z" -> "OUT_1"
}
"""


def test_graph(tmp_path: Path) -> None:
    """Tests that kinds, opcodes, numbers and the order of operands are read."""
    path = tmp_path / "scale.dot"
    path.write_text(SCALE, encoding="utf-8")
    dfg = load_dfg(str(path))
    assert dfg.name == "scale"
    assert dfg.inputs == ("IN_%0",)
    assert dfg.constants == (Constant("16", 16), Constant("gain", 1.5), Constant("mask", 255))
    assert reads(dfg) == {
        "x": ("lshr", [("IN_%0", 0), ("16", 0)]),
        "y": ("mul", [("x", 0), ("gain", 0)]),
        "z": ("sub", [("mask", 0), ("y", 0)]),
    }
    assert dfg.results == ("z",)
    assert dfg.operator_by_name["mul"] == Operator("mul", 2, True, True)
    assert load_dfg(str(path), constants="immediate", sources="inputs") == dfg


def test_an_output_of_a_constant() -> None:
    """Tests that a constant that an output reads stays an operation."""
    text = "digraph { k [type=const,int=3]; o [type=output]; k -> o }"
    dfg = dfg_from_dot(text, "f.dot")
    assert reads(dfg) == {"k": ("const", [("k.const", 0)])}
    assert dfg.results == ("k",)


HEAD = (
    "digraph {\na [type=op,opcode=ADD]\nb [type=op,opcode=ADD]\ni [type=input]\no [type=output]\n"
)
WHOLE = HEAD + "a -> o\n"
BAD = [
    (WHOLE + "a -> b; b -> a }", "cycle of distance 0: a -> b -> a; a loop-carried edge needs"),
    (WHOLE + "a -> i }", "line 7: input 'i' has no operands"),
    (WHOLE + "a -> c }", "line 7: node 'c' is never declared"),
    (WHOLE + "o -> a }", "line 7: output 'o' cannot be read"),
    (WHOLE + "b -> o }", "line 7: output 'o' already has a source, in line 6"),
    (HEAD + "}", "line 5: output 'o' has no source"),
    (WHOLE + "c [type=opp,opcode=ADD] }", "line 7: node 'c' needs a type: input, output, const"),
    (WHOLE + "c [type=op] }", "line 7: operation 'c' needs an opcode"),
    (WHOLE + "c [type=const,value=0x] }", "line 7: value '0x' of 'c' is no finite number"),
    (WHOLE + "i -> a [operand=0]; i -> a [operand=left] }", "line 7: operand 0 of 'a' is already"),
    (
        'digraph { b [label="{%a = add i32 %x, 1\\l%b = mul i32 %a, 2\\l}"] }',
        "line 1: the label of 'b' has several instructions, as in graphs of basic blocks",
    ),
    (WHOLE + "\x00 }", "line 7: unexpected character '\\x00'"),
]


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_text(text: str, line: str, tmp_path: Path) -> None:
    """Tests that every bad text gives one line."""
    path = tmp_path / "f.dot"
    path.write_text(text)
    with one_line(f"{path}: {line}"):
        load_dfg(str(path))
