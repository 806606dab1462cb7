"""Loops of many iterations and of large arrays: compared until they are stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.dfg import main
from programs.llvm.comparison import DIFFERENT, LONG, compared
from tests.programs.llvm.texts import at, graph_of, loop, with_numbers

SUM = loop(
    "  %s = phi i32 [ 0, %entry ], [ %t, %loop ]\n"
    f"  %before = phi i32 [ %k, %entry ], [ %s, %loop ]\n{at('v')}"
    "  %w = mul i32 %v, 5\n  %u = xor i32 %w, %before\n  %t = add i32 %s, %u",
    "i32 @f(ptr %a, i32 %k)",
    "ret i32 %t",
    end="1024",
)


def test_what_a_stopped_loop_takes_over_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that a wrong sum, and a graph that ends too early, are noticed in runs that go on."""
    graph = graph_of(tmp_path, SUM)
    assert set(graph.carried) == {"i", "s", "before"}
    assert compared(graph, 20, 1).verdicts == {LONG: 20}
    assert compared(with_numbers(graph, {5: 6}), 20, 1).verdicts[DIFFERENT] == 20
    report = compared(with_numbers(graph, {1023: 150, 1024: 150}), 20, 1)
    assert report.verdicts[DIFFERENT] == 20 and "still in the loop" in report.difference
    assert main([str(tmp_path / "f.ll"), "--samples", "10"]) == 0
    said = capsys.readouterr().out
    assert "10 random inputs: same so far 10\n" in said
    assert "same so far: both were stopped after 200 iterations" in said
