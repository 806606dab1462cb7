"""Tests that two versions take turns on the same questions, and what the page shows of them."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from bench import luck
from bench.asker import Asker
from models.errors import InputError
from solvers.questions.entries import Entry


def entry(seconds: float, **changes: object) -> Entry:
    return {"seconds": seconds, "status": "optimal", "value": "9", "bound": "9", **changes}


def test_rows_are_different_and_their_answers_are_read() -> None:
    assert len({(row.page, row.name) for row in luck.ROWS}) == len(luck.ROWS)
    assert {row.module for row in luck.ROWS} == set(luck.FIELDS)


def test_versions_take_turns_and_runs_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trees = {side: tmp_path / side for side in ("before", "after")}
    for tree in trees.values():
        (tree / "solvers").mkdir(parents=True)
    asked: list[tuple[str, str]] = []

    def ask(row: luck.Row, tree: Path, words: list[str], options: argparse.Namespace) -> Entry:
        asked.append((tree.name, words[words.index("--seed") + 1]))
        return entry(2.0 if tree.name == "before" else 1.0, tree=luck._state(tree))

    monkeypatch.setattr(luck, "_ask", ask)
    rows = [luck.ROWS[3]]
    kept = tmp_path / "kept.json"
    options = argparse.Namespace(seeds=2, time_limit=5.0, graphs=tmp_path)
    found = luck.measured(Asker(kept), rows, trees, options)
    assert asked == [("before", "0"), ("after", "0"), ("after", "1"), ("before", "1")]
    assert luck.measured(Asker(kept), rows, trees, options) == found
    assert len(asked) == 4
    (trees["after"] / "solvers" / "new.py").write_text("new = 1\n")
    luck._state.cache_clear()
    luck.measured(Asker(kept), rows, trees, options)
    assert asked[4:] == [("after", "0"), ("after", "1")]
    absent = luck.Row("partition", "heuristics.partition", "absent.dot", "adres:4x4")
    none = {"status": luck.MISSING, "tree": ""}
    text = "\n".join(luck.page({**found, absent: {side: [none] for side in trees}}, 2))
    assert "| `aes 3` | 2.00 | 1.00 | 0.50 | optimal 9 | same |" in text
    assert "| min_cycles | 1 | 0.50 |" in text
    assert "absent.dot" in text


def test_answers_that_differ_are_counted() -> None:
    open_ = entry(1.0, status="feasible", value="11", bound="9")
    assert luck._answers([entry(1.0), open_, entry(2.0)]) == "2× optimal 9, 1× feasible 11 (≥ 9)"
    assert luck._shown({"elements": 5, "memories": 0, "paths": 10}) == "5 + 10"


def test_a_folder_without_packages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no checkout"):
        luck._state(tmp_path)
