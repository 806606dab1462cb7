"""`draw`: pictures of files, the same as those of the page about pictures."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from solvers.cli import COMMANDS
from solvers.draw import COMMAND, main
from tests.solvers.command_line import ROOT

PAGE = (Path(ROOT) / "docs/pictures.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^python -m solvers\.draw (.*) -o (docs/pictures/\S+)$", PAGE, re.MULTILINE)
FOLDER = "docs/pictures/"
WHAT = [each.name for each in COMMAND.commands]
DFG, MAPPING = f"{FOLDER}dot.dfg.json", f"{FOLDER}dot.mapping.json"
ARCH = "mesh:2x2,io=all"


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(("words", "file"), EXAMPLES)
def test_the_pictures_of_the_page_are_current(words: str, file: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert main([*shlex.split(words), "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == Path(file).read_text(encoding="utf-8")


def test_the_page_has_every_kind_and_only_pictures_that_there_are() -> None:
    assert {words.split()[0] for words, _ in EXAMPLES} == set(WHAT)
    shown = set(re.findall(r"\((pictures/[^)]+)\)", PAGE))
    assert shown == {f"pictures/{path.name}" for path in Path(FOLDER).glob("*.svg")}
    for name in re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", PAGE, re.MULTILINE):
        assert set(re.findall(r"`([a-z-]+)`", name)) <= set(COMMANDS)


@pytest.mark.parametrize("what", WHAT)
def test_everything_can_be_pdf(what: str, tmp_path: Path) -> None:
    for package in ("svglib", "reportlab", "matplotlib"):
        pytest.importorskip(package)
    files = {"dfg": [DFG], "array": [ARCH]}.get(what, [DFG, ARCH, MAPPING])
    out = tmp_path / "out.PDF"
    assert main([what, *files, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_what_is_left_of_an_array_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "left.svg"
    assert main(["array", "ring:4", "--left", "ring:4", "-o", str(out)]) == 0
    assert "4 of 4 elements" in out.read_text()


def test_a_mapping_that_breaks_a_rule_is_not_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(Path(MAPPING).read_text())
    record["issues"] = record["issues"][1:]
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(record))
    assert main(["schedule", DFG, ARCH, str(broken), "-o", str(tmp_path / "a.svg")]) == 2
    assert "not a legal mapping" in capsys.readouterr().err
    assert not (tmp_path / "a.svg").exists()
