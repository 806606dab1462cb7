"""`python -m bench`: every page is listed with what writes it, and what is named is run."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import __main__ as listing
from bench.page import RESULTS


@pytest.mark.parametrize("name", listing.benches())
def test_every_page_is_written_by_the_module_that_names_it(name: str) -> None:
    """Tests that a module, its page and its command have one name, and that it takes options."""
    bench = importlib.import_module(f"bench.{name}").main
    assert bench.name == name and listing.benches()[name].page == f"{name}.md"
    assert bench.parser().parse_args(["--resume", "kept.json"]).resume == Path("kept.json")
    assert bench.command(bench.parser().parse_args([])).startswith(f"python -m bench.{name}")


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
    (tmp_path / "one.py").write_text(
        '"""One thing: `python -m bench.one`.\n\nFig. 6 and 7, Table II of LISA. Writes\n'
        '`docs/results/uno.md`."""\n\n@bench("one", "Uno")\ndef main(): ...\n'
    )
    (tmp_path / "two.py").write_text('"""A helper."""\n')
    bench = listing.Bench("one", "One thing", "uno.md", ("Fig. 6 and 7", "Table II"))
    assert listing.benches(tmp_path) == {"one": bench}
    assert listing.command(bench, "kept") == ["-m", "bench.one", "--resume", "kept/one.json"]
    assert listing.command(bench, None) == ["-m", "bench.one"]


@pytest.mark.oracle
def test_the_list_has_module_page_and_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert listing.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(all(w in line for w in ("table1", "table1.md", "Table 1")) for line in lines)


def test_names_are_run_in_order_and_a_failure_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def run(words: list[str], **_: object) -> SimpleNamespace:
        ran.append(words[1:])
        return SimpleNamespace(returncode=int(words[2] == "bench.table3"))

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(listing, "machine", lambda: "this")
    kept = tmp_path / "kept"
    assert listing.main(["table3", "scale", "table1", "--resume-dir", str(kept)]) == 1
    assert ran == [
        ["-m", "bench.table3", "--resume", str(kept / "table3.json")],
        ["-m", "bench.scale", "--resume", str(kept / "scale.json")],
        ["-m", "bench.table1", "--resume", str(kept / "table1.json")],
    ]
    assert "failed: table3\n" in capsys.readouterr().err
    ran.clear()
    assert listing.main(["table3", "scale", "table1", "--resume-dir", str(kept)]) == 1
    assert [words[1] for words in ran] == ["bench.table3"]
    assert "scale: done before\n" in capsys.readouterr().err
    (kept / "scale.done").write_text("other code")
    assert listing.main(["scale", "--resume-dir", str(kept)]) == 0
    assert [words[1] for words in ran] == ["bench.table3", "bench.scale"]
    ran.clear()
    assert listing.main(["scale", "all"]) == 1
    assert [words[1] for words in ran] == [f"bench.{name}" for name in listing.benches()]


def test_an_unknown_name_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert listing.main(["table1", "table2"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("bench: unknown benchmark 'table2'; known: any_graph, ")
    assert error.count("\n") == 1
