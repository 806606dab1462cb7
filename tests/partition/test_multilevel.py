"""METIS, which leaves parts empty where it divides into many at once: both ways are tried."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from examples.__main__ import main as examples
from partition.__main__ import main
from partition.heuristics.multilevel import MOST_BISECTED, filled

needs_metis = pytest.mark.skipif(find_spec("pymetis") is None, reason="needs pymetis")


def test_empty_parts_are_filled() -> None:
    """Tests that each part has a node, and that the others stay where they are."""
    assert filled([0, 0, 0, 2, 2], 4) == [0, 3, 1, 2, 2]
    assert filled([1, 0], 2) == [1, 0]


@needs_metis
@pytest.mark.parametrize("parts", [MOST_BISECTED, 10, 14])
def test_many_parts(parts: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that all parts are there, and that few values are cut."""
    folder = str(tmp_path)
    assert examples(["dct", "-o", folder]) == 0
    capsys.readouterr()
    words = [f"{folder}/dfg.json", "mesh:4x4", "--max-ii", "8", "--method", "multilevel"]
    main([*words, "--parts", str(parts), "--json", "-q"])
    told = json.loads(capsys.readouterr().out)
    assert len(told["parts"]) == parts and told["cut"] <= {8: 19, 10: 20, 14: 25}[parts]
