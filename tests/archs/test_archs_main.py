"""The command line of the architectures."""

from __future__ import annotations

from pathlib import Path

import pytest

from archs.__main__ import main
from archs.files import load_architecture
from archs.presets import PRESETS, architecture_preset
from models.formats.native_json import architecture_from_json


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    return code, *capsys.readouterr()


def test_showing_a_real_array(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that switches, hops, moves and shared limits are shown, and long lists cut."""
    code, out, _ = run(capsys, "lisa:2x2,max_hops=3,io=none")
    assert code == 0
    assert out.startswith("lisa:2x2,max_hops=3,io=none: 12 PEs, 4 switches, 4 memories, ")
    assert "\nat most 24 contexts\nat most 3 hops of a value in a cycle\n" in out
    assert "stores results only" in out
    assert "transient, routing_issues" in out
    assert "PE+memory+switch x4  switch  1          0        1\n" in out
    units = len(set(architecture_preset("lisa").component_by_name["alu_0_0"].ops or ()))
    assert f" add ADD + sub SUB … ({units}) " in out
    out = run(capsys, "satmapit:2x2,moves=1")[1]
    assert "\nat most 1 value stored in passing per iteration\n" in out
    out = run(capsys, "adres:2x2,io=none")[1]
    assert "\nmemory_row_0 memory_row_1  2       1        2           all of memory\n" in out


def test_writing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that JSON is written, to the terminal and into files."""
    ring = architecture_preset("ring:3")
    assert architecture_from_json(run(capsys, "ring:3", "--json")[1], "out") == ring
    path = tmp_path / "a.json"
    assert run(capsys, "ring:3", "-o", str(path)) == (0, "", "")
    assert load_architecture(str(path)) == ring


BAD = [
    (["mesh:0x1"], "mesh:0x1: size '0x1': 'mesh' takes RxC"),
    (["ring:3", "--options", "g.txt"], "ring:3: --options goes only with "),
    (["ring:3", "--json", "--format", "dfgmap"], "--json contradicts --format dfgmap"),
    (["-o", "a.json"], "--out needs an architecture"),
    (["ring:3", "--out-options", "g.txt"], "--out-options goes with --out"),
    (["ring:3", "-o", "a.json", "--out-options", "g.txt"], "a.json: 'ring:3' needs no second file"),
]


@pytest.mark.parametrize(("arguments", "line"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_errors(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that errors are one line on stderr and exit code 2."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"archs: {line}")
    assert err.count("\n") == 1


def test_showing(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that an architecture is shown with its components and paths."""
    code, out, _ = run(capsys, "systolic:2x2,registers=4,max_contexts=3")
    lines = [line.split("  ") for line in out.splitlines()]
    cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert code == 0
    assert out.startswith("systolic:2x2,registers=4,max_contexts=3: 4 PEs, 5 memories, 12 paths\n")
    assert ["at most 3 contexts"] in cells
    assert ["pe_0_0 pe_0_1 … pe_1_1", "4", "1", "4", "all", "nothing"] in cells
    assert ["extmem", "1", "0", "unlimited", "-", "all inputs", "no intermediates"] in cells
    assert ["extmem->pe_0_0 extmem->pe_1_0", "2", "external", "PE", "1", "0", "0"] in cells


def test_listing(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that without an architecture the presets and their options are listed."""
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    for name, preset in PRESETS.items():
        assert f"\n{name}:{preset.size}" if preset.size else f"\n{name} " in out
        assert all(f" {option}=" in out and f"\n{option} " in out for option in preset.options)
