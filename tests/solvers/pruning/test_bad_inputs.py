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
