"""Text of `clang -O0`, whose functions are marked `optnone`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.llvm.texts import graph_of, same

# A sum of an array, in which all values are in memory, and blocks have numbers.
NUMBERED = """
define i32 @total(ptr %0, i32 %1) {
  %3 = alloca i32
  %4 = alloca i32
  store i32 7, ptr %3
  store i32 0, ptr %4
  br label %5
5:
  %6 = load i32, ptr %4
  %7 = icmp slt i32 %6, %1
  br i1 %7, label %8, label %16
8:
  %9 = load i32, ptr %4
  %10 = getelementptr inbounds i32, ptr %0, i32 %9
  %11 = load i32, ptr %10
  %12 = load i32, ptr %3
  %13 = sub nsw i32 %12, %11
  store i32 %13, ptr %3
  %14 = load i32, ptr %4
  %15 = add nsw i32 %14, 1
  store i32 %15, ptr %4
  br label %5
16:
  %17 = load i32, ptr %3
  ret i32 %17
}
"""


@pytest.mark.parametrize(
    ("mark", "group"),
    [("", ""), (" #0", "attributes #0 = { noinline nounwind optnone uwtable }\n")],
)
def test_text_without_optimisation(mark: str, group: str, tmp_path: Path) -> None:
    """Tests that sums are values, whether functions are marked or not."""
    graph = graph_of(tmp_path, NUMBERED.replace(") {", f"){mark} {{") + group)
    assert len(graph.dfg.operations) == 8 and not graph.dfg.order
    assert graph.dfg.results == ("sub13",)
    assert {one.value: one.numbers for one in graph.dfg.initial}["sub13"] == (7,)
    same(graph, 20, 1)
