"""`min_ii --transform auto`, `--inductions own` and `--accumulators`: other graphs than written.

Any order is compared with all orders one by one; certificates are from the graph as written.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.dfg import Dfg, Initial, Operand, Operation, Operator
from models.data.problem import Problem
from solvers.min_ii import main
from solvers.verify import main as verify
from tests.seeds import seeds
from tests.solvers.command_line import answered, files, verdict
from xyzmap import min_ii

DATA = Path(__file__).parents[2] / "examples/data"
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
    return files(tmp_path, problem)[:2]


def test_any_order_is_certified_from_the_graph_as_written(
    sums: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "proof"
    words = [*sums, "--transform", "auto", "--inductions", "own", "--certificate", str(folder)]
    words += ["--html", str(tmp_path / "page.html")]
    code, found = answered(main, capsys, *words, "--rewritten", str(tmp_path / "own.json"))
    assert code == 0 and found["ii"] == 3
    claim = json.loads((folder / "certificate.json").read_text())
    assert found["rewrites"] == claim["rewrites"] == ["own inductions", "any order (enumerate)"]
    assert ", ".join(claim["rewrites"]) in (tmp_path / "page.html").read_text()
    assert verify([str(folder)]) == 0
    told = capsys.readouterr().out
    assert "inductions: 12 values from themselves" in told and "with reassociation" in told
    assert (folder / "dfg.json").read_text() == (tmp_path / "own.json").read_text()

    written = json.loads((folder / "written.json").read_text())
    step = next(c for c in written["constants"] if c["name"] == "const_4")
    step["value"] += 1
    (folder / "written.json").write_text(json.dumps(written))
    code, line = verdict(folder, capsys)
    assert code == 1 and "inductions: " in line


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


def test_a_slow_sum_is_split(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests a dot product whose additions take three cycles."""
    problem = Problem(DOT, architecture_preset("mesh:2x2,io=all"), 1)
    words, folder = files(tmp_path, problem)[:2], tmp_path / "proof"
    code, found = answered(main, capsys, *words)
    assert (code, found["ii"]) == (0, 3)
    words += ["--accumulators", "3", "--certificate", str(folder)]
    code, found = answered(main, capsys, *words)
    assert (code, found["ii"], found["rewrites"]) == (0, 1, ["3 accumulators"])
    assert found["accumulators"] == [
        {"value": "sum", "operator": "fadd", "accumulators": 3, "apart": 1}
    ]
    assert verify([str(folder)]) == 0
    assert "accumulators: 3 of each of 1 reductions" in capsys.readouterr().out

    mapped = json.loads((folder / "dfg.json").read_text())
    mapped["initial"][0]["numbers"] = [5, 5, 0]
    (folder / "dfg.json").write_text(json.dumps(mapped))
    code, line = verdict(folder, capsys)
    assert code == 1 and "accumulators: " in line


def test_inductions_that_change_nothing_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests a graph without a value that grows by a constant, beside the one that does."""
    words = [str(DATA / f"accumulate.{kind}.json") for kind in ("dfg", "arch")]
    assert main([*words, "--inductions", "own", "--quiet"]) == 0
    assert "--inductions own changes nothing: no other value grows" in capsys.readouterr().err
