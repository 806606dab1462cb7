"""The modules that compute, in Icarus Verilog: every instruction of every type, at the edges."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.model.units import ARITY, COUNTING, SATURATED, Unit, computes
from hardware.verilog.bench import hexadecimal
from hardware.verilog.units import unit_module
from tests.hardware.icarus import needs_icarus, printed

PATTERN = Unit("mac", ("add", "_", "mul", "_", "_"))
DEEP = Unit("deep", ("select", "icmp.slt", "_", "_", "neg:i7", "_", "_"))


def units(word: str) -> tuple[Unit, ...]:
    """All instructions of a word's type, and of narrower ones."""
    narrow = [t for t in ("i1", "u1", "i7", "u7", "i16", "u16") if int(t[1:]) <= int(word[1:])]
    found = [PATTERN]
    for name, arity in ARITY.items():
        for type_ in ("", *(f":{t}" for t in narrow)):
            found.append(Unit(name + type_, (name + type_, *"_" * arity)))
    for name, arity in {**COUNTING, **SATURATED}.items():
        for type_ in (word, *narrow):
            bits = int(type_[1:])
            if bits > 1 and (name != "bswap" or bits % 8 == 0):
                opcode = name if type_ == word else f"{name}:{type_}"
                found.append(Unit(opcode, (opcode, *"_" * arity)))
    for own in ("i16", "u16", "i7"):
        for of in ("i1", "u1", "i7", "u7"):
            if int(own[1:]) > int(of[1:]) and int(own[1:]) <= int(word[1:]):
                for name in ("sext", "zext", "icmp.slt", "icmp.ult", "icmp.eq"):
                    opcode = f"{name}:{own}:{of}"
                    found.append(Unit(opcode, (opcode, *"_" * ARITY[name])))
    for opcode in ("trunc:i7:i16", "trunc:u1:i16"):
        if int(word[1:]) >= 16:
            found.append(Unit(opcode, (opcode, "_")))
    return tuple(found)


def bench(opcodes: int, count: int, word: str, deep: str) -> str:
    """A module that prints the result of every opcode on every row of operands."""
    width = int(word[1:])
    return f"""\
`timescale 1ns / 1ns
module testbench;
  reg [31:0] opcode, n;
  reg [{width - 1}:0] rows [0:{4 * count - 1}];
  wire [{width - 1}:0] result;
  unit_0 #(.WIDTH({width})) unit (
    .opcode(opcode[{opcodes.bit_length() - 1}:0]), .a(rows[4*n]), .b(rows[4*n+1]),
    .c(rows[4*n+2]){deep}, .loaded({width}'d0), .taken({width}'d0), .result(result));
  initial begin
    $readmemh("rows.hex", rows);
    for (opcode = 1; opcode <= {opcodes}; opcode = opcode + 1)
      for (n = 0; n < {count}; n = n + 1) begin
        #1 $display("%h", result);
      end
    $finish;
  end
endmodule
"""


def require_same(
    folder: Path, listed: Sequence[Unit], rows: list[list[int]], word: str, deep: str = ""
) -> None:
    """Run every unit on every row of four operands, and compare the bits with `computes`."""
    width = int(word[1:])
    files = {
        "testbench.v": bench(len(listed), len(rows), word, deep),
        "units.v": unit_module("unit_0", listed, word),
        "rows.hex": hexadecimal([n for row in rows for n in row], width),
    }
    found = iter(printed(folder, files).split())
    for unit in listed:
        for row in rows:
            due = computes(unit, word, row[: unit.arity]) & ((1 << width) - 1)
            assert int(next(found), 16) == due, (unit, [hex(n) for n in row])


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("word", ["i8", "u32", "i32", "i64", "u8", "u64", "i33"])
def test_instructions(word: str, tmp_path: Path) -> None:
    """Tests that each module computes what the words' simulator computes, bit by bit."""
    width, listed = int(word[1:]), (*units(word), *((DEEP,) if word[0] == "i" else ()))
    source = random.Random(word)
    low, high = (
        (-(1 << (width - 1)), (1 << (width - 1)) - 1) if word[0] == "i" else (0, (1 << width) - 1)
    )
    edges = [0, 1, low, high, max(low, -1), 2, width, width - 1, max(low, -2), 7, 127]
    rows = [
        [
            source.choice(edges) if source.random() < 0.6 else source.randint(low, high)
            for _ in "abcd"
        ]
        for _ in range(30)
    ]
    require_same(tmp_path, listed, rows, word, ", .d(rows[4*n+3])" if word[0] == "i" else "")
