"""The architectures of the Morpher tool chain."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from archs.files import load_architecture
from archs.formats.arch_json import architecture_to_json
from archs.formats.morpher_arch import architecture_from_morpher, is_morpher
from models.data.architecture import Architecture, Component, Support
from models.errors import InputError
from models.notes import noted

# A row of two tiles; the left one's west side and the right one's east side lead nowhere.
TILE: dict[str, Any] = {
    "INPUTS": ["WEST_I", "EAST_I"],
    "OUTPUTS": ["WEST_O", "EAST_O"],
    "INTERNAL": ["BAR", "DEAD"],
    "REGS": ["R0", "R1"],
    "SUBMODS": {"FU": [{"name": "FU0"}]},
    "CONNECTIONS": {
        "THIS.WEST_I": ["THIS.BAR", "THIS.R0", "THIS.R1"],
        "THIS.EAST_I": ["THIS.BAR", "THIS.R0", "THIS.R1", "THIS.DEAD"],
        "THIS.R0": ["FU0.I1"],
        "THIS.R1": ["FU0.I1"],
        "THIS.BAR": ["FU0.I1", "FU0.I2", "THIS.EAST_O", "THIS.WEST_O"],
        "FU0.T": ["THIS.EAST_O", "THIS.WEST_O"],
    },
}
TEXT: dict[str, Any] = {
    "ARCH": {
        "FU": {"INPUTS": ["I1", "I2"], "OUTPUTS": ["T"], "OPS": {"NOP": 1, "ADD": 1, "LS": 2}},
        "PE": TILE,
        "CGRA": {
            "SUBMODS": [
                {
                    "PATTERN": "GRID",
                    "DIMS": {"X": 2, "Y": 1},
                    "MODS": [
                        {"X": 0, "Y": 0, "MOD": "PE", "name": "A"},
                        {"X": 1, "Y": 0, "MOD": "PE"},
                    ],
                    "CONNECTIONS": [
                        {
                            "FROM_X": "X", "FROM_Y": "Y", "FROM_PORT": "EAST_O",
                            "TO_X": "X+1", "TO_Y": "Y", "TO_PORT": "WEST_I",
                        },
                        {
                            "FROM_X": "X", "FROM_Y": "Y", "FROM_PORT": "WEST_O",
                            "TO_X": "X - 1", "TO_Y": 0, "TO_PORT": "EAST_I",
                        },
                    ],
                }
            ]
        },
    }
}  # fmt: skip


def read(document: object) -> Architecture:
    return architecture_from_morpher(json.dumps(document).encode(), "a.json", "two")


def test_reading() -> None:
    """Tests that units, registers and multiplexers are kept, and other wires are not."""
    arch = read(TEXT)
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


@pytest.mark.parametrize("start", ["", "\ufeff", "\n "])
def test_recognised(tmp_path: Path, start: str) -> None:
    """Tests that a file is told from the native format by its contents."""
    path = tmp_path / "two.json"
    path.write_text(start + json.dumps(TEXT), encoding="utf-8")
    assert load_architecture(str(path)) == read(TEXT)
    path.write_text(architecture_to_json(read(TEXT)), encoding="utf-8")
    assert load_architecture(str(path)) == read(TEXT)
    for text in (b"[]", b"{", b"\xff", b'{"ARCH": {}, "schema": "x"}', b"[" * 10_000):
        assert not is_morpher(text)


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
    ([], "$: expected an object with the member ARCH"),
    ({"ARCH": []}, "$.ARCH: expected an object"),
    ({"ARCH": {}}, "$.ARCH: the module CGRA is missing"),
    (changed("ARCH CGRA", []), "$.ARCH.CGRA: expected an object"),
    (changed("ARCH CGRA SUBMODS", []), "$.ARCH.CGRA.SUBMODS: expected one submodule with PATTERN"),
    (changed(f"{GRID} PATTERN", "RING"), "$.ARCH.CGRA.SUBMODS: expected one submodule with"),
    (changed(f"{GRID} DIMS X", 65), f"{AT}.DIMS: X must be an integer from 1 to 64"),
    (changed(f"{GRID} DIMS Y", True), f"{AT}.DIMS: Y must be an integer from 1 to 64"),
    (changed(f"{GRID} MODS 0 X", 2), f"{AT}.MODS[0]: X must be an integer from 0 to 1"),
    (changed(f"{GRID} MODS 1 X", 0), f"{AT}.MODS[1]: a second module at X 0, Y 0"),
    (changed(f"{GRID} MODS 0 MOD", "NO"), "$.ARCH: unknown module 'NO'; known: CGRA, FU, PE"),
    (changed(f"{GRID} MODS 0 MOD", None), f"{AT}.MODS[0].MOD: 'None' must be a word"),
    (changed(f"{GRID} MODS 0 name", "a b"), f"{AT}.MODS[0].name: 'a b' must be a word"),
    (changed(f"{GRID} MODS 0", 3), f"{AT}.MODS[0]: expected an object"),
    (changed(f"{GRID} MODS 0 name", "PE_X1_Y0"), "$.ARCH.PE.INPUTS: duplicate name 'PE_X1_Y0.WE"),
    (changed(f"{GRID} CONNECTIONS 0", 3), f"{AT}.CONNECTIONS[0]: expected an object"),
    (
        changed(f"{GRID} CONNECTIONS 0 TO_X", "X*2"),
        f"{AT}.CONNECTIONS[0].TO_X: 'X*2' must be X, Y, X+1",
    ),
    (
        changed(f"{GRID} CONNECTIONS 0 TO_PORT", "NO"),
        f"{AT}.CONNECTIONS[0]: unknown port 'PE_X1_Y0.NO'",
    ),
    (changed("ARCH FU OPS ADD", 0), "$.ARCH.FU.OPS: latency 0 of ADD must be an integer from 1"),
    (changed("ARCH FU INPUTS", 3), "$.ARCH.FU.INPUTS: expected a list"),
    (changed("ARCH FU OUTPUTS", [3]), "$.ARCH.FU.OUTPUTS: '3' must be a word"),
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
    (
        changed("ARCH PE CONNECTIONS", {"THIS.WEST_I": ["FU9.I1"]}),
        "$.ARCH.PE.CONNECTIONS: unknown port 'A.FU9.I1'",
    ),
    (changed(f"{GRID} MODS", []), "$.components: an architecture needs at least one component"),
]


@pytest.mark.parametrize(("document", "line"), BAD, ids=[line for _, line in BAD])
def test_bad(document: object, line: str) -> None:
    """Tests that every bad document gives one line: the file, the JSON path, what is wrong."""
    with pytest.raises(InputError) as caught:
        read(document)
    assert str(caught.value).startswith(f"a.json: {line}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", [b"{", b"\xff", b"[" * 10_000, b""])
def test_not_json(text: bytes) -> None:
    """Tests that a text that is not JSON gives one line."""
    with pytest.raises(InputError, match=r"^a.json: not JSON: ") as caught:
        architecture_from_morpher(text, "a.json")
    assert "\n" not in str(caught.value)


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


@pytest.mark.parametrize(
    ("submodule", "line"),
    [
        ({"BANKS": [{"name": "B"}]}, "unknown module 'BANKS'.*did you mean 'BANK'"),
        ({"BANK": [{}]}, "'None' must be a word"),
        ({"PATTERN": "RING"}, "expected banks"),
        ({"PATTERN": "GRID"}, "expected one submodule with PATTERN GRID"),
        (3, "expected banks"),
    ],
)
def test_bad_banks(submodule: object, line: str) -> None:
    """Tests that what is beside the grid, and no bank, is refused."""
    document = banked()
    document["ARCH"]["CGRA"]["SUBMODS"].append(submodule)
    with pytest.raises(InputError, match=line):
        read(document)


def test_circles() -> None:
    """Tests that wires in a circle and units without operands do no harm."""
    wires = {**TILE["CONNECTIONS"], "THIS.DEAD": ["THIS.BAR"], "THIS.BAR": ["THIS.DEAD", "FU0.I1"]}
    arch = read(changed("ARCH PE CONNECTIONS", wires))
    assert any(component.issue for component in arch.components)
    alone = read(changed("ARCH PE CONNECTIONS", {}))
    assert [component.name for component in alone.components] == ["A.FU0", "PE_X1_Y0.FU0"]
    assert alone.paths == ()


def test_connections_of_banks_that_name_nothing() -> None:
    """Tests that a connection without a tile or a bank is left out with a note of its own."""
    with noted() as lines:
        read(banked(CONNECTIONS={"AA.MEM": ["B0.P0"], "A.MEM": ["PE_X1_Y0.MEM"]}))
    assert "'AA.MEM' to 'B0.P0' joins no tile and bank: left out; did you mean 'A'?" in lines[0]
    assert "'A.MEM' to 'PE_X1_Y0.MEM'" in lines[1]
