"""The interpreter of OpenEdgeCGRA's cells keeps the machine's rules."""

from __future__ import annotations

import pytest

from ecosystems.openedge.csv_files import (
    instructions_text,
    memory_text,
    read_instructions,
    read_memory,
)
from ecosystems.openedge.interpreter import Machine, StoppedError
from models.errors import InputError

SUM = """0
"SADD R0, ZERO, 3","SADD R0, ZERO, 996"
NOP,"SADD R1, ZERO, 0"
1
"SADD R0, R0, -1","SADD R0, R0, 4"
NOP,NOP
2
NOP,"LWI ROUT, R0"
NOP,NOP
3
"BNE R0, ZERO, 1",NOP
NOP,"SADD R1, R1, RCT"
4
NOP,NOP
"SWI RCR, 2000",NOP
5
EXIT,NOP
NOP,NOP
"""
"""The sum of three words: read from above, and stored by the neighbour on the left."""


def _run(*words: list[list[str]], memory: dict[int, int] | None = None) -> Machine:
    machine = Machine([*words, [["EXIT"] * len(line) for line in words[0]]], memory or {})
    machine.run()
    return machine


def test_a_program_by_hand() -> None:
    """Tests a loop of three rounds on 2×2 elements."""
    memory = {1000: 5, 1004: -7, 1008: 40}
    machine = Machine(read_instructions(SUM, "sum"), memory)
    assert machine.run() == 12
    assert memory == {1000: 5, 1004: -7, 1008: 40, 2000: 38}


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("SADD ROUT, R0, 1", -(1 << 31)),
        ("SSUB ROUT, ZERO, R0", -(1 << 31) + 1),
        ("SMUL ROUT, R0, R0", 1),
        ("SLT ROUT, R0, 1", -2),
        ("SRT ROUT, R1, 28", 15),
        ("SRA ROUT, R1, 28", -1),
        ("LOR ROUT, R1, 3", -5),
        ("LAND ROUT, R1, 12", 8),
        ("LXOR ROUT, R1, -1", 4),
        ("LNAND ROUT, R1, 12", -9),
        ("LNOR ROUT, R1, 3", 4),
        ("LXNOR ROUT, R1, R1", -1),
        ("BSFA ROUT, 7, R0, RCL", 7),
        ("BZFA ROUT, 7, R1, RCL", -5),
    ],
)
def test_operations(cell: str, number: int) -> None:
    """Tests R0 = 2³¹ - 1 and R1 = -5, which is also the output of the neighbour on the left."""
    program = [
        [["SADD R1, ZERO, -5", "SADD R1, ZERO, -5"]],
        [["SADD R0, ZERO, -1", "SADD R0, ZERO, -1"]],
        [["SRT R0, R0, 1", "SRT R0, R0, 1"]],
        [["SADD ROUT, R1, ZERO", "SADD ROUT, R1, ZERO"]],
        [["NOP", cell]],
    ]
    assert _run(*program).elements[0][1].output == number


def test_all_elements_step_together() -> None:
    """Tests that neighbours see the output of the step before, around the torus too."""
    ring = [["SADD ROUT, RCL, ZERO", "SADD ROUT, RCL, ZERO", "SADD ROUT, RCL, ZERO"]]
    first = [["SADD ROUT, ZERO, 1", "SADD ROUT, ZERO, 2", "SADD ROUT, ZERO, 3"]]
    assert [e.output for e in _run(first, ring).elements[0]] == [3, 1, 2]
    assert [e.output for e in _run(first, ring, ring).elements[0]] == [2, 3, 1]
    down = [["SADD ROUT, RCB, ZERO"], ["SADD ROUT, RCT, ZERO"], ["SADD ROUT, RCT, ZERO"]]
    column = [[cell] for cell in first[0]]
    assert [line[0].output for line in _run(column, down).elements] == [2, 1, 2]


def test_outputs_are_kept_and_destroyed() -> None:
    """Tests that only NOP keeps an output; registers are written with it."""
    one = [["SADD R2, ZERO, 8"]]
    kept = _run(one, [["NOP"]]).elements[0][0]
    assert (kept.output, kept.registers["R2"]) == (8, 8)
    for cell in ("SWI R2, 40", "BEQ R2, ZERO, 0"):
        machine = _run(one, [[cell]])
        assert machine.elements[0][0].output is None
        assert machine.elements[0][0].registers["R2"] == 8


def test_memory() -> None:
    """Tests that an address without a word reads -1, and what is undefined goes on quietly."""
    machine = _run([["LWI R0, 40", "LWI R0, 44"]], memory={44: 6})
    assert [e.output for e in machine.elements[0]] == [-1, 6]
    loaded = _run([["LWI ROUT, R3", "LWI ROUT, 42"]]).elements[0]
    assert [e.output for e in loaded] == [None, None]
    # A load beside a store to its address finds the old word or the new one.
    both = _run([["SADD R0, ZERO, 9", "NOP"]], [["SWI R0, 40", "LWI ROUT, 40"]])
    assert both.elements[0][1].output is None and both.memory == {40: 9}


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        ("SWI R0, 40", "a store of what is not defined"),
        ("SWI ZERO, R0", "a store of what is not defined, or to it"),
        ("SWI ZERO, 42", "a store to the address 42"),
        ("SWI ZERO, 40|SWI ZERO, 40", "two stores to the address 40"),
        ("BNE R0, ZERO, 0", "branches on what is not defined"),
        ("BEQ ZERO, ZERO, 0|BEQ ZERO, ZERO, 1", "branches go to different instructions"),
        ("BEQ ZERO, ZERO, 7", "there is no instruction 7"),
        ("BEQ ZERO, ZERO, 0", "no EXIT in"),
        ("BSFA ROUT, ZERO, ZERO, R0", "R0 has no flags"),
        ("SADD R4, ZERO, ZERO", "R4 cannot be written"),
        ("SADD R1, R4, ZERO", "reads what the machine does not have"),
        ("SADD R1, 4, 5", "an instruction has one number, of 13 bits"),
        ("SADD R1, ZERO, 4096", "an instruction has one number, of 13 bits"),
        ("SADD R1, ZERO", "is no instruction of the machine"),
        ("FXPMUL R1, ZERO, ZERO", "is no instruction of the machine"),
    ],
)
def test_what_the_machine_does_not_define(cells: str, what: str) -> None:
    with pytest.raises(StoppedError, match=what):
        _run([[*cells.split("|"), "NOP"]])


def test_files_are_read_as_they_are_written() -> None:
    words = read_instructions(SUM, "sum")
    assert instructions_text(words) == SUM
    assert read_memory(memory_text({8: -2, 4: 1}), "m") == {4: 1, 8: -2}
    assert memory_text({8: -2, 4: 1}) == "Address,Data\n4,1\n8,-2\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no instructions"),
        ("0\n", "no instructions"),
        ("1\nNOP\n", "instruction 1, not 0"),
        ("NOP\n", "a line before the number"),
        ("0\nNOP,NOP\n\n", "an empty one"),
        ("0\nNOP,NOP\n1\nNOP\n", "instruction 1 has other rows and columns"),
        ("0\nNOP,NOP\nNOP\n", "instruction 0 has other rows and columns"),
    ],
)
def test_instructions_that_are_none(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        read_instructions(text, "i")


@pytest.mark.parametrize("lines", ["", "A,B", "Address,Data 4", "Address,Data 4,x",
                                   "Address,Data 6,1", "Address,Data 4,4294967296"])  # fmt: skip
def test_memories_that_are_none(lines: str) -> None:
    with pytest.raises(InputError):
        read_memory(lines.replace(" ", "\n"), "m")


def test_a_program_without_an_end_is_stopped() -> None:
    """Tests that no step is taken beyond the most that are allowed."""
    machine = Machine([[["BEQ ZERO, ZERO, 0"]]], {})
    with pytest.raises(StoppedError):
        machine.run(5)
    assert machine.step == 5
