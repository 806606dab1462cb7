"""Commands where none of the optional packages is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.system.commands import DATA, run_python
from xyzmap.cli import main as xyzmap

OPTIONAL = (
    "ortools", "highspy", "pyomo", "torch", "gymnasium", "sb3_contrib", "tensorboard",
    "pycparser", "islpy", "optuna", "pymetis", "matplotlib", "svglib", "reportlab", "pypdfium2",
    "distributed", "pyarrow", "networkx", "yaml",
)  # fmt: skip

NEEDS = {
    "min-cycles nowhere nowhere --solver cp-sat": "solvers",
    "min-cycles nowhere nowhere --solver pyomo": "solvers",
    "min-cycles nowhere nowhere --picture a.pdf": "pictures",
    "prune-arch nowhere nowhere --solver lp": "solvers",
    "trade-off nowhere nowhere --slack 1 --plot a.svg": "plots",
    "partition nowhere nowhere": "partition",
    "partition nowhere nowhere --method nsga2": "partition",
    "partition nowhere nowhere --certificate a": "partition,solvers",
    "optimize nowhere nowhere": "programs",
    "streaming nowhere": "solvers",
    "compare nowhere nowhere --solver cp-sat": "solvers",
    "export nowhere nowhere --cycles 4 -o a.mps": "solvers",
    "draw dfg nowhere -o a.png": "pictures",
    "sweep nowhere --out a.parquet": "cluster",
    "sweep sweep.toml --cluster tcp://nowhere:1": "cluster",
    "labels train lisa:4x4": "learn",
    "intervals generate --out a.jsonl": "programs",
    "intervals train --data nowhere --out a.npz": "learn",
    "intervals tune nowhere --weights b.npz --out a.npz": "learn,programs",
    "ppo train nowhere --out a": "rl",
    "neura-arch nowhere": "ecosystems",
}
"""What is asked of files that do not exist, and the extra that it needs."""

WORKS = (
    "min-cycles ring4.dfg.json ring4.arch.json --quiet",
    "min-ii accumulate.dfg.json accumulate.arch.json --quiet",
    "min-ii accumulate.dfg.json accumulate.arch.json --transform auto --inductions own --quiet",
    "export ring4.dfg.json ring4.arch.json --cycles 6 -o {}/a.cnf",
    "draw dfg ring4.dfg.json -o {}/a.svg",
    "streaming streaming/distance.json --method greedy --quiet",
    "streaming streaming/distance.json --solver cadical195 --hint ppo --quiet",
    "streaming streaming/distance.json --method ppo --quiet",
    "compare ring4.dfg.json ring4.arch.json --cycles 4 --quiet",
    "archs mesh:2x2",
    "solvers",
)
"""What needs none of them."""


@pytest.mark.guests
@pytest.mark.parametrize("line", NEEDS)
def test_what_is_missing_is_told_at_once(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests the exit code, that one line names the extra, and that no file is looked at before."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sweep.toml").write_text(
        '[[sweep]]\nquestion = "min_cycles"\ndfgs = ["a.json"]\narchitectures = ["mesh:2x2"]\n'
        'options.solver = ["cadical195", "cp-sat"]\n'
    )
    (tmp_path / "a.json").write_bytes((DATA / "ring4.dfg.json").read_bytes())
    for name in OPTIONAL:
        monkeypatch.setitem(sys.modules, name, None)
    code = xyzmap(line.split())
    out, err = capsys.readouterr()
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert f"pip install 'xyzmap[{NEEDS[line]}]'" in err


@pytest.mark.guests
def test_multilevel_needs_metis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests the one package that no extra has."""
    monkeypatch.setitem(sys.modules, "pymetis", None)
    assert xyzmap(["partition", "nowhere", "nowhere", "--method", "multilevel"]) == 2
    assert capsys.readouterr().err.endswith("needs METIS: pip install pymetis\n")


@pytest.mark.process
def test_the_rest_works(tmp_path: Path) -> None:
    """Tests, in one new process, what needs no extra."""
    lines = [line.format(tmp_path) for line in WORKS]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r}))\n"
        "from xyzmap.cli import main\n"
        f"print([main(line.split()) for line in {lines!r}], file=sys.stderr)"
    )
    done = run_python("-c", code, cwd=DATA)
    *notes, codes = done.stderr.splitlines()
    assert codes == str([0, 0, 0, 0, 0, 10, 0, 10, 0, 0, 0])
    assert all(" note: " in note for note in notes)
    for name in ("cp-sat", "highs"):
        assert f"note: {name} is left out: " in done.stdout
