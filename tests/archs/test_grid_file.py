"""Own arrays in a few lines: presets with tiles that differ."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from archs.__main__ import main
from archs.files import load_architecture
from archs.grid_file import grid_from_json, grid_from_toml
from archs.presets import PRESETS, architecture_preset
from models.data.architecture import Architecture
from models.errors import InputError
from models.notes import noted
from tests.one_line import one_line
from xyzmap import build_dfg, min_ii

MINE = """
rows = 5
columns = 3
wrap = "rows"
registers = 4
io = "left"
ops = ["alu", "const"]
regions = [
    {columns = 1, ops = ["mul"], latencies = {mul = 2}},
    {columns = 0, ops = ["memory"], registers = 8},
]
"""


def made(text: str) -> Architecture:
    return grid_from_toml(text.encode(), "mine.toml")


def able(arch: Architecture, operator: str) -> list[str]:
    return [part.name for part in arch.components if part.supports(operator)]


def test_an_own_array() -> None:
    """Tests multipliers in the middle, memory at the left, and rows that are rings."""
    arch = made(MINE)
    assert arch.name == "mine"
    assert able(arch, "*") == [f"pe_{row}_1" for row in range(5)]
    assert able(arch, "load") == [f"pe_{row}_0" for row in range(5)]
    assert len(able(arch, "add/i64")) == 15
    middle, left = arch.component_by_name["pe_2_1"], arch.component_by_name["pe_2_0"]
    assert (middle.own_latency("mul"), middle.own_latency("add")) == (2, None)
    assert (middle.capacity, left.capacity) == (4, 8)
    assert {"pe_2_0->pe_2_2", "pe_2_2->pe_2_0", "extmem->pe_4_0"} <= arch.path_by_name.keys()
    assert "pe_0_0->pe_4_0" not in arch.path_by_name


def test_a_loop_on_it() -> None:
    """Tests that a multiplication takes its two cycles, in the middle column."""
    loop = build_dfg("dot", {"p": ("mul", "a", "b"), "s": ("add", "p", ("s", 1))}, ["s"])
    answer = min_ii(loop, made(MINE), shortest=True)
    assert answer.status == "optimal" and answer.value == 1
    at = {row["operation"]: row for row in answer.mapping.operations()}
    assert at["p"]["component"].endswith("_1")
    assert at["s"]["cycle"] >= at["p"]["cycle"] + 2
    assert answer.mapping.check() == [] and answer.mapping.simulate().ok


@pytest.mark.parametrize(
    ("spec", "keys"),
    [
        ("mesh:5x3", ""),
        ("mesh:5x3,wrap=yes,diagonals=yes", 'wrap = true\nlinks = ["mesh", "diagonals"]'),
        ("torus:2x3,io=all,ports=row:1", 'preset = "torus"\nio = "all"\nports = "row:1"'),
        ("adres:2x2,registers=unlimited", 'preset = "adres"\nregisters = "unlimited"'),
        ("hycube:3x3,diagonals=yes", 'preset = "hycube"\ndiagonals = true'),
        ("lisa:2x2,ops=kinds,max_hops=3", 'preset = "lisa"\nops = "kinds"\nmax_hops = 3'),
        ("satmapit:3x2", 'preset = "satmapit"\nlinks = [[0, 1], [1, 0], [0, -1], [-1, 0]]'),
    ],
)
def test_a_preset_written_as_a_grid(spec: str, keys: str, tmp_path: Path) -> None:
    """Tests that a grid without own tiles is its preset, as TOML and as JSON."""
    rows, columns = spec.split(",")[0].partition(":")[2].split("x")
    text = f'name = "{spec}"\nrows = {rows}\ncolumns = {columns}\n{keys}\n'
    assert made(text) == architecture_preset(spec)
    file = tmp_path / "grid.json"
    file.write_text(json.dumps({"schema": "xyzmap/grid/1", **tomllib.loads(text)}))
    assert load_architecture(str(file)) == architecture_preset(spec)


def test_links_by_own_steps() -> None:
    """Tests steps beside those of a mesh, which are one-way."""
    arch = made('rows = 1\ncolumns = 4\nlinks = ["mesh", [0, 2]]\n')
    assert {"pe_0_0->pe_0_2", "pe_0_1->pe_0_3", "pe_0_1->pe_0_0"} <= arch.path_by_name.keys()
    assert "pe_0_2->pe_0_0" not in arch.path_by_name


def test_tiles_of_several_parts() -> None:
    """Tests that registers are those of the file, and that an option still places memory."""
    text = 'preset = "{}"\nrows = 2\ncolumns = 2\nops = ["add"]\nregions = [{{tiles = [[0, 1]], '
    arch = made(text.format("s4") + "registers = 9}]")
    parts = arch.component_by_name
    assert [parts[name].capacity for name in ("rf_0_1", "rf_0_0", "pe_0_1")] == [9, 4, 1]
    arch = made(text.format("hycube") + 'ops = ["own-word"]}]')
    assert able(arch, "load") == ["fu_0_0", "fu_1_0"] and able(arch, "own-word") == ["fu_0_1"]
    assert able(arch, "mul") == []


SIZE = "rows = 5\ncolumns = 3\n"
ALU = SIZE + 'ops = ["alu"]\n'
BAD = [
    ("rows = 5", '$: Object missing required field \'columns\'; add "columns"'),
    ("rows = ", "not TOML: Invalid value (at "),
    (SIZE + "row = 1", "$.row: unknown key 'row'; known: "),
    (SIZE + "registrs = 4", "did you mean 'registers'?"),
    (SIZE + 'rows = "5"', "not TOML: Cannot overwrite a value"),
    ('columns = 3\nrows = "5"', "$.rows: Expected 'int', got 'str'"),
    ("columns = 3\nrows = 65", "$.rows: Expected 'int' <= 64"),
    (SIZE + "registers = 0", "registers '0' must be an integer from 1 to 999999, or unlimited"),
    (SIZE + "registers = [4]", "$.registers: expected a number, a word, true or false"),
    (SIZE + 'io = "middle"', "io 'middle' must be all, SIDE, or IN-OUT"),
    (SIZE + 'wrap = "both"', "wrap 'both' must be yes, no, rows or columns"),
    (SIZE + 'preset = "mseh"', "$.preset: unknown preset 'mseh'; known: single"),
    (SIZE + 'preset = "ring"', "$.preset: 'ring' has no rows and columns; mesh, s4, adres"),
    (SIZE + 'preset = "lisa"\nlinks = [[0, 1]]', "$.links: 'lisa' has links of its own; mesh,"),
    (SIZE + 'preset = "lisa"\nops = ["add"]', "$.ops: tiles of 'lisa' have several units; those"),
    (SIZE + "links = [[5, 0]]", "$.links[0]: no tile of 5x3 is the step [5, 0] from another"),
    (SIZE + "links = [[0, 0]]", "$.links[0]: no tile of 5x3 is the step [0, 0] from another"),
    (SIZE + 'links = ["torus"]', "$.links[0]: 'torus' must be mesh, diagonals or a step [down"),
    (SIZE + 'schema = "xyzmap/dfg/1"', "$.schema: is 'xyzmap/dfg/1'; expected 'xyzmap/grid/1'"),
    (ALU + "regions = [{columns = 3}]", "$.regions[0].columns: there is no 3; they are 0 to 2"),
    (ALU + "regions = [{rows = [0, -1]}]", "$.regions[0].rows: there is no -1; they are 0 to 4"),
    (ALU + "regions = [{tiles = [[5, 0]]}]", "$.regions[0].tiles[0]: there is no tile [5, 0]; the"),
    (ALU + "regions = [{tiles = [[0, 0]], rows = 1}]", "$.regions[0].tiles: names tiles; take"),
    (ALU + 'regions = [{ops = ["mul"]}]', "$.regions[0]: names no tiles: add rows, columns or"),
    (ALU + "regions = [{rows = 0}]", "$.regions[0]: changes nothing: add ops, latencies or"),
    (ALU + "regions = [{row = 0}]", "$.regions[0]: Object contains unknown field 'row'; allowed:"),
    (ALU + "latencies = {mul = 2}", "$.latencies.mul: no tile here lists 'mul'; add it to ops"),
    (ALU + "latencies = {add = 0}", "$.latencies[...]: Expected 'int' >= 1"),
    (SIZE + 'regions = [{rows = 0, ops = ["mul"]}]', "$.regions[0].ops: adds nothing: all tiles"),
    (
        SIZE + 'preset = "s4"\nregisters = 0\nregions = [{rows = 0, registers = 2}]',
        "$.regions[0].registers: all tiles have none; set $.registers for all first",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_grid(text: str, line: str) -> None:
    """Tests that every fault gives one line: the file, the key, what is allowed."""
    with pytest.raises(InputError) as found:
        made(text)
    assert str(found.value).startswith("mine.toml: ") and line in str(found.value)
    assert "\n" not in str(found.value)


def test_bad_json() -> None:
    with one_line("a.json: $.rows: Expected 'int' >= 1"):
        grid_from_json(b'{"schema": "xyzmap/grid/1", "rows": 0, "columns": 3}', "a.json")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that latencies are shown, that the whole format is written, and the exit code."""
    file, whole = tmp_path / "mine.toml", tmp_path / "whole.json"
    file.write_text(MINE)
    assert main([str(file)]) == 0
    assert " all of alu const; in 2 cycles: all of mul " in capsys.readouterr().out
    assert main([str(file), "-o", str(whole)]) == 0
    assert load_architecture(str(whole)) == load_architecture(str(file))
    file.write_text(SIZE + "registrs = 4")
    assert main([str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_preset_of_rows_and_columns() -> None:
    """Tests that all presets with rows and columns can be written as grids."""
    for kind in (kind for kind, preset in PRESETS.items() if preset.size == "RxC"):
        text = f'preset = "{kind}"\nname = "{kind}:2x2"\nrows = 2\ncolumns = 2\n'
        assert made(text) == architecture_preset(f"{kind}:2x2")


def test_operators_that_no_instruction_is_called_are_noted() -> None:
    regions = b'regions = [{rows = 0, ops = ["own"]}]'
    text = b'rows = 2\ncolumns = 2\nops = ["alu", "mull", "add.if"]\n' + regions
    with noted() as notes:
        grid_from_toml(text, "g.toml")
    what = "no known instruction is called '{}', so only graphs with that operator use it"
    lines = [what.format("mull") + "; did you mean 'mul'?", what.format("own")]
    assert notes == [f"note: g.toml: {line}" for line in lines]
