"""The commands that write Verilog, and count its transistors by Yosys."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from examples.__main__ import main as examples
from hardware import area
from hardware.rtl import executed, main
from solvers.min_cycles import main as min_cycles
from solvers.min_ii import main as min_ii
from tests.hardware.icarus import needs_icarus
from tests.system.commands import ROOT

DOT = [str(ROOT / "docs/pictures/dot.dfg.json"), str(ROOT / "docs/pictures/dot.mapping.json")]
ARRAY = "mesh:2x2,io=all"
MAPPED = [ARRAY, "--dfg", DOT[0], "--mapping", DOT[1], "--register-files", "moves"]


@needs_icarus
def test_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that a run passes and leaves a waveform, and that a difference has its exit code."""
    words = [*MAPPED, "-o", str(tmp_path), "--run", "--iterations", "5"]
    assert main([*words, "--vcd"]) == 0
    assert capsys.readouterr().out.endswith("PASS 10 numbers\n")
    assert (tmp_path / "testbench.vcd").is_file()
    expected = tmp_path / "expected.hex"
    expected.write_text(expected.read_text().replace("0", "1"))
    assert executed(str(tmp_path), waveform=False) == 1
    assert "FAIL stream" in capsys.readouterr().out


needs_yosys = pytest.mark.skipif(shutil.which("yosys") is None, reason="Yosys is not installed")


def area_of(spec: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    """What the command says of an array, as JSON."""
    assert area.main([spec, "--bits", "4", "--json", *more]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@needs_yosys
@pytest.mark.process
def test_areas(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that units and datapath are the total, which grows with registers and their moves."""
    small = area_of("line:2,registers=2", capsys)
    (unit,) = small["units"]
    assert unit["times"] == 2
    assert small["total"] == small["datapath"] + 2 * unit["transistors"]
    more = area_of("line:2,registers=3", capsys)
    assert more["units"] == small["units"] and more["datapath"] > small["datapath"]
    moving = area_of("line:2,registers=3", capsys, "--register-files", "moves")
    assert moving["datapath"] > more["datapath"]
    assert area.main(["line:2", "--bits", "4"]) == 0
    out = capsys.readouterr().out
    assert f"{small['total']:,} transistors" in out.splitlines()[0]


def test_a_mapping_is_read_on_the_array_that_it_names(tmp_path: Path) -> None:
    """Tests a mapping that avoids a tile, and one of a preset with an option that is not named."""
    graph = str(ROOT / "docs" / "pictures" / "dot.dfg.json")
    for spec, more, shown in (
        ("mesh:2x2,io=all", ["--forbid", "0_0"], "mesh:2x2,io=all"),
        ("mesh:2x2,io=all,registers=3", [], "mesh:2x2,io=all"),
    ):
        mapped = str(tmp_path / "m.json")
        assert min_ii([graph, spec, *more, "--quiet", "--out", mapped]) in (0, 10)
        words = ["--dfg", graph, "--mapping", mapped, "-o", str(tmp_path / "rtl")]
        assert main([shown, *words]) == 0


def test_a_mapping_in_another_order_is_read_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert examples(["dot", "4", "-o", str(tmp_path)]) == 0
    graph, mapped, array = str(tmp_path / "dfg.json"), str(tmp_path / "m.json"), "mesh:2x2,io=all"
    assert min_cycles([graph, array, "--transform", "auto", "--quiet", "--out", mapped]) == 0
    capsys.readouterr()
    words = ["--dfg", graph, "--mapping", mapped, "-o", str(tmp_path / "rtl")]
    assert main([array, *words]) == 0
    assert "the order of operations is that of the mapping" in capsys.readouterr().err
