"""Tests of `trade_off`: whole curves, what carries over, what stops it, and what a file keeps."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_from_json
from examples.ring import ring
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from models.process.signals import Stop
from models.space_time.prunable import Kernel
from solvers.questions.prune_arch.objective import Objective
from solvers.questions.prune_arch.run import Pruned, Pruning
from solvers.questions.trade_off.options import TradeOffOptions, numbers_between
from solvers.search.answer import Question
from solvers.search.cycles import search
from tests.solvers.pruning.commands import files, ring_files
from tests.solvers.pruning.curves import curve, run
from tests.solvers.pruning.small import prune, small_kernel


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


@pytest.mark.process
def test_curve(inputs: list[str], capsys: Any) -> None:
    """Tests every point against a pruning of its own, and that its mappings work."""
    found = curve(capsys, *inputs, "--cycles", "5-12")
    problem = Problem(*ring(3, "operator"))
    sizes = []
    for point in found["points"]:
        cycles = point["cycles"]
        answer = search(Question(problem, cycles=cycles))
        if answer.mapping is None:
            assert point["status"] == "infeasible" and point["left"] is None
            continue
        kernel = Kernel(problem, cycles, answer.mapping)
        alone = prune([kernel], Objective(("elements", "memories", "paths")))
        assert (point["status"], point["counts"]) == ("optimal", alone.counts)
        arch = architecture_from_json(json.dumps(point["left"]), "left")
        mapping = mapping_from_json(json.dumps(point["mappings"][0]), "mapping")
        assert check(Problem(problem.dfg, arch), mapping) == []
        sizes.append((cycles, tuple(point["counts"].values())))
    front = [x for n, (x, size) in enumerate(sizes) if all(size < other for _, other in sizes[:n])]
    assert found["front"] == front and found["proven"]


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("seed", range(6))
def test_random_curves(seed: int, tmp_path: Path, capsys: Any) -> None:
    """Tests that cores which carry over do not change any minimum."""
    kernel = small_kernel(seed)
    if kernel is None:
        pytest.skip("no mapping")
    names = files(tmp_path, kernel.problem.arch, kernel.problem.dfg)
    span = f"{kernel.horizon}-{kernel.horizon + 2}"
    found = curve(capsys, *names, "--cycles", span, "--minimise", "elements,paths,registers")
    for point in found["points"]:
        alone = Kernel(kernel.problem, point["cycles"])
        answer = prune([alone], Objective(("elements", "paths", "registers")))
        assert (point["status"], point["counts"]) == (answer.status, answer.counts)


def test_more_contexts_than_there_are(tmp_path: Path, capsys: Any) -> None:
    """Tests that the context memory's depth makes points infeasible."""
    dfg = ring(3, "operator")[0]
    (tmp_path / "dfg.json").write_text(dfg_to_json(dfg))
    names = [str(tmp_path / "dfg.json"), "ring:3,max_contexts=4"]
    found = curve(capsys, *names, "--contexts", "4-5", "--cycles", "10")
    assert [point["status"] for point in found["points"]] == ["optimal", "infeasible"]
    assert "exceed max_contexts 4" in found["points"][1]["because"]


def test_slack(tmp_path: Path, capsys: Any) -> None:
    """Tests two kernels that may lose different numbers of cycles."""
    first, arch = ring(3, "operator")
    second = ring(2, "operator")[0]
    names = files(tmp_path, arch, first, second)
    found = curve(capsys, *names, "--slack", "0-2", "--weights", "1,2", "--minimise", "elements")
    horizons = [point["horizons"] for point in found["points"]]
    fewest = horizons[0]
    assert horizons == [[fewest[0] + n, fewest[1] + n // 2] for n in range(3)]
    sizes = [point["counts"]["elements"] for point in found["points"]]
    assert sizes == sorted(sizes, reverse=True)


def test_ranges_are_words_or_numbers() -> None:
    """Tests that options of the library and of the command line are the same values."""
    for value in ("8-10", range(8, 11), [10, 9, 8, 9]):
        options = TradeOffOptions(cycles=value, cost={"elements": 2})  # type: ignore[arg-type]
        assert (options.cycles, options.axis, options.cost) == ((8, 9, 10), "cycles", "elements=2")
    assert TradeOffOptions(slack=0).axis == "slack"  # type: ignore[arg-type]


def test_ranges() -> None:
    """Tests ranges and their union."""
    assert list(numbers_between(["8-10", "14"])) == [8, 9, 10, 14]
    with pytest.raises(ValueError, match="larger"):
        list(numbers_between(["3-2"]))


def entries(kept: Path) -> dict[str, Any]:
    """Return the entries of a store by their keys."""
    with closing(sqlite3.connect(kept)) as base:
        return {k: json.loads(e) for k, e in base.execute("SELECT key, answer FROM rows")}


def edit(kept: Path, changed: dict[str, Any]) -> None:
    """Write other entries into a store."""
    with closing(sqlite3.connect(kept)) as base, base:
        pairs = [(json.dumps(entry), key) for key, entry in changed.items()]
        base.executemany("UPDATE rows SET answer = ? WHERE key = ?", pairs)


@pytest.mark.process
def test_resume(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that finished points are kept, and that a point that is not sound is not believed."""
    kept = tmp_path / "kept.sqlite"
    words = [*inputs, "--cycles", "8-10", "--resume", str(kept)]
    first = curve(capsys, *words)
    found = entries(kept)
    assert len(found) == 3
    again = curve(capsys, *words)
    assert [p["seconds"] for p in again["points"]] == [p["seconds"] for p in first["points"]]
    for entry in found.values():
        entry["mappings"][0]["transfers"].pop()
    edit(kept, found)
    code, out, err = run(capsys, *words, "--json")
    assert code == 0 and "not sound, solved anew" in err
    sizes = [point["counts"] for point in json.loads(out)["points"]]
    assert sizes == [point["counts"] for point in first["points"]]


EDITED: list[tuple[str, object]] = [
    ("status", "feasible?"),
    ("lower", 10**6),
    ("lower", 0),
    ("counts", {"elements": 1}),
    ("weight", 1),
    ("bounds", "none"),
    ("left", None),
    ("removed", []),
    ("removed", [["paths", "nowhere", ""]]),
    ("mappings", []),
    ("cores", [[0, [["elements", "pe9", ""]]]]),
    ("cores", [[7, []]]),
    ("stopped", 5),
    ("limit", "long"),
]


@pytest.mark.process
def test_edited_entries(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that whatever is wrong with an entry, or missing, the answer is what it was."""
    kept = tmp_path / "kept.sqlite"
    words = [*inputs, "--cycles", "8-9", "--resume", str(kept), "--point-limit", "60", "--quiet"]
    _, first, _ = run(capsys, *words)
    sound = entries(kept)
    for name, value in EDITED:
        edit(kept, {key: {**entry, name: value} for key, entry in sound.items()})
        assert run(capsys, *words) == (0, first, ""), name
    for name in {name for name, _ in EDITED}:
        lacking = {
            key: {member: value for member, value in entry.items() if member != name}
            for key, entry in sound.items()
        }
        edit(kept, lacking)
        assert run(capsys, *words) == (0, first, ""), name


def test_interrupted_points_are_not_kept(
    inputs: list[str], tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a point which was interrupted is solved by the next run, with a limit too."""
    kept = tmp_path / "kept.sqlite"
    words = [*inputs, "--cycles", "8-10", "--resume", str(kept), "--point-limit", "60"]
    whole, seen = Pruning.run, []

    def interrupted(pruning: Pruning) -> Pruned:
        seen.append(pruning)
        if len(seen) == 2:
            raise Stop("interrupted")
        return whole(pruning)

    monkeypatch.setattr(Pruning, "run", interrupted)
    code, out, _ = run(capsys, *words, "--json", "--quiet")
    found = json.loads(out)
    assert (code, found["stopped"]) == (10, "interrupted")
    # What does in 9 cycles was not looked for; nothing of a faster point is known either.
    assert [p["status"] for p in found["points"]] == ["not looked at", "unknown", "optimal"]
    assert len(entries(kept)) == 1
    monkeypatch.undo()
    assert curve(capsys, *words)["proven"]


def test_bad_resume(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that a file of something else is left alone."""
    other = tmp_path / "other.txt"
    other.write_text("not entries")
    code, _, err = run(capsys, *inputs, "--cycles", "8", "--resume", str(other), "--quiet")
    assert (code, err.count("\n"), other.read_text()) == (2, 1, "not entries")


def test_words_and_files(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests the table, the plot, and an array for every point."""
    plot, folder = tmp_path / "curve.svg", tmp_path / "arrays"
    words = ["--plot", str(plot), "--architectures", str(folder), "--cost", "elements=3,paths=0.5"]
    code, out, err = run(capsys, *inputs, "--cycles", "8,10", *words)
    assert code == 0 and "cycles 10: optimal" in err
    lines = out.splitlines()
    assert lines[0].split() == ["cycles", "status", "cost", "elements", "paths", "at", "least"]
    assert lines[1].startswith("*  8") and len(lines) == 3
    assert "</svg>" in plot.read_text()
    assert {file.name for file in folder.iterdir()} == {"cycles-8.json", "cycles-10.json"}


def test_failed_point(inputs: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a process that fails costs its point only, which takes what a faster one needs."""
    whole, seen = Pruning.run, []

    def failing(pruning: Pruning) -> Pruned:
        seen.append(pruning)
        if len(seen) == 1:
            raise Stop("solver process failed: out of memory")
        return whole(pruning)

    monkeypatch.setattr(Pruning, "run", failing)
    code, out, _ = run(capsys, *inputs, "--cycles", "9-10", "--json", "--quiet")
    faster, slower = json.loads(out)["points"]
    assert code == 10 and faster["status"] == "optimal" and slower["status"] == "feasible"
    assert slower["counts"] == faster["counts"] and slower["because"] == "cycles 9 needs no more"
    assert json.loads(out)["stopped"] == "solver process failed: out of memory"
