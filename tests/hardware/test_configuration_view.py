"""The text of a configuration: tiles, origins and rounds."""

from __future__ import annotations

import json

from msgspec.structs import astuple, replace

from hardware.configuration.build import configuration
from hardware.configuration.data import Cell, Configuration, Write
from hardware.configuration_json import configuration_to_json
from hardware.configuration_view import configuration_text, tile_of
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Initial, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.register_files.registers import Registers, allocate
from tests.hardware.kept import keeping
from tests.models.mappings import links, mapping, memory, operations

Made = tuple[Problem, Mapping]


def accumulator() -> Made:
    """Sums a over all iterations; operation and register are two components of one tile.

    The sum leaves through a switch of the next tile, over a bus that two components can drive.
    """
    dfg = Dfg(
        "sum",
        (Operator("+", 2),),
        ("a",),
        operations("s + a s@1"),
        ("s",),
        initial=(Initial("s", (5,)),),
    )
    arch = Architecture(
        "tiles",
        (
            memory(),
            Component("rf_0_0", capacity=2),
            Component("alu_0_0", issue=1, capacity=1),
            Component("sw_0_1", capacity=0, switch=True),
        ),
        links(
            "load: ext > rf_0_0 w=1; read: rf_0_0 > alu_0_0 w=1;"
            " hop: alu_0_0 rf_0_0 > sw_0_1 w=1; out: sw_0_1 > ext w=1"
        ),
        "ext",
    )
    return mapping(
        Problem(dfg, arch, 2),
        4,
        ["a ext 0 0", "a rf_0_0 1 1", "s alu_0_0 2 3", "s ext 3 3"],
        "a load 1,a read 2,s hop 3,s out 3",
        "s alu_0_0 2",
    )


def test_tiles() -> None:
    """Tests that components of one suffix are one tile, and others are tiles by themselves."""
    names = ["pe_0_1", "alu_12_3", "pe3", "a_1", "ext"]
    assert [tile_of(name) for name in names] == ["tile_0_1", "tile_12_3", "pe3", "a_1", "ext"]
    problem, full = accumulator()
    text = configuration_text(problem, configuration(problem, full), width=200)
    blocks = dict(block.split("\n", 1) for block in text.split("\n\n")[1:])
    for tile, cells in {
        "tile_0_0": ["alu_0_0: s[1] = +", "a[1] from read, s[2] held", "rf_0_0: a[0] from load",
                     "hop: s[1] by alu_0_0", "alu_0_0: kept: s[1]"],
        "tile_0_1": ["out: s[1] via hop"],
        "ext": ["initial: a[0]", "s[1] from out", "load: a[0]"],
    }.items():  # fmt: skip
        assert all(cell in blocks[tile] for cell in cells), blocks[tile]


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
