"""`min_ii --accumulators`: a slow sum at a smaller interval, with a certificate from the graph as
written.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Initial, Operand, Operation, Operator
from models.data.problem import Problem
from solvers.min_ii import main
from solvers.verify import main as verify
from tests.solvers.command_line import files

DOT = Dfg(
    "dot",
    (
        Operator("fadd", 2, commutative=True, associative=True, latency=3),
        Operator("fmul", 2, commutative=True, associative=True),
    ),
    ("a", "b"),
    (
        Operation("product", "fmul", (Operand("a"), Operand("b"))),
        Operation("sum", "fadd", (Operand("sum", 1), Operand("product"))),
    ),
    ("sum",),
    initial=(Initial("sum", (5,)),),
)


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """A dot product whose additions take three cycles."""
    problem = Problem(DOT, architecture_preset("mesh:2x2,io=all"), 1)
    return [*files(tmp_path, problem)[:2], "--quiet"]


def test_a_slow_sum_is_split(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ii"] == 3
    folder = tmp_path / "proof"
    assert main([*words, "--accumulators", "3", "--json", "--certificate", str(folder)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ii"] == 1
    assert found["accumulators"] == [
        {"value": "sum", "operator": "fadd", "accumulators": 3, "apart": 1}
    ]
    assert verify([str(folder)]) == 0
    assert "accumulators: 3 of each of 1 reductions" in capsys.readouterr().out

    mapped = json.loads((folder / "dfg.json").read_text())
    mapped["initial"][0]["numbers"] = [5, 5, 0]
    (folder / "dfg.json").write_text(json.dumps(mapped))
    assert verify([str(folder)]) == 1
    assert "accumulators: " in capsys.readouterr().out.splitlines()[-1]
