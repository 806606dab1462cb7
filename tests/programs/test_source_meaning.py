from __future__ import annotations

from pathlib import Path

import pytest

from programs.loops import Region, emit_program, execute
from programs.loops.random_values import random_values
from programs.source import read_text
from tests.programs.compiled import assert_same, needs_compiler, run_compiled

HEAD = """\
#include <stdint.h>
#include <stdlib.h>
#include <math.h>
#define N 8
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef float real;
typedef real vector[N];
enum { TWO = 2, FOUR = TWO * 2, FIVE };
static const int half = N / 2;
const float third = 1.0f / 3;
int A[N], B[N], M[N][N], m, k;
int8_t narrow[N];
uint8_t bytes[N];
short s16[N];
unsigned u[N];
long wide[N];
vector x, y;
double d[N];
float s;
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline float scaled(float v, int by) { return by * v + third; }
static inline int half_of(int v) { return larger(v, 0) / 2; }
"""


def region(body: str, before: str = "") -> Region:
    (found,) = read_text(text_of(body, before))
    return found


def text_of(body: str, before: str = "") -> str:
    return f"{HEAD}void f(void)\n{{ {before}\n#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n"


FOR = "for (int i = 0; i < N; i++)"
BODIES = [
    # Conditions: affine, by data, both, alternatives, and data that the branches change.
    f"{FOR} if (i > 2) A[i] = 1; else A[i] = 2;",
    f"{FOR} if (i > 2 && i < 5) {{ A[i] = 1; B[i] = 2; }} else if (i == 6) A[i] = 7; else B[i]--;",
    f"{FOR} if (A[i] > 0) {{ A[i] = -1; B[i] = 3; }}",
    f"{FOR} if (A[i] > 0) A[i] = -A[i]; else B[i] = A[i];",
    f"{FOR} if (i > 0 && A[i - 1] > 0) {{ A[i] = 0; B[i] = 1; }} else {{ B[i] = 5; A[i] = 6; }}",
    f"{FOR} if (i < 2 || A[i] > 0 || !(i < 6)) B[i] = 1; else B[i] = A[i];",
    f"{FOR} if (!(i > 2)) A[i] = 1; else if (!A[i]) A[i] = 4;",
    f"{FOR} if (i != 3) A[i] = i; else A[i] = 0;",
    f"if (m > 0) {FOR} {{ if (A[i] > B[i]) {{ m = 0; A[i] = 1; }} B[i] += m; }} else k = 1;",
    f"{FOR} {{ if (x[i] > y[i]) x[i] = y[i]; if (x[i] <= 0) s += 1; else s -= x[i]; }}",
    f"{FOR} if (x[i] > 0) {{ float t = x[i]; x[i] = y[i]; y[i] = t; }}",
    f"if (TWO > 1) {FOR} A[i] = 3; else {FOR} A[i] = 4;",
    # Bounds: triangles, minima, several conditions, inclusive ends, steps, factors.
    f"{FOR} for (int j = i; j < N; j++) M[i][j] = i - j;",
    f"{FOR} for (int j = i - 1; j < N - 1; j++) M[i][j + 1] = 1;",
    f"{FOR} for (int j = MAX(i - 2, 0); j <= MIN(i + 2, N - 1); j++) M[i][j] += 1;",
    f"{FOR} for (int j = larger(1, i); j < i + 3 && j < N; j = j + 2) M[i][j] = 9;",
    f"{FOR} for (int j = 0; N > j; j += TWO) M[i][j] = 4;",
    f"{FOR} for (int j = 0; i + 2 * j <= N; ++j) M[i][j] = 5;",
    "for (int ii = 0; ii < N; ii += 3) for (int i = ii; i < MIN(ii + 3, N); i++) A[i] = ii;",
    # Types: conversions of all widths, unsigned numbers, shifts, characters, wrapping.
    f"{FOR} {{ narrow[i] = A[i] * 100; bytes[i] = B[i] - 7; s16[i] = A[i] << 13; }}",
    f"{FOR} {{ wide[i] = A[i] * 2000000000L; A[i] = wide[i]; u[i] -= 20; B[i] = u[i] > 3; }}",
    f"{FOR} {{ A[i] = u[i] / 3 + narrow[i] % 4; B[i] = (A[i] ^ 0x55) | (B[i] & 07) | ~m; }}",
    f"{FOR} {{ A[i] = 'a' + '\\n'; A[i] >>= 1; A[i] <<= 2; B[i] %= 5; u[i] = ~u[i] >> 3; }}",
    f"{FOR} {{ d[i] = x[i] * 0.1; x[i] = d[i] + y[i]; s += (float)(int)d[i]; d[i] /= 3; }}",
    f"{FOR} {{ A[i] = x[i] > 0 ? 1 : y[i]; B[i] = (A[i] && B[i]) + (m || k); m++; --k; }}",
    f"{FOR} {{ A[i] = (A[i] * A[i] * 123456789) / (i + 1); wide[i] = -wide[i] * 3 % 7; }}",
    f"{FOR} {{ u[i] = (A[i] < u[i]) + (B[i] < 3u); m += A[i] == B[i]; bytes[i]++; narrow[i]--; }}",
    # Calls, constants, places in arrays that data says.
    f"{FOR} {{ x[i] = scaled(y[i], i) - fabsf(x[i]); A[i] = half_of(A[i]) + abs(B[i]); }}",
    f"{FOR} {{ d[i] = sqrt(fabs(d[i])) + fmax(x[i], y[i]); x[i] = sqrtf(fminf(2, i)) * third; }}",
    f"{FOR} {{ A[i] = half + FOUR + FIVE; wide[i] = labs(wide[i]) + 5000000000; d[i] = 1e-3f; }}",
    f"{FOR} {{ B[A[i] & 7] += 1; A[(i * 3) % N] = M[i][B[i] & 3]; x[i / 2] += y[7 - i]; }}",
    f"{FOR} {{ int t = A[i]; {{ float t = x[i]; y[i] = t; }} B[i] = t; const int c = 2; m += c; }}",
]


@pytest.mark.oracle(keep=6)
@needs_compiler
@pytest.mark.parametrize("body", BODIES)
def test_regions_mean_what_c_means(body: str, tmp_path: Path) -> None:
    found = region(body)
    for seed in range(2):
        values = random_values(found, seed)
        expected = execute(found, values)
        assert_same(run_compiled(text_of(body), "f", found, values, tmp_path), expected)
        text = emit_program(found)
        assert_same(run_compiled(text, found.name, found, values, tmp_path), expected)


def test_a_function_has_several_regions_and_parameters() -> None:
    text = """
void f(float A[4][4], const float alpha, int count) {
    float local[4]; int i;
    for (int t = 0; t < count; t++) {
#pragma PTMAP
        for (i = 0; i < 4; i++) local[i] = alpha * A[i][i] * t;
#pragma ENDMAP
        if (count > 3) {
#pragma PTMAP second
            for (int i = 0; i < 4; i++) A[0][i] = local[i];
#pragma ENDMAP
    } }
#pragma PTMAP
    A[0][0] = 0;
#pragma ENDMAP
}
"""
    regions = read_text(text)
    assert [region.name for region in regions] == ["f", "second", "f_2"]
    assert [x.name for x in regions[0].arrays] == ["local", "A"]
    assert [x.name for x in regions[0].scalars] == ["alpha", "t"]
