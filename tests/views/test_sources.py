"""Lines of the source beside the mapping, in text and in the report."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import xyzmap
from models.data.dfg import Line
from programs.llvm.read import read_graph
from solvers.min_ii import main

LOOPS = Path(__file__).parents[2] / "examples/data/loops.ll"


def test_report_and_table_say_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests a row of the table for each issue, line 9 before line 10, and lines in the report."""
    dfg = read_graph(str(LOOPS), "dot64").dfg
    # Its operations were written from the last line up.
    lines = tuple(Line(o.name, f"dot.c:{20 - n}:3") for n, o in enumerate(dfg.operations))
    path, page = tmp_path / "dot.json", tmp_path / "dot.html"
    xyzmap.save_dfg(msgspec.structs.replace(dfg, lines=lines), path)
    words = [str(path), "hycube:4x4", "--first", "--quiet", "--table", "--html", str(page)]
    assert main(words) in (0, 10)
    places = re.findall(r"^dot\.c:(\d+):3  ", capsys.readouterr().out, re.MULTILINE)
    assert "9" in places and places == sorted(places, key=int)
    assert len(places) == len(dfg.operations)
    assert page.read_text().count("(dot.c:9:3)") >= 2
