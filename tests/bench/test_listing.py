"""`python -m bench`: pages are listed, old ones are named, and what is named is measured."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from bench import __main__ as listing
from bench import pages as all_pages
from bench import store
from bench.dask_cluster import dask_cluster
from bench.page import RESULTS
from bench.pages import Page, pages

ORIGIN = store.Origin("abc", "0123", "a machine", "numpy 2", "2026-01-02")
QUICK = ("registers", "table1", "table4")


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(all_pages, "RESULTS", tmp_path)
    monkeypatch.setattr(listing.scoreboard, "write", lambda: None)
    return tmp_path


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The words of processes, none of which is started; table4 fails."""
    words: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            words.append(command[1:])

        def __enter__(self) -> Process:
            return self

        def __exit__(self, *_: object) -> None: ...

        def wait(self, limit: float | None) -> int:
            return self.poll()

        def poll(self) -> int:
            return int(words[-1][1] == "bench.table4")

    monkeypatch.setattr(subprocess, "Popen", Process)
    return words


def written(folder: Path, name: str, seconds: float, code: str | None = None) -> None:
    """Write rows of a page: of other code, unless it is given."""
    origin = ORIGIN if code is None else store.Origin("def", code, "m", "", "2026-01-02")
    rows = [store.row(name, {"words": "x"}, {"seconds": seconds}, origin)]
    store.write(folder, store.Measured(name, ["--time-limit", "7"], rows))


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.name)
def test_every_page_is_written_by_the_module_that_names_it(page: Page) -> None:
    """Tests that a module, its page and its command have one name, and that it takes options."""
    bench = page.bench
    assert page.name in bench.titles and bench.module == page.module
    assert bench.parser().parse_args(["--resume", "kept.json"]).resume == Path("kept.json")
    assert bench.command(bench.parser().parse_args([])).startswith(f"python -m {page.module}")
    bench.parser().parse_args([*bench.smoke, *page.arguments])


def test_all_pages_of_modules_are_known() -> None:
    titles = {name for page in pages().values() for name in page.bench.titles}
    assert titles == set(pages())


def test_every_page_names_a_command_that_is_there() -> None:
    """Tests that the module is there, and takes the options."""
    for path in RESULTS.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        commands = re.findall(r"Made by `python -m ([^`]+)`", text)
        assert commands, path.name
        for command in commands:
            module, *words = shlex.split(command)
            assert importlib.util.find_spec(module), (path.name, module)
            if module.startswith("bench."):
                importlib.import_module(module).main.parser().parse_args(words)


def test_docstrings_say_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench/one.py").write_text(
        '"""One thing: `python -m bench.one`.\n\nFig. 6 and 7, Table II of LISA. Writes\n'
        '`docs/results/one.md`, or\n`docs/results/uno.md`."""\n\n'
        '@bench("one", "Uno")\ndef main(): ...\n'
    )
    (tmp_path / "bench/two.py").write_text('"""A helper of docs/results/two.md."""\n')
    shown = ("Fig. 6 and 7", "Table II")
    assert pages(tmp_path) == {
        name: Page(name, "bench.one", "One thing", shown) for name in ("one", "uno")
    }


@pytest.mark.oracle
def test_the_list_has_module_page_and_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert listing.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(all(w in line for w in ("bench.table1", "table1.md", "Table 1")) for line in lines)


def test_old_pages_are_named(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(results, "table1", 1.0)
    written(results, "registers", 1.0, all_pages.code("bench.registers"))
    assert listing.main(["--stale", *QUICK]) == 1
    found = capsys.readouterr().out.splitlines()
    assert found == ["table1: 1 of 1 rows are of other code: abc", "table4: not measured"]
    assert listing.main(["--stale", "registers"]) == 0


def test_pages_are_measured_with_the_options_they_had(
    results: Path, ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    written(results, "table1", 1.0)
    kept = results / "kept"
    assert listing.main([*QUICK[1:], "--resume-dir", str(kept)]) == 1
    assert ran == [
        ["-m", "bench.table1", "--time-limit", "7", "--resume", str(kept / "table1.json")],
        ["-m", "bench.table4", "--resume", str(kept / "table4.json")],
    ]
    assert "bench: failed: table4\n" in capsys.readouterr().err


@pytest.mark.large
def test_all_are_those_that_are_old_and_the_shortest_come_first(
    results: Path, ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    for page in pages().values():
        written(results, page.name, 1.0, all_pages.code(page.module))
    written(results, "table1", 9.0)
    written(results, "table3", 5.0)
    assert listing.main(["--all"]) == 0
    assert [words[1] for words in ran] == ["bench.table3", "bench.table1"]
    ran.clear()
    assert listing.main(["--all", "--budget", "1e-12"]) == 1
    assert not ran
    assert "left when the time was over: table3, table1\n" in capsys.readouterr().err


@pytest.mark.oracle
def test_pages_are_measured_by_workers_of_a_cluster(results: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    rows = [store.row("ring_sizes", {"words": "x"}, {"seconds": 1.0}, ORIGIN)]
    store.write(results, store.Measured("ring_sizes", ["--sizes", "4", "--no-verify"], rows))
    with dask_cluster(tmp_path, 1) as cluster:
        assert listing.main(["ring_sizes", "--cluster", cluster.file]) == 0
    measured = store.read(results / "data" / "ring_sizes.jsonl")
    assert {row.origin.code for row in measured.rows} == {all_pages.code("bench.ring_sizes")}
    assert "| 4 | 48 | optimal, 7 cycles |" in (results / "ring_sizes.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table1", "table2"], "unknown benchmark 'table2'; known: adversary, "),
        (["table1", "--all"], "name pages, or say --all"),
        (["--all", "--cluster", "x", "--resume-dir", "y"], "--resume-dir is of this machine"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listing.main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"bench: {said}")
    assert error.count("\n") == 1
