"""The command line that all benchmarks share, and tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import page, store
from bench.frame import Asker, Bench, Fault, Namespace, Parts, bench, jobs, option, some, time_limit
from models.errors import InputError


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(page, "RESULTS", tmp_path)
    return tmp_path


def counting(fault: bool = False) -> Bench:
    @bench(
        "counts",
        "Counts",
        time_limit(2.5),
        jobs(2),
        some("--only", ("one", "two"), "NAME"),
        option("--small", action="store_true"),
        option("--data", type=Path, default=Path("here")),
        more={"others": "Other counts"},
    )
    def main(options: Namespace, asker: Asker) -> Parts:
        if options.small:
            raise InputError("nothing is small")
        yield page.columns(options.only, ("name", str), ("letters", len))
        if fault:
            yield Fault("* **wrong**\n")

    return main


def test_a_page_has_its_title_command_and_parts(results: Path) -> None:
    assert counting().run(["--only", "one", "--time-limit", "4", "--data", "there"]) == 0
    text = (results / "counts.md").read_text(encoding="utf-8")
    command = "python -m tests.bench.test_frame --time-limit 4 --jobs 2 --only one"
    assert text.startswith(f"# Counts\n\nMade by `{command}` without a measurement.\n")
    assert store.read(results / "data" / "counts.jsonl").arguments == [
        *("--only", "one", "--time-limit", "4"),
        *("--data", "there"),
    ]
    assert text.endswith("| name | letters |\n| --- | --- |\n| one | 3 |\n")


def test_other_pages_have_titles_of_their_own(results: Path) -> None:
    assert counting().run(["--page", "others"]) == 0
    text = (results / "others.md").read_text(encoding="utf-8")
    assert text.startswith("# Other counts\n") and "--jobs 2 --page others`" in text


def test_faults_and_errors_have_exit_codes(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert counting(fault=True)([]) == 1
    assert "* **wrong**" in (results / "counts.md").read_text(encoding="utf-8")
    assert counting()(["--small"]) == 2
    assert capsys.readouterr().err == "tests.bench.test_frame: nothing is small\n"


def test_cells() -> None:
    """Tests that numbers, what is missing, and yes and no are shown alike everywhere."""
    rows = [[1, 2.5, None, True, "x"], [0, 0.0, "", False, "y"]]
    text = page.table(["a", "b", "c", "d", "e"], rows)
    assert text.splitlines()[2:] == ["| 1 | 2.50 | - | yes | x |", "| 0 | 0.00 |  | no | y |"]
