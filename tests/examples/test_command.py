"""`python -m examples`: the list, the files, and the errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from archs.files import load_architecture
from examples.__main__ import main
from examples.ring import ring
from models.formats.dfg_files import load_dfg

DATA = Path(__file__).parents[2] / "examples" / "data"


def test_json_round_trip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the written JSON files give the generated graph and array back."""
    assert main(["ring", "4", "--mac", "pattern", "-o", str(tmp_path / "new")]) == 0
    written = capsys.readouterr().out.split()
    assert written == [str(tmp_path / "new" / name) for name in ("dfg.json", "arch.json")]
    dfg, arch = ring(4, "pattern")
    assert load_dfg(written[0]) == dfg
    assert load_architecture(written[1]) == arch


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["ring", "0"], "ring size 0 must be at least 1"),
        (["sparse", "3", "abc"], "pattern 'abc' must be 9 characters"),
        (["accumulate", "--format", "dfgmap"], "dfgmap"),
        (["ring", "4", "-o", __file__], "test_command.py"),
    ],
)
def test_errors(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Tests that an error is one line on stderr and exit code 2."""
    if "-o" not in arguments and len(arguments) > 2:
        arguments = [*arguments, "-o", str(tmp_path)]
    assert main(arguments) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert len(caught.err.splitlines()) == 1
    assert expected in caught.err


@pytest.mark.parametrize(
    ("name", "arguments"), [("ring4", ["ring", "4"]), ("accumulate", ["accumulate"])]
)
def test_committed_files(name: str, arguments: list[str], tmp_path: Path) -> None:
    """Tests that the files that the README uses are what the generators write."""
    assert main([*arguments, "-o", str(tmp_path)]) == 0
    for part in ("dfg", "arch"):
        assert (DATA / f"{name}.{part}.json").read_text() == (tmp_path / f"{part}.json").read_text()
