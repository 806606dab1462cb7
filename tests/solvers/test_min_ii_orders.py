"""`min_ii --transform auto` and `--inductions own`: any order, against all orders one by one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from solvers.min_ii import main
from solvers.verify import main as verify
from tests.seeds import seeds
from tests.solvers.command_line import files
from xyzmap import min_ii

OPERATORS = (Operator("+", 2, commutative=True, associative=True), Operator("f", 1))


def reduction(seed: int) -> Dfg:
    """At most seven operations: a sum through a recurrence, of inputs and of functions of them."""
    source = random.Random(seed)
    operations: list[Operation] = []
    leaves = [Operand("s", source.randint(1, 2))]
    for number in range(source.randint(2, 4)):
        leaf = Operand(source.choice("ab"))
        if source.random() < 0.4 and len(operations) < 3:
            operations.append(Operation(f"f{number}", "f", (leaf,)))
            leaf = Operand(f"f{number}")
        leaves.append(leaf)
    source.shuffle(leaves)
    last = leaves[0]
    for number, leaf in enumerate(leaves[1:], 2):
        name = "s" if number == len(leaves) else f"t{number}"
        operations.append(Operation(name, "+", (last, leaf)))
        last = Operand(name)
    return Dfg("reduction", OPERATORS, ("a", "b"), tuple(operations), ("s",))


@pytest.mark.oracle
@seeds(range(8))
def test_the_minimum_is_that_of_all_orders(seed: int) -> None:
    dfg = reduction(seed)
    arch = architecture_preset("mesh:2x1,io=all")
    listed = min_ii(dfg, arch, transform="enumerate")
    found = min_ii(dfg, arch, transform="auto")
    assert (found.status, found.value) == (listed.status, listed.value)


@pytest.fixture
def sums(tmp_path: Path) -> list[str]:
    """Four additions on one recurrence, with addresses of one induction variable."""
    arch = architecture_preset("adres:4x4,io=memory")
    problem = Problem(polybench("gesummv", 4, "operations"), arch, 1)
    return [*files(tmp_path, problem)[:2], "--quiet"]


def asked(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main([*words, "--json"]) in (0, 10)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_any_order_is_certified_from_the_graph_as_written(
    sums: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "proof"
    words = [*sums, "--transform", "auto", "--inductions", "own", "--certificate", str(folder)]
    found = asked([*words, "--rewritten", str(tmp_path / "own.json")], capsys)
    assert found["status"] == "optimal" and found["ii"] == 3
    assert verify([str(folder)]) == 0
    told = capsys.readouterr().out
    assert "inductions: 12 values from themselves" in told and "in any order" in told
    assert (folder / "dfg.json").read_text() == (tmp_path / "own.json").read_text()

    written = json.loads((folder / "written.json").read_text())
    step = next(c for c in written["constants"] if c["name"] == "const_4")
    step["value"] += 1
    (folder / "written.json").write_text(json.dumps(written))
    assert verify([str(folder)]) == 1
    assert "inductions: " in capsys.readouterr().out.splitlines()[-1]
