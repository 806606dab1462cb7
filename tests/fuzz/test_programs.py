"""C programs: damaged ones are read or refused in one line, with and without a compiler."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given

from models.errors import InputError
from programs.source import read_file, read_text
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.graphs import ROOT
from tests.fuzz.mutation import near, phrases

pytest.importorskip("pycparser")
pytest.importorskip("islpy")

SMALL = b"""#define N 8
#include <stdint.h>
int a[N][N], b[N];
#ifdef WIDE
long s;
#else
int s;
#endif
void f(int k) {
#pragma PTMAP first
  for (int i = 0; i < N; i++) {
    s = 0;
    for (int j = i; j <= N - 1; j += 2)
      if (j > 2 && a[i][j] != k) s += a[i][j] * b[(j + 1) % N];
    b[i] = s > 3 ? s : -s;
  }
#pragma ENDMAP
}
"""
EXAMPLES = [SMALL, SMALL, (ROOT / "examples" / "programs" / "trisolv.c").read_bytes()]
WORDS = ["for", "if", "else", "int", "float", "unsigned", "long", "(", ")", "{", "}", "[", "]",
         ";", ",", "i", "j", "a", "b", "s", "N", "0", "1", "8", "+", "-", "*", "/", "%", "<<",
         "<", "=", "+=", "++", "?", ":", "&", "&&", "!", "~", "#pragma PTMAP\n", "#pragma ENDMAP\n",
         "#define", "#if", "#endif\n", "\n", "void f(void)", "return", "while", "switch", "case",
         "sizeof", "struct", "typedef", "goto", "'\\x'", '"', "1.5f", "0x1p3", "1e999"]  # fmt: skip
TOKENS = [word.encode() for word in WORDS]
SMALL_BODY = (
    SMALL[: SMALL.index(b"    s = 0;")],
    SMALL[SMALL.index(b"    b[i] =") :],
)


def read(data: bytes, compiler: str) -> None:
    text = data.decode("utf-8", "replace")
    regions = read_or_refused(lambda: read_text(text, "f.c", {"SMALL": 1}, compiler))
    assert regions is None or regions


@fuzzed(60)
@given(near(EXAMPLES, TOKENS))
def test_damaged_programs(data: bytes) -> None:
    read(data, "builtin")


@fuzzed(40)
@given(phrases(WORDS, 25))
def test_statements_of_any_words(middle: bytes) -> None:
    read(middle.join(SMALL_BODY), "builtin")


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@fuzzed(10)
@given(near([SMALL], TOKENS))
def test_a_compiler_as_preprocessor(data: bytes) -> None:
    read(data, "cc")


@pytest.mark.fuzz(keep=2)
@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe",
        b"int f(void) { return " + b"(" * 50_000,
        b"x" * 200_000,
        b"#define A B B\n#define B A A\nint x = A;",
        b"".join(b"#define A%d A%d A%d\n" % (n, n + 1, n + 1) for n in range(60)) + b"A0",
        b"#if " + b"(" * 50_000 + b"1\n#endif",
        b"#if 1 << 99999999999\n#endif",
        b"#if 9" + b"9" * 9999 + b"\n#endif",
        b'#include "f.c"\n',
        b"/*" * 50_000,
        b'"' + b"\\" * 50_001,
    ],
)
def test_hostile_programs_are_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "f.c"
    path.write_bytes(text)
    with pytest.raises(InputError):
        read_file(path, {}, "builtin")
