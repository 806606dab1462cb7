"""The architectures of the Morpher tool chain."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from archs.files import load_architecture
from interchange.arrays.morpher_arch import architecture_from_morpher
from models.data.architecture import Architecture, Component, Support
from models.notes import noted
from tests.fuzz import graphs
from tests.one_line import one_line

# A row of two tiles; the left one's west side and the right one's east side lead nowhere.
TEXT: dict[str, Any] = json.loads(graphs.MORPHER_ARCHITECTURE[0])
BACK = {
    "FROM_X": "X", "FROM_Y": "Y", "FROM_PORT": "WEST_O",
    "TO_X": "X - 1", "TO_Y": 0, "TO_PORT": "EAST_I",
}  # fmt: skip
TEXT["ARCH"]["CGRA"]["SUBMODS"][0]["CONNECTIONS"].append(BACK)
TEXT["ARCH"]["FU"]["OPS"] = {"NOP": 1, "ADD": 1, "LS": 2}
TEXT["ARCH"]["PE"]["REGS"].append("R1")
WIRES = TEXT["ARCH"]["PE"]["CONNECTIONS"]
WIRES["THIS.WEST_I"].append("THIS.R1")
WIRES["THIS.EAST_I"].append("THIS.R1")
WIRES["THIS.R1"] = ["FU0.I1"]


def read(document: object) -> Architecture:
    return architecture_from_morpher(json.dumps(document).encode(), "a.json", "two")


def test_reading(tmp_path: Path) -> None:
    """Tests that units, registers and multiplexers are kept, and other wires are not."""
    path = tmp_path / "two.json"
    path.write_text("\ufeff\n" + json.dumps(TEXT), encoding="utf-8")
    arch = load_architecture(str(path))
    assert arch == read(TEXT)
    assert (arch.name, arch.external, arch.max_hops) == ("two", None, None)
    ops: tuple[str | Support, ...] = ("add", "add.if", "add.unless")
    ops += tuple(Support(name, 2) for name in ("shl", "shl.if", "shl.unless"))
    left = (
        Component("A.EAST_O", switch=True, capacity=0),
        Component("A.R0+R1", capacity=2, file="static"),
        Component("A.FU0", 1, ops, 1, transient=True, keeps_arrivals=False),
    )
    assert {c for c in arch.components if c.name.startswith("A.")} == set(left)
    assert len(arch.components) == 6
    assert {(path.sources, path.targets, path.width, path.hops) for path in arch.paths} == {
        (("PE_X1_Y0.WEST_O", "A.FU0"), ("A.EAST_O",), 1, 1),
        (("PE_X1_Y0.WEST_O",), ("A.R0+R1",), 2, 0),
        (("A.R0+R1", "PE_X1_Y0.WEST_O"), ("A.FU0",), 1, 0),
        (("PE_X1_Y0.WEST_O",), ("A.FU0",), 1, 0),
        (("A.EAST_O", "PE_X1_Y0.FU0"), ("PE_X1_Y0.WEST_O",), 1, 1),
        (("A.EAST_O",), ("PE_X1_Y0.R0+R1",), 2, 0),
        (("PE_X1_Y0.R0+R1", "A.EAST_O"), ("PE_X1_Y0.FU0",), 1, 0),
        (("A.EAST_O",), ("PE_X1_Y0.FU0",), 1, 0),
    }


def changed(path: str, value: object) -> dict[str, Any]:
    """The document with one member replaced; `path` is words and positions."""
    document: Any = copy.deepcopy(TEXT)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    place = document
    for step in steps:
        place = place[step]
    place[last] = value
    return document  # type: ignore[no-any-return]


GRID = "ARCH CGRA SUBMODS 0"
AT = "$.ARCH.CGRA.SUBMODS[0]"
BAD: list[tuple[object, str]] = [
    ({"x": 1}, "$: expected an object with the member ARCH"),
    (changed("ARCH CGRA SUBMODS", []), "$.ARCH.CGRA.SUBMODS: expected one submodule with PATTERN"),
    (changed(f"{GRID} DIMS X", 65), f"{AT}.DIMS: X must be an integer from 1 to 64"),
    (changed(f"{GRID} MODS 0 X", 2), f"{AT}.MODS[0]: X must be an integer from 0 to 1"),
    (changed(f"{GRID} MODS 1 X", 0), f"{AT}.MODS[1]: a second module at X 0, Y 0"),
    (changed(f"{GRID} MODS 0", 3), f"{AT}.MODS[0]: expected an object"),
    (
        changed(f"{GRID} CONNECTIONS 0 TO_X", "X*2"),
        f"{AT}.CONNECTIONS[0].TO_X: 'X*2' must be X, Y, X+1",
    ),
    (changed(f"{GRID} MODS 0 MOD", "NO"), "$.ARCH: unknown module 'NO'; known: CGRA, FU, PE"),
    (
        changed("ARCH PE CONNECTIONS", {"THIS.WEST_I": ["FU9.I1"]}),
        "$.ARCH.PE.CONNECTIONS: unknown port 'A.FU9.I1'",
    ),
    (changed("ARCH FU OPS ADD", 0), "$.ARCH.FU.OPS: latency 0 of ADD must be an integer from 1"),
    (changed("ARCH FU INPUTS", 3), "$.ARCH.FU.INPUTS: expected a list"),
    (changed("ARCH PE SUBMODS FU", [{}]), "$.ARCH.PE.SUBMODS.FU: a submodule needs a name"),
    (
        changed("ARCH PE SUBMODS", {"PE": [{"name": "P"}]}),
        "$.ARCH.PE: modules nested too deeply, or within themselves",
    ),
    (changed("ARCH PE REGS", ["WEST_I"]), "$.ARCH.PE.REGS: duplicate name 'A.WEST_I'"),
    (
        changed("ARCH PE CONNECTIONS", {"WEST_I": ["THIS.BAR"]}),
        "$.ARCH.PE.CONNECTIONS: 'WEST_I' must be THIS.PORT or SUBMODULE.PORT",
    ),
    (changed(f"{GRID} MODS", []), "$.components: an architecture needs at least one component"),
]


@pytest.mark.parametrize(("document", "line"), BAD, ids=[line for _, line in BAD])
def test_bad(document: object, line: str) -> None:
    """Tests that every bad document gives one line: the file, the JSON path, what is wrong."""
    with one_line(f"a.json: {line}"):
        read(document)


def banked(**changes: Any) -> dict[str, Any]:
    """Two tiles that load through ports of a bank; `changes` are members of CGRA."""
    document: Any = copy.deepcopy(TEXT)
    modules = document["ARCH"]
    modules["FU"] |= {"OPS": {"ADD": 1, "LOAD": 2, "STORE": 1}, "ISOCKETS": ["MEM"]}
    modules["PE"]["ISOCKETS"] = ["MEM"]
    modules["PE"]["CONNECTIONS"]["FU0.MEM"] = ["THIS.MEM"]
    modules["BANK"] = {"TSOCKETS": ["P0", "P1"], "DATA_LAYOUT": {"x": 0}, "CONNECTIONS": {}}
    modules["CGRA"]["SUBMODS"].insert(0, {"BANK": [{"name": "B0"}]})
    connections = {"A.MEM": ["B0.P0"], "PE_X1_Y0.MEM": ["B0.P1"]}
    modules["CGRA"] |= {"CONNECTIONS": connections} | changes
    return document  # type: ignore[no-any-return]


def test_banks_are_left_out_with_a_note() -> None:
    """Tests that banks beside the grid change nothing, and that a note names them."""
    with noted() as lines:
        arch = read(banked())
    assert len(lines) == 1
    assert "DATA_LAYOUT of B0" in lines[0] and "reaches all banks (B0)" in lines[0]
    alone = banked()
    alone["ARCH"]["CGRA"] = {"SUBMODS": alone["ARCH"]["CGRA"]["SUBMODS"][1:]}
    with noted() as lines:
        assert read(alone) == arch
    assert lines == [] and arch.shared == ()


def test_tiles_that_share_a_port_of_a_bank() -> None:
    """Tests that such tiles load and store once per cycle together, in either direction."""
    both = {"A.MEM": ["B0.P0"], "PE_X1_Y0.MEM": ["B0.P0"]}
    turned = {"B0.P0": ["A.MEM", "PE_X1_Y0.MEM"]}
    for connections in (both, turned):
        with noted():
            (limit,) = read(banked(CONNECTIONS=connections)).shared
        assert (limit.name, limit.at_most) == ("B0.P0", 1)
        assert limit.components == ("A.FU0", "PE_X1_Y0.FU0")
        assert limit.limits("load") and limit.limits("store") and not limit.limits("add")
    more = {"A.MEM": ["B0.P0", "B0.P1"], "PE_X1_Y0.MEM": ["B0.P0"]}
    with noted():
        assert read(banked(CONNECTIONS=more)).shared == ()
