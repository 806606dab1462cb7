"""Arrays of the compiler's YAML files, as architectures."""

from __future__ import annotations

from pathlib import Path

import pytest

from ecosystems.neura.arch.__main__ import main
from ecosystems.neura.arch.build import architecture_of
from ecosystems.neura.standard import neighbours, standard
from ecosystems.neura.yaml_file import read_yaml
from models.errors import InputError
from models.formats.native_json import architecture_from_json
from tests.ecosystems.neura_answers import DATA

FILE = DATA / "array.yaml"
SMALL = """
architecture: {name: "small"}
per_cgra_defaults: {rows: 2, columns: 3, ctrl_mem_items: 8, base_topology: "mesh"}
tile_defaults: {num_registers: 16, fu_types: [add, mem]}
link_defaults: {latency: 1, bandwidth: 32}
link_overrides:
  - {src_tile_x: 0, src_tile_y: 0, dst_tile_x: 1, dst_tile_y: 0, latency: 3}
  - {src_tile_x: 1, src_tile_y: 0, dst_tile_x: 0, dst_tile_y: 0, existence: false}
  - {src_tile_x: 0, src_tile_y: 0, dst_tile_x: 2, dst_tile_y: 1, latency: 1}
tile_overrides:
  - {tile_x: 1, tile_y: 1, existence: false}
  - {tile_x: 2, tile_y: 0, fu_types: [add], num_registers: 24}
"""


def test_overrides() -> None:
    """Tests that tiles and links are as the file says, with numbers from the lowest row on."""
    name, array = read_yaml(SMALL.encode(), "small.yaml")
    assert name == "small" and array.ctrl_mem_items == 8
    assert [tile.id for tile in array.tiles] == [0, 1, 2, 3, 5]
    assert array.tile_by_id[2].regs == 24 and array.tile_by_id[3].y == 1
    assert array.fu_class_tiles == {"add": (0, 1, 2, 3, 5), "mem": (0, 1, 3, 5)}
    latencies = {ends: link.latency for ends, link in array.link_by_ends.items()}
    assert latencies[0, 1] == 3 and (1, 0) not in latencies and latencies[0, 5] == 1
    assert not any(4 in ends for ends in latencies) and latencies[3, 0] == 1


@pytest.mark.parametrize("word, count", [("mesh", 24), ("king_mesh", 40)])
def test_topologies(word: str, count: int) -> None:
    """Tests the links of nine tiles."""
    found = neighbours(word, 3, 3)  # type: ignore[arg-type]
    assert len(found) == count
    assert found == {(target, source) for source, target in found}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the sample becomes an architecture: units with classes and with operators."""
    out = tmp_path / "arch.json"
    assert main([str(FILE), "--out", str(out)]) == 0
    found = architecture_from_json(out.read_text(), "a")
    assert found.name == "tiny" and found.max_contexts == 8
    by_name = found.component_by_name
    assert by_name["tile0"].position == (1, 0) and by_name["tile2"].position == (0, 0)
    assert by_name["tile0"].supports("load/1") and by_name["tile0"].supports("mem/2")
    assert not by_name["tile1"].supports("load") and by_name["tile1"].supports("sub")
    assert main([str(FILE), "--timing", "solver"]) == 0
    other = architecture_from_json(capsys.readouterr().out, "a")
    assert len(other.components) == 8 and other.component_by_name["unit3"].transient


def test_the_standard_array() -> None:
    """Tests the array of the compiler's tests: memory at two edges, 32 registers, 20 words."""
    array = standard()
    assert len(array.tiles) == 16 and len(array.links) == 48 and array.ctrl_mem_items == 20
    assert array.fu_class_tiles["mem"] == (0, 1, 2, 3, 4, 8, 12)
    assert not {*array.fu_class_tiles["mac"]} & {*array.fu_class_tiles["mem"]}
    assert array.fu_class_tiles["counter"] == ()
    found = architecture_of("standard", "rtl")
    assert found.max_contexts == 20 and {c.capacity for c in found.components} == {32}


MISTAKES = {
    "rows: 2": ("rows: 0", r"\$.per_cgra_defaults: rows 0 must be from 1 to 64"),
    '"mesh"': ('"torus"', r"Invalid enum value 'torus'"),
    "latency: 3": ("latency: 99999", r"\$.link_overrides\[0\]: latency 99999 must be from -"),
    "latency: 1, ": ("latency: 0, ", r"\$.link_defaults: latency 0 must be from 1 to"),
    "num_registers: 24": (
        "num_registers: 9999999",
        r"\$.tile_overrides\[1\]: num_registers 9999999",
    ),
    "num_registers: 16": ("num_registers: few", r"Expected 'int', got 'str'"),
    "per_cgra_defaults": ("other", "add .per_cgra_defaults."),
    "dst_tile_x: 1": ("dst_tile_x: 0", "a link from tile 0 to itself"),
    "[add, mem]": ("[add, mem", "not YAML: line"),
}


@pytest.mark.parametrize("word, other, line", [(k, *v) for k, v in MISTAKES.items()], ids=MISTAKES)
def test_mistakes(word: str, other: str, line: str) -> None:
    """Tests that each is refused in a line that names the file and the place."""
    assert word in SMALL
    with pytest.raises(InputError, match=line.replace("'", ".")) as error:
        read_yaml(SMALL.replace(word, other, 1).encode(), "small.yaml")
    assert str(error.value).startswith("small.yaml") and "\n" not in str(error.value)
