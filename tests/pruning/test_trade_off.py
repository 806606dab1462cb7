"""Tests of `trade_off`: whole curves, what carries over, what stops it, and what a file keeps."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from pruning.prunable import Kernel
from pruning.question.objective import Objective
from pruning.question.run import Pruned, Pruning
from tests.pruning.commands import curve, files, ring_files, traded
from tests.pruning.small import prune, small_kernel
from tests.views.html.pages import Page


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


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
    given = [ring_files(tmp_path)[0], "ring:3,max_contexts=4"]
    found = curve(capsys, *given, "--contexts", "4-5", "--cycles", "10")
    assert [point["status"] for point in found["points"]] == ["optimal", "infeasible"]
    assert "exceed max_contexts 4" in found["points"][1]["because"]


def test_slack(tmp_path: Path, capsys: Any) -> None:
    """Tests two kernels that may lose different numbers of cycles."""
    first, arch = ring(3, "operator")
    second = ring(2, "operator")[0]
    names = files(tmp_path, arch, first, second)
    found = curve(
        capsys, *names, "--slack", "0-2", "--kernel-weights", "1,2", "--minimise", "elements"
    )
    horizons = [point["horizons"] for point in found["points"]]
    fewest = horizons[0]
    assert horizons == [[fewest[0] + n, fewest[1] + n // 2] for n in range(3)]
    sizes = [point["counts"]["elements"] for point in found["points"]]
    assert sizes == sorted(sizes, reverse=True)


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
    words = [*inputs, "--cycles", "8-10", "--store", str(kept)]
    first = curve(capsys, *words)
    found = entries(kept)
    assert len(found) == 3
    again = curve(capsys, *words)
    assert [p["seconds"] for p in again["points"]] == [p["seconds"] for p in first["points"]]
    for entry in found.values():
        entry["mappings"][0]["transfers"].pop()
    edit(kept, found)
    code, out, err = traded(capsys, *words, "--json")
    assert code == 0 and "not sound, solved anew" in err
    sizes = [point["counts"] for point in json.loads(out)["points"]]
    assert sizes == [point["counts"] for point in first["points"]]


EDITED: list[tuple[str, object]] = [
    ("lower", 10**6),
    ("lower", 0),
    ("counts", {"elements": 1}),
    ("left", None),
    ("removed", [["paths", "nowhere", ""]]),
    ("mappings", []),
    ("cores", [[0, [["elements", "pe9", ""]]]]),
]


@pytest.mark.process
def test_edited_entries(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that whatever is wrong with an entry, the answer is what it was."""
    kept = tmp_path / "kept.sqlite"
    words = [*inputs, "--cycles", "8-9", "--store", str(kept), "--point-limit", "60", "--quiet"]
    _, first, _ = traded(capsys, *words)
    sound = entries(kept)
    for name, value in EDITED:
        edited = {key: {**entry, name: value} for key, entry in sound.items()}
        edit(kept, edited)
        assert traded(capsys, *words) == (0, first, ""), name


def test_interrupted_points_are_not_kept(
    inputs: list[str], tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a point which was interrupted is solved by the next run, with a limit too."""
    kept = tmp_path / "kept.sqlite"
    words = [*inputs, "--cycles", "8-10", "--store", str(kept), "--point-limit", "60"]
    whole, seen = Pruning.run, []

    def interrupted(pruning: Pruning) -> Pruned:
        seen.append(pruning)
        if len(seen) == 2:
            pruning.answer.stopped = "interrupted"
            return pruning.answer
        return whole(pruning)

    monkeypatch.setattr(Pruning, "run", interrupted)
    code, out, _ = traded(capsys, *words, "--json", "--quiet")
    found = json.loads(out)
    assert (code, found["stopped"]) == (10, "interrupted")
    # What does in 9 cycles was not looked for; nothing of a faster point is known either.
    assert [p["status"] for p in found["points"]] == ["not looked at", "unknown", "optimal"]
    assert len(entries(kept)) == 1
    monkeypatch.undo()
    assert curve(capsys, *words)["proven"]


def test_failed_point(inputs: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a process that fails costs its point only, which takes what a faster one needs."""
    whole, seen = Pruning.run, []

    def failing(pruning: Pruning) -> Pruned:
        seen.append(pruning)
        if len(seen) == 1:
            pruning.answer.stopped = "solver process failed: out of memory"
            return pruning.answer
        return whole(pruning)

    monkeypatch.setattr(Pruning, "run", failing)
    code, out, _ = traded(capsys, *inputs, "--cycles", "9-10", "--json", "--quiet")
    faster, slower = json.loads(out)["points"]
    assert code == 10 and faster["status"] == "optimal" and slower["status"] == "feasible"
    assert slower["counts"] == faster["counts"] and slower["because"] == "cycles 9 needs no more"
    assert json.loads(out)["stopped"] == "solver process failed: out of memory"


def test_a_trade_off_shows_the_array_of_every_point(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "page.html"
    words = [*ring_files(tmp_path), "--cycles", "6,9", "--minimise", "elements", "--quiet"]
    words += ["--plot", str(tmp_path / "curve.svg"), "--out", str(tmp_path / "arrays")]
    code, out, _ = traded(capsys, *words, "--html", str(file))
    assert "</svg>" in (tmp_path / "curve.svg").read_text()
    assert [path.name for path in (tmp_path / "arrays").iterdir()] == ["cycles-9.json"]
    page = Page(file.read_text())
    shown = [line.split() for line in out.splitlines()[1:]]
    mapped = [line for line in shown if "optimal" in line]
    assert code == 0 and mapped and page.chosen == set(range(len(mapped)))
    assert sum(word.get("class") == "best" for _, word in page.seen) == sum(
        line[0] == "*" for line in shown
    )
    assert "infeasible" in page.texts["td"]
    horizons = {page.data(f"scene-{n}")["mapping"]["horizon"] for n in page.chosen}
    assert horizons == {9} and any(page.data(f"scene-{n}")["gone"][0] for n in page.chosen)
