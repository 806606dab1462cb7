"""Text of `clang -O0`, whose functions are marked `optnone`."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.llvm.comparison import DIFFERENT, SAME, compared
from programs.llvm.read import read_graph

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
NAMES = {"3": "sum", "4": "k", "5": "test", "8": "body", "16": "end"}
MARKS = [
    ("", ""),
    (" optnone noinline", ""),
    (" #0", "attributes #0 = { noinline nounwind optnone uwtable }\n"),
]


def named(text: str) -> str:
    """The text with names for what is in memory, and for blocks."""
    for number, name in NAMES.items():
        text = text.replace(f"%{number} = a", f"%{name} = a").replace(f"\n{number}:", f"\n{name}:")
        for before in ("ptr", "label"):
            for after in ("\n", ","):
                text = text.replace(f"{before} %{number}{after}", f"{before} %{name}{after}")
    values = [str(n) for n in range(20) if f"%{n} =" in text]
    for number in reversed(values):
        text = text.replace(f"%{number} ", f"%t{number} ").replace(f"%{number},", f"%t{number},")
        text = text.replace(f"%{number}\n", f"%t{number}\n")
    return text


@pytest.mark.parametrize(("mark", "group"), MARKS)
@pytest.mark.parametrize("names", [False, True])
def test_text_without_optimisation(mark: str, group: str, names: bool, tmp_path: Path) -> None:
    """Tests that sums are values, whether functions are marked and blocks have names or not."""
    text = named(NUMBERED) if names else NUMBERED
    path = tmp_path / "f.ll"
    path.write_text(text.replace(") {", f"){mark} {{") + group)
    graph = read_graph(str(path))
    assert len(graph.dfg.operations) == 8 and not graph.dfg.order
    (total,) = graph.dfg.results
    assert total == ("sum" if names else "sub13")
    assert {one.value: one.numbers for one in graph.dfg.initial}[total] == (7,)
    report = compared(graph, 20, 1)
    assert not report.verdicts[DIFFERENT] and report.verdicts[SAME]
