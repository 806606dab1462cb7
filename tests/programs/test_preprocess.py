from __future__ import annotations

import shutil
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "text, message",
    [
        ('int a;\n#include "missing.h"\n', "f.c:2: "),
        ("\n\n#error stop here\n", r"f.c:3: #error .*stop here"),
        ("\n#endif\n", r"f.c:2: #endif without #if"),
        ("#if 1\n", r"f.c.*: "),
    ],
)
def test_errors_name_the_line(compiler: str, text: str, message: str) -> None:
    with pytest.raises(ProgramError, match=message):
        read_text(text, "f.c", compiler=compiler)


@pytest.mark.parametrize(
    "text, message",
    [
        ("#define F(x) x\n", "f.c:1: macro 'F.x. x' has parameters"),
        ("#line 7\n", "f.c:1: #line is not known"),
        ("#if x +\n#endif\n", "f.c:1: 'x [+]' is no condition"),
        ('#if "a"\n#endif\n', "is no condition"),
        ("#else\n", "f.c:1: #else without #if"),
    ],
)
def test_without_a_compiler_some_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProgramError, match=message):
        read_text(text, "f.c", compiler="builtin")


def test_a_header_that_includes_itself_ends(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text('#include "f.c"\n')
    with pytest.raises(ProgramError, match="nested too deeply"):
        read_file(tmp_path / "f.c", compiler="builtin")


def test_macros_from_outside_have_names() -> None:
    with pytest.raises(ProgramError, match="'1' = '2' is no name"):
        preprocess("", "f.c", defines={"1": 2})
    with pytest.raises(ProgramError, match="no-such-compiler"):
        preprocess("", "f.c", compiler="no-such-compiler")


def test_macros_of_themselves_are_replaced_once() -> None:
    text = preprocess("#define a b\n#define b a\nint a;", "f.c", compiler="builtin")
    assert text.splitlines()[-1] == "int a;"
