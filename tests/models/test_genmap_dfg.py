"""DFGs in GenMap's DOT: what is read, what is refused, and what is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.dfg import Constant, Dfg, Operator
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.formats.dot_dfg import dfg_from_dot

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
OLDER = """digraph{
"I" [input=True]
"r" [op=SR]
"g" [op=SRA]
"O" [output=True]
"16" [const=True]
"8" [const=True]
"16" [const=True]
"16" -> "r" [operand=right]
"I" -> "r"
"8" -> "g" [operand=left]
"r" -> "g" [operand=right]
"g" -> "O"
}"""


def reads(dfg: Dfg) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    return {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands]) for o in dfg.operations
    }


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


def test_older_files() -> None:
    """Tests that the marks of older files are read, and that a node may be stated again."""
    dfg = dfg_from_dot(OLDER, "f.dot", "f")
    assert reads(dfg) == {"r": ("lshr", [("I", 0), ("16", 0)]), "g": ("ashr", [("8", 0), ("r", 0)])}
    assert dfg.constant_by_name == {"16": 16, "8": 8}
    assert dfg.results == ("g",)


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
    (WHOLE + "o -> a }", "line 7: output 'o' cannot be read"),
    (WHOLE + "b -> o }", "line 7: output 'o' already has a source, in line 6"),
    (HEAD + "}", "line 5: output 'o' has no source"),
    (WHOLE + "c [type=opp,opcode=ADD] }", "line 7: node 'c' needs a type: input, output, const"),
    (WHOLE + "c [type=op] }", "line 7: operation 'c' needs an opcode"),
    (WHOLE + "c [type=const,value=0x] }", "line 7: value '0x' of 'c' is no finite number"),
    (WHOLE + "i -> a [operand=0]; i -> a [operand=left] }", "line 7: operand 0 of 'a' is already"),
    (WHOLE + "\x00 }", "line 7: unexpected character '\\x00'"),
]


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_text(text: str, line: str, tmp_path: Path) -> None:
    """Tests that every bad text gives one line."""
    path = tmp_path / "f.dot"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_dfg(str(path))
    assert str(caught.value).startswith(f"{path}: {line}") and "\n" not in str(caught.value)
