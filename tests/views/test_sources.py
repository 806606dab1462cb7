"""Lines of the source beside the mapping, in text and in the report."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import xyzmap
from models.data.dfg import Line
from programs.llvm.read import read_graph
from solvers.min_ii import main
from views.mapping.sources import sources_text

LOOPS = Path(__file__).parents[2] / "examples/data/loops.ll"


def with_lines() -> xyzmap.Dfg:
    """A loop whose operations were written from the last line up."""
    dfg = read_graph(str(LOOPS), "dot64").dfg
    lines = tuple(Line(o.name, f"dot.c:{20 - n}:3") for n, o in enumerate(dfg.operations))
    changed: xyzmap.Dfg = msgspec.structs.replace(dfg, lines=lines)
    return changed


def test_lines_are_sorted_by_number() -> None:
    """Tests a row for each issue, with line 9 before line 10."""
    dfg = with_lines()
    found = xyzmap.min_ii(dfg, "hycube:4x4", first=True).mapping
    assert found is not None
    rows = sources_text(found.problem, found.mapping).splitlines()
    assert rows[0].split() == ["line", "operation", "component", "cycle"]
    assert len(rows) == 1 + len(found.mapping.issues)
    places = [int(row.split(":")[1]) for row in rows[1:]]
    assert places == sorted(places)
    plain = msgspec.structs.replace(found.problem, dfg=read_graph(str(LOOPS), "dot64").dfg)
    assert sources_text(plain, found.mapping) == ""


def test_report_and_table_say_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that one command shows line, operation, component and cycle, and the report as well."""
    path, page = tmp_path / "dot.json", tmp_path / "dot.html"
    xyzmap.save_dfg(with_lines(), path)
    words = [str(path), "hycube:4x4", "--first", "--quiet", "--table", "--html", str(page)]
    assert main(words) in (0, 10)
    assert "\ndot.c:9:3  " in capsys.readouterr().out
    assert page.read_text().count("(dot.c:9:3)") >= 2
