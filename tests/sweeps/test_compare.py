"""Comparisons: plans and tables of made-up cells; limits and crashes of real ones."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from solvers.questions.job import Job, Result
from sweeps import hands
from sweeps.compare import __main__ as compare
from sweeps.compare import plan
from tests.solvers.command_line import script
from tests.system.commands import RING


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, dict, str]]:
    """Run a comparison on ring4; return its exit code, its JSON, and stderr."""

    def ask(*words: str) -> tuple[int, dict, str]:
        code = compare.main([*RING, "--json", "--quiet", *words])
        captured = capsys.readouterr()
        return code, json.loads(captured.out) if captured.out else {}, captured.err

    return ask


def made_up(status: str, seconds: float = 1.0) -> Result:
    """Return the result of a job that ended like this, in the words of sweeps."""
    facts = {"variables": 10, "rows": 20, "conflicts": 3, "seconds": {"solve": seconds / 2}}
    error = "broken" if status == "crashed" else None
    answer = None if error else json.dumps({"status": status, **facts})
    return Result(status, None, None, seconds, 50.0, None, error, "here", answer)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list]:
    """Let cells end as a function of the question says, without any process."""

    def script(result_of: Callable[..., Result]) -> list:
        asked: list = []

        def work(job: Job, cancelled: Callable[[], bool]) -> Result:
            question = SimpleNamespace(**json.loads(dict(job.files)["question.json"]))
            asked.append(question)
            return result_of(question)

        monkeypatch.setattr(hands, "work", work)
        return asked

    return script


def test_native_goes_with_capable_solvers(scripted: Callable, answer: Callable) -> None:
    """Tests that 'native' is combined with solvers that have it, and that others are noted."""
    asked = scripted(lambda question: made_up("infeasible"))
    encodings = ("--at-most-one", "native,pairwise")
    code, found, _ = answer("--cycles", "8", "--solver", "minicard", "glucose4", *encodings)
    assert code == 0
    assert [(q.solver, q.at_most_one) for q in asked] == [
        ("minicard", "native"),
        ("minicard", "pairwise"),
        ("glucose4", "pairwise"),
    ]
    assert found["notes"] == ["glucose4 is left out with 'native': it has no such constraints"]


def test_failures_are_measured_again(scripted: Callable, answer: Callable, tmp_path: Path) -> None:
    """Tests that a cell that failed is not kept, while one that ran out of time is."""
    words = ("--cycles", "8,9", "--solver", "cadical195", "--store", str(tmp_path / "r.json"))
    scripted(lambda q: made_up("crashed" if q.cycles == 8 else "time limit"))
    assert answer(*words)[0] == 30
    asked = scripted(lambda q: made_up("infeasible"))
    assert answer(*words)[0] == 30
    assert [q.cycles for q in asked] == [8]


def test_finished_cells_are_kept(
    scripted: Callable, answer: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that finished cells are not taken for cells with other options, or of other code."""
    words = ("--cycles", "8", "--solver", "cadical195", "--store", str(tmp_path / "r.json"))
    asked = scripted(lambda q: made_up("infeasible"))
    _, first, _ = answer(*words)
    assert len(asked) == 1
    code, second, _ = answer(*words)
    assert (code, second["cells"], len(asked)) == (0, first["cells"], 1)
    others = (("--time-limit", "59"), ("--seed", "1"), ("--at-most-k", "totalizer"))
    for number, other in enumerate(others, start=2):
        answer(*words, *other)
        assert len(asked) == number
    monkeypatch.setattr(plan, "version", lambda: "other code")
    answer(*words)
    assert len(asked) == 5


def test_contradictions_are_loud(scripted: Callable, answer: Callable, tmp_path: Path) -> None:
    """Tests that SAT and UNSAT of one question end with exit code 1 and name both sides."""
    page, web = tmp_path / "page.md", tmp_path / "page.html"
    scripted(lambda q: made_up("feasible" if q.solver == "cadical195" else "infeasible"))
    solvers = ("--solver", "cadical195", "glucose4", "--markdown", str(page), "--html", str(web))
    code, found, err = answer("--cycles", "9", *solvers)
    assert code == 1
    assert "compare: ERROR: 9 cycles: contradicting answers: SAT by cadical195" in err
    assert "UNSAT by glucose4" in found["errors"][0]
    assert "**ERROR: 9 cycles" in page.read_text()
    assert "<td>glucose4</td>" in web.read_text() and "contradicting answers" in web.read_text()
    scripted(lambda q: made_up("feasible" if q.cycles == 9 else "infeasible"))
    assert answer("--cycles", "8,9", *solvers)[0] == 0


def test_times_of_several_runs(scripted: Callable, answer: Callable, tmp_path: Path) -> None:
    """Tests medians, spreads and ratios, also where the time was up."""

    def entry(question):
        if question.solver == "glucose4":
            return made_up("infeasible", 1.0 + question.seed)
        if question.solver == "cadical195":
            return made_up(
                "time limit" if question.seed == 2 else "infeasible", 4.0 + question.seed
            )
        return made_up("infeasible" if question.seed == 1 else "time limit", 5.0)

    scripted(entry)
    page = tmp_path / "page.md"
    words = ("--solver", "glucose4", "cadical195", "minisat22", "--runs", "3", "--time-limit", "9")
    code, found, _ = answer("--cycles", "8", *words, "--markdown", str(page))
    assert code == 30
    assert [line["median"] for line in found["lines"]] == [2.0, 5.0, None]
    assert [line["ratio"] for line in found["lines"]] == [1.0, 2.5, None]
    assert [line["most"] for line in found["lines"]] == [3.0, None, None]
    rows = [line for line in page.read_text().splitlines() if line.startswith("| ")][2:]
    assert "| UNSAT | 2.00 | 1.00 - 3.00 | 1.0 |" in rows[0]
    assert "| UNSAT 2/3, time limit 1/3 | 5.00 | 4.00 - > 9 | 2.5 |" in rows[1]
    assert "| > 9 | 5.00 - > 9 | > 4.5 |" in rows[2]


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_plot(scripted: Callable, answer: Callable, tmp_path: Path, suffix: str) -> None:
    """Tests that every line of the tables is in the plot."""
    pytest.importorskip("matplotlib")
    ends = {8: "infeasible", 9: "time limit", 10: "crashed"}
    scripted(lambda q: made_up(ends[q.cycles], 2.0 + q.seed))
    path = tmp_path / f"plot.{suffix}"
    solvers = ("--solver", "cadical195", "minisat22", "--runs", "2")
    assert answer("--cycles", "8,9,10", *solvers, "--plot", str(path))[0] == 30
    if suffix != "svg":
        assert path.read_bytes().startswith({"png": b"\x89PNG", "pdf": b"%PDF"}[suffix])
        return
    text = path.read_text()
    for word in ("8 cycles", "9 cycles", "10 cycles", "minisat22", "UNSAT", "&gt; 60 s", "failed"):
        assert word in text


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
        phases = [spent[name] for name in ("build", "load", "solve")]
        assert min(phases) > 0
        assert sum(phases) < spent["whole"]
        assert cell["megabytes"] > 10
        assert cell["variables"] > 1000 and cell["rows"] > 1000
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


@pytest.mark.process
def test_wrong_mapping_is_an_error(answer: Callable, tmp_path: Path) -> None:
    """Tests that the checker judges every solution, whatever the solver calls it."""
    liar = script(tmp_path, "liar", "echo 's SATISFIABLE'", "echo 'v 1 2 3 0'")
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
    slow = script(tmp_path, "slow", f"sleep {token}", "echo s UNSATISFIABLE")
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


def test_default_cycles_and_solvers(
    scripted: Callable, answer: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that the first open numbers of cycles are asked, of the solvers that are installed."""
    monkeypatch.setattr("solvers.backends.backend.find_spec", lambda name: name == "pysat" or None)
    asked = scripted(lambda question: made_up("infeasible"))
    code, found, _ = answer()
    assert code == 0
    assert list(dict.fromkeys(q.solver for q in asked)) == ["cadical195", "glucose4"]
    first, second = dict.fromkeys(q.cycles for q in asked)
    assert second == first + 1
    assert [note.split()[0] for note in found["notes"]] == ["cp-sat", "highs"]
    assert "pip install 'xyzmap[solvers]'" in found["notes"][0]


def test_tables_in_the_terminal(scripted: Callable, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the table goes to stdout and progress to stderr, whatever names look like."""
    scripted(lambda q: made_up("infeasible", 0.5))
    assert compare.main([*RING, "--cycles", "8", "--solver", "dimacs:command=true [b]"]) == 0
    out, err = capsys.readouterr()
    assert "8 cycles" in out and "UNSAT" in out and "dimacs:command=true [b]" in out
    assert "1/1 decide ring4 on ring:4, cycles=8, solver=dimacs:command=true [b], at_most_" in err
    assert ", seed=0: infeasible, 0.5 s" in err
