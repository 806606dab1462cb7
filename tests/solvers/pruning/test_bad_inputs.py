"""What cannot be used is refused in one line, before anything is searched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_from_json
from tests.solvers.pruning.commands import ring_files, run


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--cycles", "8,9"], "--cycles has 2 numbers for 1 kernel"),
        (["--cycles", "0"], "argument --cycles"),
        (["--cycles", "8,x"], "argument --cycles"),
        (["--contexts", "x"], "argument --contexts"),
        (["--contexts", "2,2"], "--contexts has 2 numbers for 1 kernel"),
        (["--keep", "pe9"], "--keep: 'pe9' is no component and no path"),
        (["--cost", "paths=1", "--minimise", "paths"], "contradict each other"),
        (["--cost", "paths=1,paths=2"], "two weights for 'paths'"),
        (["--cost", "paths=-1"], "is negative"),
        (["--cost", "paths=0,elements=0"], "all weights are 0"),
        (["--cost", "wires=1"], "'wires=1' is not KIND=WEIGHT"),
        (["--cost", "paths"], "'paths' is not KIND=WEIGHT"),
        (["--cost", ""], "is not KIND=WEIGHT"),
        (["--cost", "paths=much"], "'much' is no weight"),
        (["--cost", "paths=nan"], "'nan' is no weight"),
        (["--cost", "paths=inf"], "'inf' is no weight"),
        (["--cost", "paths=1/0"], "'1/0' is no weight"),
        (["--cost", "elements:pe9=1"], "unknown name 'pe9'"),
        (["--cost", "contexts=1"], "is not KIND=WEIGHT"),
        (["--minimise", "wires"], "unknown kind 'wires'"),
        (["--minimise", "paths,paths"], "'paths' is named twice"),
        (["--minimise", ""], "unknown kind ''"),
        (["--minimise", "paths,contexts", "--contexts", "2"], "contexts can only come first"),
        (["--minimise", "contexts,paths"], "needs --contexts"),
        (["--minimise", "memories"], "no memories"),
        (["--architecture", "/no/such/place/a.json"], "is not a directory"),
        (["--architecture", "/tmp"], "name a file, not a directory"),
        (["--picture", ""], "name a file"),
        (["--picture", "array.jpg"], "a picture is written as .svg, .pdf or .png"),
        (["--mappings", "/dev/null/maps"], "cannot create this directory"),
        (["--certificate", "/dev/null/proof"], "cannot create this directory"),
        (["--solver", "cp-sat"], "cannot go on after an answer"),
        (["--solver", "lingeling"], "cannot go on after an answer"),
        (["--solver", "nosuch"], "unknown solver 'nosuch'"),
        (["--time-limit", "0"], "argument --time-limit"),
        (["--order", "backwards"], "argument --order"),
    ],
)
def test_bad_options(
    inputs: list[str],
    arguments: list[str],
    message: str,
    capsys: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tests that each is refused in one line."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *inputs, *arguments, "--quiet")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_bad_files(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests a missing kernel, a missing file, and an array where a kernel belongs."""
    for words in ([inputs[1]], [str(tmp_path / "no.json"), inputs[1]], [inputs[1], inputs[1]]):
        code, out, err = run(capsys, *words, "--quiet")
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_unlimited_with_contexts(tmp_path: Path, capsys: Any) -> None:
    """Tests that units without a limit are refused where iterations share them."""
    inputs = ring_files(tmp_path)
    array = Path(inputs[1])
    whole = architecture_from_json(array.read_text(), "")
    array.write_text(array.read_text().replace('"capacity"', '"write_ports"'))
    assert architecture_from_json(array.read_text(), "").component_by_name.keys() == (
        whole.component_by_name.keys()
    )
    words = (*inputs, "--minimise", "registers", "--cycles", "9", "--quiet")
    assert run(capsys, *words)[0] in (0, 20)
    code, out, err = run(capsys, *words, "--contexts", "4")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no limit of registers" in err


def test_format_that_cannot_say_it(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that an array that the old format cannot express costs no other output."""
    first, second = tmp_path / "a.txt", tmp_path / "g.txt"
    maps = tmp_path / "maps"
    words = (*inputs, "--cycles", "8", "--architecture", str(first), "--mappings", str(maps))
    words = (*words, "--architecture-options", str(second), "--minimise", "operators,paths")
    code, out, err = run(capsys, *words, "--quiet")
    assert (code, err.count("\n")) == (2, 1)
    assert out.startswith("optimal: ")
    assert len(list(maps.iterdir())) == 1


def test_full_disk(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that a full disk costs only what was to be written there."""
    svg, full = tmp_path / "fine.svg", tmp_path / "full.json"
    full.symlink_to("/dev/full")
    words = (*inputs, "--cycles", "8", "--architecture", str(full), "--svg", str(svg))
    code, out, err = run(capsys, *words, "--quiet")
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left" in err and out.startswith("optimal: ")
    assert "</svg>" in svg.read_text()


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ("paths=1e999999999", "is no weight for 'paths'"),
        ("paths=1/0", "is no weight for 'paths'"),
        ("operators:nosuch=1", "unknown name 'nosuch'"),
        ("elements:extmem=1", "unknown name 'extmem'"),
        ("elements:=3", "unknown name ''"),
        ("paths:pe0=2", "unknown name 'pe0'"),
    ],
)
def test_weights_of_nothing(cost: str, message: str, tmp_path: Path, capsys: Any) -> None:
    """Tests that a weight is a number, and that of something which can be removed."""
    code, out, err = run(capsys, *ring_files(tmp_path), "--cycles", "8", "--cost", cost)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
