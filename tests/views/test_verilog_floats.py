"""Floats in Icarus Verilog: how they are widened and rounded, every instruction, and loops."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from bench.hardware_loops import mapped
from models.hardware.floats import ARITHMETIC, CONVERSIONS, EITHER, FLOATING, TO_FLOAT
from models.hardware.realise import Form
from models.hardware.units import Unit
from tests.models.hardware.float_loops import (
    DOUBLES,
    EDGES,
    ROWS,
    WIDE_EDGES,
    bits_of,
    float_loop,
    float_of,
)
from tests.models.hardware.test_floats import ARRAYS
from tests.views.icarus import needs_icarus, printed, require_pass
from tests.views.test_verilog_units import require_same
from views.verilog.bench import hexadecimal
from views.verilog.units import unit_module

SUM = Unit("fadd:float", ("fadd:float", "_", "_"))
DEEP = Unit("deep", ("fadd:float", "_", "fmul:float", "_", "_"))

CONVERT = """\
`timescale 1ns / 1ns
module testbench;
  reg [63:0] rows [0:{last}];
  integer n;
  unit_0 unit (.opcode(1'b1), .a(32'd0), .b(32'd0), .loaded(32'd0), .taken(32'd0), .result());
  initial begin
    $readmemh("rows.hex", rows);
    for (n = 0; n <= {last}; n = n + 1)
      $display("%h", {expression});
    $finish;
  end
endmodule
"""


def converted(folder: Path, rows: list[int], expression: str) -> list[int]:
    """What functions of the units make of rows of 64 bits."""
    files = {
        "testbench.v": CONVERT.format(last=len(rows) - 1, expression=expression),
        "units.v": unit_module("unit_0", (SUM,), "i32"),
        "rows.hex": hexadecimal(rows, 64),
    }
    return [int(line, 16) for line in printed(folder, files).split()]


def near(word: int, source: random.Random) -> list[int]:
    """Numbers of binary64 at a float, half way to the next one, and beside these."""
    wide = int(np.float64(float_of(word)).view(np.uint64))
    # The last place of a subnormal float is as far up as its exponent is low.
    place = 29 + max(0, 897 - (wide >> 52 & 0x7FF))
    half = wide + (1 << min(place, 53) - 1)
    return [n for at in (wide, half) for n in (at - 1, at, at + 1, at + source.randint(2, 99))]


@needs_icarus
def test_narrow(tmp_path: Path) -> None:
    """Tests rounding against numpy: ties, subnormal and too large numbers, zeros, none at all."""
    source = random.Random(2)
    floats = [*EDGES, *(source.getrandbits(32) for _ in range(100))]
    floats += [source.getrandbits(24) | source.getrandbits(1) << 31 for _ in range(100)]
    rows = [n % (1 << 64) for word in floats for n in near(word, source)]
    rows += [source.getrandbits(64) for _ in range(100)]
    rows += [0, 1 << 63, 1, (1 << 52) - 1, 0x369 << 52, 0x36A << 52, (0x369 << 52) + 1]
    rows += [0x47EFFFFFEFFFFFFF, 0x47EFFFFFF0000000, 0x47F8000000000000, 0x7FF0000000000001]
    found = converted(tmp_path, rows, "unit.real_float($bitstoreal(rows[n]))")
    for row, word in zip(rows, found, strict=True):
        with np.errstate(all="ignore"):
            due = bits_of(np.float32(np.uint64(row).view(np.float64)))
        assert word == due, hex(row)


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
