"""`--json` prints one JSON object on stdout, and nothing else."""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from pathlib import Path

import pytest

from solvers.cli import main as xyzmap

DATA = Path(__file__).parents[2] / "examples" / "data"
LINES = (
    "min-cycles ring4.dfg.json ring4.arch.json",
    "min-ii accumulate.dfg.json accumulate.arch.json",
    "partition accumulate.dfg.json accumulate.arch.json --max-ii 2",
    "streaming streaming/distance.json --method greedy",
    "prune-arch ring4.dfg.json ring4.arch.json --greedy",
    "trade-off ring4.dfg.json ring4.arch.json --cycles 20 --time-limit 20",
    "compare ring4.dfg.json ring4.arch.json --cycles 4 --solver cadical195",
    "sweep sweep.toml --list",
    "archs",
    "archs mesh:2x2",
    "solvers",
    "verify --coverage",
    "verify nowhere",
    "learn.labels predict ring4.dfg.json lisa:4x4",
    "learn.intervals predict accumulate.dfg.json mesh:2x2",
    "learn.ppo evaluate streaming/distance.json --samples 0 --beam 0",
)
NEEDS = {"partition": ("ortools", "optuna"), "learn.ppo": ("torch",)}


@pytest.mark.pages(keep=4)
@pytest.mark.parametrize("line", LINES)
def test_one_object(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests commands with an answer, and lists; what cannot be verified is an answer, too."""
    words = [*line.split(), "--json"]
    for package in NEEDS.get(words[0], ()):
        pytest.importorskip(package)
    for path in ("ring4.dfg.json", "ring4.arch.json", "accumulate.dfg.json",
                 "accumulate.arch.json", "sweep.toml"):  # fmt: skip
        shutil.copy(DATA / path, tmp_path)
    shutil.copytree(DATA / "streaming", tmp_path / "streaming")
    monkeypatch.chdir(tmp_path)
    if words[0].startswith("learn."):
        import_module(f"{words[0]}.__main__").main(words[1:])
    else:
        xyzmap(words)
    assert isinstance(json.loads(capsys.readouterr().out), dict)
