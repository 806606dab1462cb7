"""Floats in Icarus Verilog: how they are widened and rounded, every instruction, and loops."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from bench.hardware_loops import mapped
from hardware.model.floats import ARITHMETIC, CONVERSIONS, EITHER, FLOATING, TO_FLOAT
from hardware.model.realise import Form
from hardware.model.units import Unit
from tests.hardware.float_loops import (
    DOUBLES,
    EDGES,
    ROWS,
    WIDE_EDGES,
    float_loop,
    float_of,
)
from tests.hardware.icarus import needs_icarus, require_pass
from tests.hardware.test_floats import ARRAYS
from tests.hardware.test_verilog_units import require_same

DEEP = Unit("deep", ("fadd:float", "_", "fmul:float", "_", "_"))


def near(word: int, source: random.Random) -> list[int]:
    """Numbers of binary64 at a float, half way to the next one, and beside these."""
    wide = int(np.float64(float_of(word)).view(np.uint64))
    # The last place of a subnormal float is as far up as its exponent is low.
    place = 29 + max(0, 897 - (wide >> 52 & 0x7FF))
    half = wide + (1 << min(place, 53) - 1)
    return [n for at in (wide, half) for n in (at - 1, at, at + 1, at + source.randint(2, 99))]


def units(width: int) -> tuple[Unit, ...]:
    """Every instruction of floats, with integers of some widths, and a pattern."""
    found, whole = [DEEP], ["i1", "i7", "u16", "i32", "u32"]
    floats = ["float"]
    if width == 64:
        whole, floats = [*whole, "i64", "u64"], [*floats, "double"]
    for name, arity in {**FLOATING, **EITHER}.items():
        given = whole[::3] if name.startswith("fcmp") else whole
        pairs = [(own, t) if name in TO_FLOAT else (t, own) for t in given for own in floats]
        types = [f"{own}:{of}" for own, of in pairs]
        if name in ARITHMETIC or name in EITHER:
            types = floats
        elif name in CONVERSIONS:
            types = [":".join(reversed(CONVERSIONS[name]))] if width == 64 else []
        for type_ in types:
            found.append(Unit(f"{name}:{type_}", (f"{name}:{type_}", *"_" * arity)))
    return tuple(found)


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("word", ["i33", "i64", "u32", "i32"])
def test_instructions(word: str, tmp_path: Path) -> None:
    """Tests that units compute what the words' simulator computes, bit by bit, at the edges."""
    width, source = int(word[1:]), random.Random(word)
    rows = [[source.choice(EDGES) for _ in "abcd"] for _ in range(60)]
    rows += [[source.getrandbits(width) for _ in "abcd"] for _ in range(20)]
    if width == 64:
        rows += [[source.choice(WIDE_EDGES) for _ in "abcd"] for _ in range(60)]
        whole = [(1 << n) + (1 << n - 24) + source.randint(-1, 1) for n in range(30, 64)]
        whole += [(1 << n) + (1 << n - 53) + source.randint(-1, 1) for n in range(55, 64)]
        rows += [[n] * 4 for n in (*whole, 1 << 63, (1 << 64) - 1)]
        # What is rounded to a float: ties, subnormal and large numbers, and those beside them.
        for edge in EDGES[2::9]:
            rows += [[n % (1 << 64)] * 4 for n in near(edge, source)]
    require_same(tmp_path, units(width), rows, word)


@needs_icarus
@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("seed", range(45))
def test_random_loops(seed: int, tmp_path: Path) -> None:
    """Tests that arrays in Verilog compute random loops of floats, and every third of doubles."""
    double = seed % 3 == 2
    dfg = float_loop(seed, rows=DOUBLES if double else ROWS)
    case = mapped(dfg, ARRAYS[seed % len(ARRAYS)])
    assert case is not None
    width = 64 if double else (32, 64)[seed % 2]
    require_pass(case, Form("moves", width, iterations=2 + seed % 9), tmp_path, seed)
