"""Tests of graphs of several iterations of a loop at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

import xyzmap
from programs.dfg import main
from programs.llvm.comparison import compared
from programs.llvm.read import read_graph
from programs.properties import rec_mii
from programs.rewrites.pass_names import ALL
from programs.rewrites.unrolled import unrolled
from tests.programs.llvm.texts import changed

LOOPS = str(Path(__file__).parents[3] / "examples/data/loops.ll")


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("passes", [(), ALL])
@pytest.mark.parametrize(
    "name", ["prefix", "maximum", "gcd", "search_two", "fill_until", "move", "shift_two", "horner"]
)
def test_unrolled_graphs_do_what_the_loop_does(name: str, passes: tuple[str, ...]) -> None:
    """Tests loops whose iterations are no multiple of the copies: each copy may leave."""
    graph = read_graph(LOOPS, name, passes=passes)
    for copies in (2, 3):
        made = unrolled(graph, copies)
        assert len(made.dfg.operations) == copies * len(graph.dfg.operations)
        report = compared(made, 30, 1)
        assert not report.difference and report.compared >= 20, report


def test_stores_of_later_copies_wait_for_exits() -> None:
    made = unrolled(read_graph(LOOPS, "fill_until", passes=ALL, restrict=True), 3)
    kept = [e for e in made.dfg.order if not e.before.startswith("exit")]
    assert compared(changed(made, order=tuple(kept)), 100, 1).difference


def test_inductions_are_one_operation_each() -> None:
    """Tests that a value that grows by a constant makes no recurrence of several copies."""
    graph = read_graph(LOOPS, "saxpy", passes=ALL)
    assert rec_mii(unrolled(graph, 4).dfg) == rec_mii(graph.dfg) == 1


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = [LOOPS, "--function", "squares", "--samples", "20"]
    assert main([*words, "--unroll", "2"]) == 0
    assert "squares (2 iterations): 12 operations" in capsys.readouterr().out
    assert main([*words, "--unroll", "auto", "--arch", "adres:4x4"]) == 0
    shown = capsys.readouterr().out
    assert "unrolled 1 times: bounds on the II per iteration by arithmetic: 1: " in shown
    assert main([*words, "--unroll", "auto"]) == 2
    assert "--unroll auto needs an array: --arch ARCH" in capsys.readouterr().err


def test_library() -> None:
    graph = xyzmap.load_loop(LOOPS, function="squares", unroll=2, samples=10)
    assert graph.name == "squares (2 iterations)"
