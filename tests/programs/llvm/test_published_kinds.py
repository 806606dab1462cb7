"""Tests of optimised graphs of sixty loops that are like those which people publish."""

from __future__ import annotations

import re
from math import exp, log
from pathlib import Path

import pytest

from programs.llvm.comparison import compared
from programs.llvm.read import read_loops
from programs.llvm.whole import whole_compared
from programs.rewrites.choose import size_of, smallest_graph
from programs.rewrites.pass_names import ALL

DATA = Path(__file__).parents[1] / "data"
FUNCTIONS = [
    (file, name)
    for file in ("kernels", "fresh")
    for name in re.findall(r"^define .*@(\w+)\(", (DATA / f"{file}.ll").read_text(), re.MULTILINE)
]


@pytest.mark.oracle(keep=6)
@pytest.mark.parametrize(("file", "name"), FUNCTIONS)
def test_graphs_and_functions_do_what_the_text_does(file: str, name: str) -> None:
    for loop in read_loops(str(DATA / f"{file}.ll"), name):
        graph = smallest_graph(loop, False, ALL, file)
        report = compared(graph, 40, 3)
        assert not report.difference and report.compared >= 34, report
        if graph.written is not None:
            whole = whole_compared(graph.loop.function, 40, 3)
            assert not whole.difference and not whole.untested, whole
            assert whole.verdicts["same"] >= 34, whole


def test_fresh_loops_become_smaller() -> None:
    """Tests the geometric means of 31 loops that no pass was made for, as docs state them."""
    total = [0.0, 0.0]
    loops = read_loops(str(DATA / "fresh.ll"))
    for loop in loops:
        written = size_of(smallest_graph(loop, False, (), "fresh"))
        now = size_of(smallest_graph(loop, False, ALL, "fresh"))
        assert now <= written
        for place in (0, 1):
            total[place] += log(max(now[place], 1) / max(written[place], 1))
    means = [exp(each / len(loops)) for each in total]
    assert means[0] <= 0.70 and means[1] <= 0.81, means
