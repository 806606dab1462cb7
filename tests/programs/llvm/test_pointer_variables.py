"""Arrays behind pointers that are read from memory before the loop."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.llvm.memory import EVEN_SO
from tests.programs.llvm.texts import graph_of

TEXT = """
@from = global ptr null
@rows = global [4 x ptr] zeroinitializer
define void @f(i64 %n, i64 %m, ptr %given) {{
entry:
  %f = load ptr, ptr @from
  %at = getelementptr ptr, ptr @rows, i64 {row}
  %t = load ptr, ptr {place}
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %f, i64 %k
  %x = load i32, ptr %p
  %m7 = mul i32 %x, 7
  %next = add nuw nsw i64 %k, 1
  %r = getelementptr i32, ptr %t, i64 %next
  store i32 %m7, ptr %r
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


@pytest.mark.parametrize(
    ("row", "place"),
    [("1", "%at"), ("%m", "%at"), ("%m", "getelementptr (i8, ptr @rows, i64 16)")],
)
def test_pointers_of_different_variables_are_apart_when_assumed(
    tmp_path: Path, row: str, place: str
) -> None:
    text = TEXT.format(row=row, place=place)
    (pair,) = graph_of(tmp_path, text).assumed
    assert not pair.endswith(EVEN_SO)
    assert not graph_of(tmp_path, text, restrict=True).assumed


def test_one_variable_read_twice_is_one_pointer(tmp_path: Path) -> None:
    found = graph_of(tmp_path, TEXT.format(row="1", place="@from"), restrict=True)
    assert [edge.distance for edge in found.dfg.order if edge.after == "x"] == [1]


@pytest.mark.parametrize(("row", "apart"), [("2", True), ("%m", False)])
def test_pointers_in_one_array(tmp_path: Path, row: str, apart: bool) -> None:
    """Tests that pointers which may be read from one place are not taken for different ones."""
    text = TEXT.format(row=row, place="%at").replace("load ptr, ptr @from", "load ptr, ptr @rows")
    found = graph_of(tmp_path, text, restrict=True)
    assert (not found.assumed) == apart


def test_a_pointer_that_is_chosen_may_be_either(tmp_path: Path) -> None:
    text = TEXT.format(row="1", place="@from").replace(
        "%t = load ptr, ptr @from",
        "%c = icmp eq i64 %m, 0\n  %t = select i1 %c, ptr %f, ptr %given",
    )
    (pair,) = graph_of(tmp_path, text, restrict=True).assumed
    assert pair.endswith(EVEN_SO)
