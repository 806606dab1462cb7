from __future__ import annotations

import contextlib
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import ProgramError
from programs.source import read_file, read_text
from programs.source.preprocess import preprocess

COMPILERS = [
    pytest.param("cc", marks=pytest.mark.skipif(not shutil.which("cc"), reason="needs cc")),
    "builtin",
]
PROGRAM = """\
/* A comment
   of two lines, and "no string */
#include <stdint.h>
#define SIZE (2 * HALF) // twice
#ifndef HALF
#define HALF 4
#endif
#if HALF > 2 && !defined(NOTHING)
#define NAME x
#elif 1
#error never
#else
#define NAME y
#endif
int32_t NAME[SIZE]; char *text = "SIZE // no comment";
void f(void)
{
#pragma PTMAP
    for (int i = 0; i < SIZE; \\
         i++)
        NAME[i] = SIZE;
#pragma ENDMAP
}
"""


@pytest.mark.parametrize("compiler", COMPILERS)
def test_macros_are_replaced_and_lines_kept(compiler: str) -> None:
    (region,) = read_text(PROGRAM, compiler=compiler)
    assert [(array.name, array.extents) for array in region.arrays] == [("x", (8,))]
    assert [statement.line for statement in region.statements] == [21]
    (region,) = read_text(PROGRAM, defines={"HALF": 5}, compiler=compiler)
    assert region.arrays[0].extents == (10,)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_own_headers_are_found_beside_the_file(compiler: str, tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define N 6\nint a[N];\n")
    program = '#include "sizes.h"\nvoid f(void) {\n#pragma PTMAP\na[N - 1] = b;\n#pragma ENDMAP\n}'
    (tmp_path / "f.c").write_text(program.replace("b;", "1;"))
    (region,) = read_file(tmp_path / "f.c", compiler=compiler)
    assert region.statements[0].line == 4 and region.arrays[0].extents == (6,)
    (tmp_path / "g.c").write_text(program)
    with pytest.raises(ProgramError, match=r"g.c:4: 'b' is not declared"):
        read_file(tmp_path / "g.c", compiler=compiler)
    (tmp_path / "h.c").write_text('#include "h.c"\n')
    with pytest.raises(ProgramError, match="nested too deeply"):
        read_file(tmp_path / "h.c", compiler="builtin")


def condition(text: str) -> str:
    program = f"#if {text}\nyes\n#else\nno\n#endif\n"
    return preprocess(program, "f.c", compiler="builtin").split()[-1]


@pytest.mark.parametrize(
    "text, why",
    [
        ("1 / 0", "division by zero"),
        ("1 << 64", "shifted by 64"),
        ("9 ** 9 ** 9 ** 9", "unexpected '*'"),
        ("0x1ffffffffffffffff", "unexpected"),
        ("1; 2", "unexpected ';'"),
        ("__import__('os').system('true')", "unexpected"),
        ("f(1)", "'(' instead of the end"),
        ("(1", "no ')'"),
        ("1 ? 2", "no ':'"),
        ("", "it ends too early"),
        ("!" * 50000 + "1", "nested too deeply"),
    ],
)
def test_hostile_conditions_are_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(ProgramError) as caught:
        condition(text)
    message = str(caught.value)
    assert message.startswith("f.c:1: '") and why in message and "\n" not in message


EXPRESSIONS = st.recursive(
    st.sampled_from(["0", "1", "63", "0x1F", "010", "3u", "18446744073709551615u", "name"]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("-~!+"), inner).map(" ".join),
        st.tuples(
            inner, st.sampled_from("|| && | ^ & == != < <= > >= << >> + - * / %".split()), inner
        ).map(" ".join),
        st.tuples(inner, inner, inner).map(lambda parts: "({} ? {} : {})".format(*parts)),
        inner.map("({})".format),
    ),
    max_leaves=8,
)


@pytest.mark.skipif(not shutil.which("cc"), reason="needs cc")
@settings(deadline=None, max_examples=25)
@given(st.lists(EXPRESSIONS, min_size=8, max_size=8))
def test_conditions_agree_with_a_compiler(texts: list[str]) -> None:
    known = {}
    for text in texts:
        with contextlib.suppress(ProgramError):
            known[text] = condition(text)
    program = "".join(f"#if {text}\nyes\n#else\nno\n#endif\n" for text in known)
    found = re.findall(r"^(?:yes|no)$", preprocess(program, "f.c", compiler="cc"), re.MULTILINE)
    assert found == list(known.values())


def test_macros_that_double_are_refused() -> None:
    doubling = "\n".join(f"#define a{n} a{n - 1} a{n - 1}" for n in range(1, 40))
    text = preprocess("#define a b\n#define b a\nint a;", "f.c", compiler="builtin")
    assert text.splitlines()[-1] == "int a;"
    with pytest.raises(ProgramError, match="'1' = '2' is no name"):
        preprocess("", "f.c", defines={"1": 2}, compiler="cc")
    with pytest.raises(ProgramError, match=r"f.c:40: a macro stands for more than 100000 char"):
        preprocess(f"{doubling}\nint a39;", "f.c", compiler="builtin")
