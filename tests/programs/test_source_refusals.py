"""C that regions cannot have: one line, with its place."""

from __future__ import annotations

import pytest

from programs.loops import ProgramError
from programs.source import read_text

HEAD = """\
#include <math.h>
const int n = 8;
enum { ROWS = 4 };
int size = 8;
float A[8][8], x[8], s;
int idx[8], m;
float *pointer;
volatile float changing[8];
struct point { float x; } p;
int twice(int v) { int w = 2 * v; return w; }
int forever(int v) { return forever(v - 1); }
"""
LINE = HEAD.count("\n") + 4


def refusal(body: str, before: str = "", head: str = HEAD) -> str:
    text = f"{head}void f(void)\n{{ {before}\n#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n"
    with pytest.raises(ProgramError) as caught:
        read_text(text, "f.c")
    message = str(caught.value)
    assert "\n" not in message
    return message


BODIES = {
    "while (m) m--;": "while",
    "do m--; while (m);": "do; allowed",
    "for (int i = 0; i < 8; i++) { x[i] = 0; break; }": "break",
    "for (int i = 0; i < 8; i++) { if (i > 2) continue; x[i] = 0; }": "continue",
    "switch (m) { case 1: m = 2; }": "switch",
    "s = *x;": "pointer operator *",
    "s = pointer[0];": "'pointer' is a pointer",
    "s = changing[1];": "volatile",
    "s = p.x;": "a member of a structure",
    "s = sin(s);": "call of 'sin'; allowed: abs",
    "m = twice(m);": "more than a return",
    "m = forever(m);": "calls itself",
    "fabs(s);": "whose result is not used",
    "s = fabs(s, s);": "takes 1 argument(s), not 2",
    "for (int i = 0; i < m; i++) x[i] = 0;": "'m' is no constant",
    "for (int i = 1; i * i < 8; i++) x[i] = 0;": "not affine",
    "for (int i = 0; i < 8; i += m) x[i] = 0;": "step of loop 'i' is no constant",
    "for (int i = 1; i < 8; i *= 2) x[i] = 0;": "does not count up",
    "for (int i = 7; i >= 0; i--) x[i] = 0;": "no upper bound of 'i'",
    "for (int i = 0; i != 8; i++) x[i] = 0;": "no comparison",
    "for (unsigned i = 0; i < 8; i++) x[i] = 0;": "unsigned int; allowed: int, long",
    "for (int i = 0; i < 8; i++) for (int i = 0; i < 8; i++) x[i] = 0;": "index of a loop around",
    "for (int i = 0; i < 8; i++) { x[i] = 0; i++; }": "loop index 'i' is assigned in the body",
    "y[0] = 1;": "'y' is not declared; known: A",
    "A[1] = 1;": "'A' has 2 dimension(s), but 1 subscript(s)",
    "s = x;": "array 'x' without subscripts",
    "x[8] = 1;": "subscript 1 of 'x' is 8; allowed: 0 … 7",
    "if (m) x[9] = 1;": "is 9; allowed: 0 … 7",
    "for (int i = 0; i < 8; i++) x[i] = x[i + 1];": "is 8 at i = 7; allowed: 0 … 7",
    "x[1.5] = 1;": "a subscript is double",
    "s = s % 2;": "% of float; allowed: integers",
    "m = ~s;": "~ of float; allowed: integers",
    "m = m = 1;": "an assignment within an expression",
    "m = idx[m++];": "++ within an expression",
    "float t[3]; t[0] = 1; s = t[0];": "allowed there: scalars",
    "n = 3;": "'n' is no variable",
    "_Bool flag = 1; m = flag;": "'flag' is _Bool",
    "float t = t;": "read before it has a value",
    "": "no statements",
    "m = 1": "syntax error",
    "m = 99999999999999999999;": "64 bits",
}


@pytest.mark.parametrize("body", BODIES)
def test_what_regions_cannot_have_is_refused_with_its_line(body: str) -> None:
    message = refusal(body)
    assert BODIES[body] in message
    line = LINE
    if "calls itself" in message:
        # That is where the function says so.
        line = HEAD.count("\n")
    if "no statements" not in message and "syntax" not in message:
        assert message.startswith(f"f.c:{line}: ")
    else:
        assert message.startswith("f.c:")


def test_an_index_declared_before_is_none_outside_of_its_loop() -> None:
    body = "for (i = 0; i < 8; i++) x[i] = 0;\nm = i;"
    assert "a loop index, used outside of its loop" in refusal(body, "int i;")
    assert "a loop index" in refusal("for (i = 0; i < 8; i++) x[i] = 0;\ni = 3;", "int i;")


@pytest.mark.parametrize(
    "declaration, reason",
    [
        ("float y[];", "no first extent"),
        ("float y[size];", "extent that is no constant"),
        ("float y[0];", "an extent of 0"),
        ("long double y[2];", "long double; allowed"),
        ("struct point y[2];", "neither a number nor an array"),
    ],
)
def test_declarations_are_judged_where_they_are_used(declaration: str, reason: str) -> None:
    assert reason in refusal("s = y[0];", head=HEAD + declaration + "\n")
    text = f"{HEAD}{declaration}\nvoid f(void)\n{{\n#pragma PTMAP\nm = 1;\n#pragma ENDMAP\n}}\n"
    assert len(read_text(text)) == 1


@pytest.mark.parametrize(
    "lines, line, reason",
    [
        (["#pragma PTMAP", "m = 1;"], 3, "PTMAP without ENDMAP"),
        (["m = 1;", "#pragma ENDMAP"], 4, "ENDMAP without PTMAP"),
        (["#pragma PTMAP", "m = 1;", "#pragma PTMAP", "#pragma ENDMAP"], 5, "region of line 3"),
        (["#pragma PTMAP", "if (m) {", "#pragma ENDMAP", "m = 1; }"], 3, "PTMAP without ENDMAP"),
        (
            ["#pragma PTMAP", "if (m) {", "#pragma PTMAP", "m = 1; }", "#pragma ENDMAP"],
            5,
            "within another's statement",
        ),
        (["#pragma PTMAP 1x", "m = 1;", "#pragma ENDMAP"], 3, "allowed: one name"),
        (["#pragma PTMAP a", "m = 1;", "#pragma ENDMAP"] * 2, 6, "two regions are called 'a'"),
        (["m = 1;"], None, "no region"),
    ],
)
def test_pragmas_come_in_pairs(lines: list[str], line: int | None, reason: str) -> None:
    text = "\n".join(["int m;", "void f(void) {", *lines, "}"])
    with pytest.raises(ProgramError) as caught:
        read_text(text, "f.c")
    assert str(caught.value).startswith(f"f.c:{line}: " if line else "f.c: ")
    assert reason in str(caught.value)


SCALE = """void scale(const int n, float a, float x[n]) {
#pragma PTMAP scale
    for (int i = 0; i < n; i++)
        x[i] = a * x[i];
#pragma ENDMAP
}
"""


def test_parameters_are_given_values() -> None:
    """Tests that a macro gives a parameter its value, and that messages say so."""
    (region,) = read_text(SCALE, "f.c", {"n": 64})
    assert [array.extents for array in region.arrays] == [(64,)]
    for name in ("1n", "n\\g", "a b"):
        with pytest.raises(ProgramError, match="is no name"):
            read_text(SCALE, "f.c", {name: 64})
    with pytest.raises(ProgramError, match=r"f\.c:3: .*'n' is no constant \(-D n=64 gives one\)"):
        read_text(SCALE, "f.c")
    with pytest.raises(ProgramError, match=r"'x' is a pointer; .* `xyzmap dfg` reads loops with"):
        read_text(SCALE.replace("x[n]", "*x"), "f.c", {"n": 64})
