"""The source on the page: lines of operations, of files of C that can be read, and no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from models.data.dfg import Line
from models.data.mapping import Mapping
from models.data.problem import Problem
from tests.views.html.pages import HOSTILE, Page
from views.html.mapping_data import numbered_values
from views.html.page import report_html
from views.html.source_data import MOST_LINES, source_data
from views.html.verdict import Verdict

Made = tuple[Problem, Mapping]


def with_lines(made: Made, *places: str) -> Made:
    """Return the mapping of a graph whose first operations were written in these lines."""
    problem, mapping = made
    names = [operation.name for operation in problem.dfg.operations]
    lines = tuple(Line(name, place) for name, place in zip(names, places, strict=False))
    return replace(problem, dfg=replace(problem.dfg, lines=lines)), mapping


def test_the_page_has_the_source_and_the_lines_of_operations(
    made: Callable[..., Made], tmp_path: Path
) -> None:
    file = tmp_path / "sum.c"
    file.write_text(f"int s;\r\n\n// {HOSTILE[:-1]}\n")
    problem, mapping = with_lines(made(), f"{file}:1:4", f"{file}:3")
    data = Page(report_html(problem, mapping, Verdict("feasible", ""))).data("scene-0")["source"]
    assert data["files"] == [[str(file), 1, ["int s;", "", f"// {HOSTILE[:-1]}"]]]
    values = numbered_values(problem, mapping)
    first, second = (values[operation.name] for operation in problem.dfg.operations[:2])
    assert data["places"] == [[first, 0, 1], [second, 0, 3]]


@pytest.mark.parametrize("name", ["gone.c", "secret.txt", "folder.c"])
def test_what_cannot_be_read_or_is_no_c_is_not_on_the_page(
    made: Callable[..., Made], tmp_path: Path, name: str
) -> None:
    (tmp_path / "secret.txt").write_text("secret\n")
    (tmp_path / "folder.c").mkdir()
    problem, mapping = with_lines(made(), f"{tmp_path / name}:1")
    data = source_data(problem.dfg, numbered_values(problem, mapping))
    assert data is not None and data["files"] == [[str(tmp_path / name), 1, []]]


def test_of_a_long_file_the_part_around_the_loop_is_shown(
    made: Callable[..., Made], tmp_path: Path
) -> None:
    file = tmp_path / "long.c"
    file.write_text("".join(f"{number}\n" for number in range(1, 10_001)))
    for last, until in ((5010, 5210), (9000, 4800 + MOST_LINES - 1)):
        problem, mapping = with_lines(made(), f"{file}:5000", f"{file}:{last}")
        data = source_data(problem.dfg, numbered_values(problem, mapping))
        assert data is not None
        [[_, first, lines]] = data["files"]
        assert (first, lines[0], lines[-1]) == (4800, "4800", str(until))


def test_without_known_lines_there_is_no_source(made: Callable[..., Made]) -> None:
    for places in ((), ("elsewhere",)):
        problem, mapping = with_lines(made(), *places)
        assert source_data(problem.dfg, numbered_values(problem, mapping)) is None
