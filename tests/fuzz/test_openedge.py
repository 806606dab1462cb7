"""CSV files of OpenEdgeCGRA, damaged: read and executed, or refused in a line."""

from __future__ import annotations

import pytest
from hypothesis import given

from ecosystems.openedge.csv_files import (
    instructions_text,
    memory_text,
    read_instructions,
    read_memory,
)
from ecosystems.openedge.interpreter import Machine
from models.formats.text_files import decode_text
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near

PROGRAM = b"""0
"SADD R0, ZERO, -3",NOP
NOP,"SADD ROUT, ZERO, 8"
1
"SADD R0, R0, 1","SMUL ROUT, RCB, 3"
"BSFA R1, 4, RCR, RCT","LWI R3, 40"
2
"SWI R0, 40","BNE RCL, ZERO, 1"
NOP,NOP
3
EXIT,NOP
NOP,NOP
"""
MEMORY = b"Address,Data\n40,-2\n44,2147483647\n"
WORDS = [b"EXIT", b"BEQ ZERO, ZERO, 0", b"R3", b"RCL", b"-4096", b'"', b"\n4\n", b"SWI"]
STEPS = 500


def _program(data: bytes) -> None:
    words = read_instructions(decode_text(data, "f"), "f")
    assert read_instructions(instructions_text(words), "again") == words
    Machine(words, {40: 1}).run(STEPS)


def _memory(data: bytes) -> None:
    memory = read_memory(decode_text(data, "f"), "f")
    assert read_memory(memory_text(memory), "again") == memory


READERS = {"instructions": (PROGRAM, _program), "memory": (MEMORY, _memory)}


@pytest.mark.parametrize("name", READERS)
def test_damaged_files(name: str) -> None:
    example, read = READERS[name]

    @fuzzed(200)
    @given(near([example], WORDS))
    def check_one(data: bytes) -> None:
        read_or_refused(lambda: read(data))

    check_one()
