from __future__ import annotations

import ctypes
import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import ProgramError, Region, execute
from programs.loops.arithmetic import binary, convert, unary, wrap
from programs.loops.expressions import COMPARISONS, SHIFTS
from programs.loops.types import DOUBLE, FLOAT, INT, LONG, UNSIGNED, UNSIGNED_LONG, NumberType
from programs.source import read_text
from tests.programs.compiled import compiled, needs_compiler

QUIET = settings(deadline=None, max_examples=30)


def region(body: str) -> Region:
    head = "int a[4], b[4], m; float x[4];\nvoid f(void)\n{\n#pragma PTMAP\n"
    (found,) = read_text(f"{head}{body}\n#pragma ENDMAP\n}}\n", "f.c")
    return found


VALUES = {"a": [1, 2, 3, 9], "b": [0] * 4, "m": 0, "x": [0.5, 1e30, -2.0, math.nan]}


@pytest.mark.parametrize(
    "body, message",
    [
        (
            "for (int i = 0; i < 4; i++) b[a[i]] = 1;",
            "f.c:5: b[9] is outside of its extents (4,) at i = 3",
        ),
        ("b[0] = 1 / m;", "f.c:5: division by zero"),
        ("b[0] = 1 % m;", "f.c:5: division by zero"),
        ("b[0] = 1 << (a[0] + 40);", "f.c:5: int is shifted by 41"),
        ("b[0] = 1 << -a[0];", "f.c:5: int is shifted by -1"),
        ("b[0] = x[1];", "f.c:5: 1.0000000150474662e+30 is converted to int"),
        ("b[0] = x[3];", "f.c:5: nan is converted to int"),
        ("int t; b[0] = t;", "f.c:5: 't' has no value yet"),
    ],
)
def test_what_c_leaves_open_is_an_error(body: str, message: str) -> None:
    with pytest.raises(ProgramError) as caught:
        execute(region(body), VALUES)
    assert str(caught.value) == message


def test_values_have_the_declared_extents() -> None:
    with pytest.raises(ProgramError, match="no values for array 'b'; known: m"):
        execute(region("b[0] = m;"), {"m": 1})
    with pytest.raises(ProgramError, match=r"extents \(3,\), not \(4,\)"):
        execute(region("b[0] = m;"), {"b": [0] * 3, "m": 1})
    given = {"b": np.zeros(4, dtype=np.int32), "m": np.int32(7)}
    after = execute(region("b[1] = m; m = 2;"), given)
    assert after["b"].tolist() == [0, 7, 0, 0] and after["m"] == 2
    assert given["b"].tolist() == [0, 0, 0, 0] and given["m"] == 7


TYPES = [INT, LONG, UNSIGNED, UNSIGNED_LONG, NumberType("int", 8), NumberType("int", 16, False)]


@QUIET
@given(st.integers(-(2**70), 2**70), st.sampled_from(TYPES))
def test_integers_wrap_into_their_range(value: int, type: NumberType) -> None:
    low = -(2 ** (type.width - 1)) if type.signed else 0
    found = wrap(value, type)
    assert low <= found < low + 2**type.width
    assert (found - value) % 2**type.width == 0
    assert unary("-", found, type) == wrap(-found, type)
    assert unary("~", found, type) == wrap(-found - 1, type)
    assert unary("!", found, INT) == (not found)


POINTER = ctypes.POINTER(ctypes.c_char)
NUMBERS = {
    INT: [0, 1, -1, 2, 7, -13, 2**31 - 1, -(2**31)],
    LONG: [0, 1, -1, 5, 2**63 - 1, -(2**63), 10**12],
    UNSIGNED: [0, 1, 3, 2**31, 2**32 - 1],
    UNSIGNED_LONG: [0, 2, 2**63, 2**64 - 1],
    FLOAT: [0.0, -0.0, 1.5, 0.1, -3e38, 1e-45, math.inf, math.nan],
    DOUBLE: [0.0, -0.0, 1.5, 0.1, -1e308, 5e-324, math.inf, math.nan],
}


@pytest.mark.oracle(keep=2)
@needs_compiler
@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_arithmetic_is_that_of_the_compiler(type: NumberType, tmp_path: Path) -> None:
    operators = ["+", "-", "*", "/", *sorted(COMPARISONS)]
    if type.is_int:
        operators += ["%", "&", "|", "^", *sorted(SHIFTS)]
    functions, cases = [], []
    for n, operator in enumerate(operators):
        result = INT if operator in COMPARISONS else type
        functions.append(
            f"void f{n}({type} *a, {type} *b, {result} *c) {{ *c = *a {operator} *b; }}"
        )
        cases.append((operator, result))
    library = compiled("\n".join(functions), tmp_path)
    compared = 0
    for n, (operator, result) in enumerate(cases):
        for left, right in product(NUMBERS[type], NUMBERS[type]):
            a, b = (np.array([convert(v, type)], type.dtype) for v in (left, right))
            c = np.zeros(1, result.dtype)
            try:
                expected = binary(operator, a[0].item(), b[0].item(), result)
            except ArithmeticError:
                continue
            if operator in ("/", "%") and type.is_int and right == -1:
                # The least integer has no opposite; processors trap.
                continue
            getattr(library, f"f{n}")(*(x.ctypes.data_as(POINTER) for x in (a, b, c)))
            assert c[0].tobytes() == np.array(expected, result.dtype).tobytes() or (
                math.isnan(expected) and math.isnan(c[0])
            ), (operator, left, right)
            compared += 1
    assert compared > 100
