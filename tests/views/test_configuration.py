"""The text of a configuration: tiles, origins, rounds, and the width."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import astuple, replace

from models.configuration.build import configuration
from models.configuration.data import Cell, Configuration, Write
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Initial, Operand, Operation, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.formats.configuration_json import configuration_to_json
from models.hardware.registers import Registers, allocate
from tests.models.hardware.kept import keeping
from views.mapping.configuration import LEAST_WIDTH, configuration_text, tile_of

Made = tuple[Problem, Mapping]


def text(made: Made, width: int = 120) -> str:
    return configuration_text(made[0], configuration(*made), width=width)


def blocks(made: Made) -> dict[str, list[list[str]]]:
    """The cells of every row, or the lines of a list, by the line above each block."""
    found = {}
    for block in text(made).split("\n\n")[1:]:
        head, *lines = block.splitlines()
        if lines[0].startswith("context"):
            sizes = [len(dashes) for dashes in lines[1].split()]
            rows = [lines[0], *lines[2:]]
            found[head] = [[cell.strip() for cell in _cut(line, sizes)] for line in rows]
        else:
            found[head] = [[line.strip()] for line in lines]
    return found


def _cut(line: str, sizes: list[int]) -> Iterator[str]:
    """The cells of a line, two blanks apart."""
    for size in sizes:
        yield line[:size]
        line = line[size + 2 :]


def legal(made: Made) -> Made:
    """The mapping without the repetition that is held too early."""
    problem, full = made
    issues, holds = full.issues[:2], [held for held in full.holds if held != full.holds[-3]]
    return problem, replace(full, issues=issues, holds=tuple(holds))


def accumulator() -> Made:
    """Sums a over all iterations; operation and register are two components of one tile.

    The sum leaves through a switch of the next tile, over a bus that two components can drive.
    """
    register, unit = "rf_0_0", "alu_0_0"
    dfg = Dfg(
        "sum",
        (Operator("+", 2),),
        ("a",),
        (Operation("s", "+", (Operand("a"), Operand("s", 1))),),
        ("s",),
        initial=(Initial("s", (5,)),),
    )
    arch = Architecture(
        "tiles",
        (
            Component("ext", initial="all", holds_intermediates=False),
            Component(register, capacity=2),
            Component(unit, issue=1, capacity=1),
            Component("sw_0_1", capacity=0, switch=True),
        ),
        (
            Path("load", ("ext",), (register,), 1),
            Path("read", (register,), (unit,), 1),
            Path("hop", (unit, register), ("sw_0_1",), 1),
            Path("out", ("sw_0_1",), ("ext",), 1),
        ),
        "ext",
    )
    mapping = Mapping(
        "sum",
        "tiles",
        4,
        2,
        (
            Held("a", "ext", 0),
            Held("a", register, 1),
            Held("s", unit, 2),
            Held("s", unit, 3),
            Held("s", "ext", 3),
        ),
        (
            Transfer("a", "load", 1),
            Transfer("a", "read", 2),
            Transfer("s", "hop", 3),
            Transfer("s", "out", 3),
        ),
        (Issue("s", unit, 2),),
    )
    return Problem(dfg, arch, 2), mapping


def test_tiles() -> None:
    """Tests that components of one suffix are one tile, and others are tiles by themselves."""
    names = ["pe_0_1", "alu_12_3", "pe3", "a_1", "ext"]
    assert [tile_of(name) for name in names] == ["tile_0_1", "tile_12_3", "pe3", "a_1", "ext"]
    found = blocks(accumulator())
    reads = "a[1] from read, s[2] held"
    assert found["tile_0_0"] == [
        ["context", "operation", "operands from", "writes", "routes"],
        ["0", "alu_0_0: s[1] = +", reads, "alu_0_0: s[1] result", "read: a[1]"],
        ["1", "", "", "rf_0_0: a[0] from load", "hop: s[1] by alu_0_0"],
        ["", "", "", "alu_0_0: kept: s[1]", ""],
    ]
    assert found["tile_0_1"][1] == ["1", "", "", "", "out: s[1] via hop"]
    assert found["ext"][1:] == [
        ["0", "", "", "initial: a[0]", ""],
        ["1", "", "", "s[1] from out", "load: a[0]"],
    ]


@pytest.mark.parametrize("width", [1, LEAST_WIDTH, 72, 100, 300])
def test_width(made: Callable[..., Made], width: int) -> None:
    """Tests that no line is wider than asked for, and that no word is lost by that."""
    names = ("a_product_with_a_long_name", "the_total_of_it", "pe_with_a_name_of_many_letters")
    long = legal(made(*names))
    shown = text(long, width)
    assert max(map(len, shown.splitlines())) <= max(width, LEAST_WIDTH)
    wide = text(long, 1000)
    assert sorted("".join(shown.split()).replace("-", "")) == sorted(
        "".join(wide.split()).replace("-", "")
    )


def test_registers() -> None:
    """Tests that tables and JSON say which register a value is in, for each round of the kernel."""
    problem, full = keeping([(0, 2), (1, 1)], 2, 3)
    made = Configuration("kept", "file", 3, 2, (), ())
    cells = (
        Cell("rf", 0, (), (Write("v0", 0, "initial"), Write("v0", 1, "kept"))),
        Cell("rf", 1, (), (Write("v0", 0, "kept"), Write("v1", 0, "path", "in"))),
    )
    made = replace(made, cells=cells)
    registers = allocate(problem, full, "unroll")
    assert isinstance(registers, Registers) and registers.contexts == 4
    text = configuration_text(problem, made, registers=registers)
    assert text.startswith("kept on file: 2 contexts (II = 2); unroll registers, a kernel of 2 r")
    rows = [line for line in text.splitlines() if line[:1].isdigit()]
    assert [line[0] for line in rows] == ["0", "1", "2", "3"]
    for context, value, cycle in ((1, "v1", 1), (3, "v1", 1)):
        where = f"v1[0] from in in r{registers.register('rf', context, value, cycle)}"
        assert where in text
    raw = json.loads(configuration_to_json(made, registers))
    assert (raw["register_files"], raw["unroll"]) == ("unroll", 2)
    assert [tuple(place) for place in raw["registers"]] == [astuple(p) for p in registers.places]
    assert "registers" not in json.loads(configuration_to_json(made))


def test_latency_and_carried_values(carried: Made) -> None:
    """Tests that presets are given where values wait, and that nothing beyond the loop is lost."""
    shown = text(carried)
    assert "s of iteration -2 = 0: held in mem at the start" in shown
    assert "m[0] = *" in shown and "s[2] from in" in shown
    assert "s[2] from in, c[0] from in" in shown


def test_without_pipelining(made: Callable[..., Made]) -> None:
    """Tests that without pipelining there are neither stages nor rounds."""
    shown = text(legal(made()))
    assert "an iteration takes 5 cycles; iterations do not overlap" in shown
    assert "[" not in shown and "prologue" not in shown
    assert "kept" not in shown.split("\nextmem\n")[1].split("\n\n")[0]
