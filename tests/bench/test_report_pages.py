"""What the measurements and the browser tests of reports share: large mappings, and a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from archs.presets import architecture_preset
from bench import browser
from bench.browser import candidates
from bench.report_pages import tiled
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from solvers.min_ii import main


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Problem, Mapping]:
    folder = tmp_path_factory.mktemp("small")
    adds = (
        Operation("t", "+", (Operand("x"), Operand("x"))),
        Operation("s", "+", (Operand("s", 1), Operand("t"))),
    )
    dfg = Dfg("loop", (Operator("+", 2),), ("x",), adds, ("s",))
    (folder / "dfg.json").write_text(dfg_to_json(dfg))
    words = [str(folder / "dfg.json"), "mesh:2x2", "--quiet"]
    assert main([*words, "--mapping", str(folder / "map.json")]) == 0
    found = mapping_from_json((folder / "map.json").read_bytes(), "map.json")
    return Problem(dfg, architecture_preset("mesh:2x2"), found.contexts), found


@pytest.mark.parametrize("side", [1, 2, 3])
def test_copies_of_a_mapping_beside_each_other_are_legal(
    side: int, small: tuple[Problem, Mapping]
) -> None:
    problem, mapping = small
    large, made = tiled(problem, mapping, side)
    assert check(problem, mapping) == [] == check(large, made)
    assert len(large.dfg.operations) == side**2 * len(problem.dfg.operations)
    assert len(made.issues) == side**2 * len(mapping.issues)


def test_a_browser_that_is_named_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(browser.VARIABLE, "/no/such/browser")
    assert candidates() == ["/no/such/browser"]
    monkeypatch.delenv(browser.VARIABLE)
    assert candidates()[0] is None


def test_the_browser_that_was_fetched_comes_after_that_of_playwright(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "FETCHED", tmp_path / "fetched")
    assert candidates() == [None]
    for name in ("fetched", "google-chrome"):
        (tmp_path / name).touch(mode=0o755)
    assert candidates() == [None, str(tmp_path / "fetched"), str(tmp_path / "google-chrome")]


def test_without_a_browser_it_is_said_how_to_get_one() -> None:
    # Playwright runs once in a process, and other tests may have it running in this one.
    script = "from bench.browser import chromium\nwith chromium(): pass"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, browser.VARIABLE: "/no/such/browser"},
        cwd=Path(browser.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said.startswith("bench.browser.NoBrowserError: no ")
    assert "make browser" in said or "pip install" in said
