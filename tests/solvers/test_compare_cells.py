"""Real cells of a comparison: answers, limits, crashes, interruptions."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from solvers import compare

ROOT = Path(__file__).parents[2]
DATA = ROOT / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))


def program(path: Path, *lines: str) -> str:
    """Write a program that answers as it is told, and return its name as a solver."""
    path.write_text("#!/bin/sh\n" + "\n".join(lines) + "\n")
    path.chmod(0o755)
    return f"dimacs:command={path}"


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, dict, str]]:
    """Run a comparison on ring4; return its exit code, its JSON, and stderr."""

    def ask(*words: str) -> tuple[int, dict, str]:
        code = compare.main([*RING, "--json", "-", "--quiet", *words])
        captured = capsys.readouterr()
        return code, json.loads(captured.out) if captured.out else {}, captured.err

    return ask


@pytest.mark.process
def test_decides_small_questions(answer: Callable, tmp_path: Path) -> None:
    """Tests that real cells agree, are measured whole, and reach the page and the JSON."""
    page = tmp_path / "page.md"
    code, found, _ = answer(
        *("--cycles", "8,10", "--solver", "cadical195", "glucose4", "--at-most-one"),
        *("bimander:2,product", "--runs", "2", "--seed", "5", "--markdown", str(page)),
    )
    assert code == 0
    assert [line["status"] for line in found["lines"]] == ["UNSAT"] * 4 + ["SAT"] * 4
    assert len(found["cells"]) == 16
    assert [cell["seed"] for cell in found["cells"]] == [5] * 8 + [6] * 8
    for cell in found["cells"]:
        spent = cell["seconds"]
        phases = [spent[name] for name in ("import", "build", "load", "solve")]
        assert min(phases) > 0
        assert sum(phases) < spent["whole"]
        assert cell["megabytes"] > 10
        assert cell["variables"] > 1000 and cell["rows"] > 1000
        assert ("check" in spent) == (cell["cycles"] == 10)
    for cycles in (8, 10):
        ratios = [line["ratio"] for line in found["lines"] if line["cycles"] == cycles]
        assert min(ratios) == 1
    text = page.read_text()
    assert text.startswith("# Solvers compared: 'ring4' on 'ring:4'\n")
    assert "## 8 cycles" in text and "## 10 cycles" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 * (2 + 4)
    assert len({row.count("|") for row in rows}) == 1
    assert "python-sat" in text and "--at-most-one bimander:2,product" in text


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("solver", "package"), [("cp-sat", "ortools"), ("highs", "highspy"), ("lp", "highspy")]
)
def test_other_families_have_one_cell(answer: Callable, solver: str, package: str) -> None:
    """Tests that encodings multiply only the cells of SAT solvers."""
    pytest.importorskip(package)
    encodings = ("--at-most-one", "pairwise,native", "--at-most-k", "totalizer,sequential")
    code, found, _ = answer("--cycles", "8", "--solver", solver, *encodings)
    assert code == 0
    (cell,) = found["cells"]
    assert (cell["status"], cell["at_most_one"], cell["at_most_k"]) == ("UNSAT", None, None)
    assert package in found["versions"]


@pytest.mark.process
def test_wrong_mapping_is_an_error(answer: Callable, tmp_path: Path) -> None:
    """Tests that the checker judges every solution, whatever the solver calls it."""
    liar = program(tmp_path / "liar", "echo 's SATISFIABLE'", "echo 'v 1 2 3 0'")
    code, found, err = answer("--cycles", "8", "--solver", liar, "cadical195")
    assert code == 1
    assert [line["status"] for line in found["lines"]] == ["WRONG", "UNSAT"]
    assert "not a mapping: 3 result" in err


@pytest.mark.process
def test_crash_costs_its_own_cell(answer: Callable) -> None:
    """Tests that a program that fails leaves the other cells as they are."""
    code, found, _ = answer("--cycles", "8", "--solver", "dimacs:command=false", "cadical195")
    assert code == 30
    crashed, other = found["cells"]
    assert (crashed["status"], other["status"]) == ("failed", "UNSAT")
    assert "exit code 1" in crashed["reason"]
    assert crashed["variables"] == other["variables"]


def sleeping(seconds: int) -> list[str]:
    """Return the processes that sleep for so long."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", str(seconds).encode()]:
            found.append(entry.name)
    return found


@pytest.mark.process
def test_time_limit_ends_the_whole_group(answer: Callable, tmp_path: Path) -> None:
    """Tests that a cell is ended in time with all it started, and is not 'UNSAT'."""
    token = 100_000 + os.getpid()  # other runs look for theirs
    # The trial before the first cell has one clause only.
    slow = program(
        tmp_path / "slow",
        'grep -q "^p cnf 2 1$" $1 && exit 0',
        f"sleep {token}",
        "echo s UNSATISFIABLE",
    )
    page = tmp_path / "page.md"
    code, found, _ = answer(
        *("--cycles", "8", "--solver", slow, "cadical195", "--time-limit", "2"),
        *("--markdown", str(page)),
    )
    assert code == 30
    late = found["cells"][0]
    assert late["status"] == "time limit"
    assert late["seconds"]["whole"] >= 2
    assert late["rows"] > 1000
    assert found["lines"][0]["median"] is None and found["lines"][0]["timed_out"] == 1
    assert "| time limit | > 2 |" in page.read_text()
    assert not sleeping(token)
