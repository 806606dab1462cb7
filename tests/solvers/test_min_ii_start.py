"""`min_ii --warm-start`: a mapping on a smaller array, which is one on this array, or is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from examples.loops.kernels import kernel_loop
from models.formats.dfg_json import dfg_to_json
from solvers.min_ii import main


@pytest.fixture
def graph(tmp_path: Path) -> str:
    path = tmp_path / "dfg.json"
    path.write_text(dfg_to_json(kernel_loop("bit-count")))
    return str(path)


def mapped(graph: str, array: str, folder: Path) -> str:
    path = folder / "mapping.json"
    assert main([graph, array, "--quiet", "--mapping", str(path)]) == 0
    return str(path)


def asked(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    capsys.readouterr()
    assert main([*words, "--quiet", "--json"]) in (0, 10)
    told = capsys.readouterr()
    found: dict[str, Any] = json.loads(told.out)
    return found, told.err


def test_a_mapping_on_a_part_of_the_array(
    graph: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = mapped(graph, "mesh:3x3,io=left", tmp_path)
    words = [graph, "mesh:4x3,io=left", "--warm-start", start, "--first"]
    found, notes = asked(words, capsys)
    assert found["found_by"] == "the mapping given" and notes == ""
    assert found["warm_start"] == {"ii": 2, "legal": True, "reason": None}
    assert found["ii"] == 2 and found["mapping"]["architecture"] == "mesh:4x3,io=left"


def test_a_torus_is_no_part_of_a_larger_one(
    graph: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = mapped(graph, "adres:3x3,io=memory", tmp_path)
    mapping = json.loads(Path(start).read_text())
    assert any(sent[1] == "pe_0_0->pe_0_2" for sent in mapping["transfers"])
    words = [graph, "adres:4x4,io=memory", "--warm-start", start, "--first"]
    found, notes = asked(words, capsys)
    assert found["warm_start"]["ii"] == 2 and found["warm_start"]["legal"] is False
    assert "unknown path 'pe_0_0->pe_0_2'" in found["warm_start"]["reason"]
    assert notes.count("\n") == 1 and "its II 2 is tried first" in notes


def test_mappings_that_are_none_of_the_graph(
    graph: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests one line, and exit code 2."""
    start = Path(mapped(graph, "mesh:3x3,io=left", tmp_path))
    good = json.loads(start.read_text())
    words = [graph, "mesh:4x4,io=left", "--quiet", "--warm-start", str(start)]
    for change, word in (
        ({"dfg": "other"}, "a mapping of 'other', not of 'bit-count'"),
        ({"contexts": None}, "a mapping without contexts"),
        ({"contexts": 0}, "contexts"),
        ({"horizon": 1 << 40}, "horizon"),
    ):
        start.write_text(json.dumps({**good, **change}))
        capsys.readouterr()
        assert main(words) == 2
        line = capsys.readouterr().err
        assert line.count("\n") == 1 and word in line and str(start) in line
    start.write_text(json.dumps(good))
    assert main([*words, "--method", "sa"]) == 2
    assert "--warm-start goes with --method exact" in capsys.readouterr().err
