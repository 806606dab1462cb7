"""Tests that instructions which take a bit for a number with a sign have 0 and -1 of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.llvm.comparison import compared
from programs.llvm.read import read_graph

TEXT = """
define float @f(ptr %a, i64 %m, float %k) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ %k, %entry ], [ %t, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %b = icmp sgt i32 %v, 3
  %d = icmp sgt i32 %v, 9
  {body}
  %t = fadd float %f, %s
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %m
  br i1 %c, label %loop, label %none
none:
  ret float %t
}}
"""


@pytest.mark.parametrize("how", [None, "slt", "sle", "sgt", "sge", "ult", "uge"])
def test_bits_with_a_sign(how: str | None, tmp_path: Path) -> None:
    """Tests the conversion of a bit, and comparisons of two, against the compiled loop."""
    body = "%f = sitofp i1 %b to float"
    if how is not None:
        body = f"%g = icmp {how} i1 %b, %d\n  %f = sitofp i1 %g to float"
    path = tmp_path / "f.ll"
    path.write_text(TEXT.format(body=body))
    report = compared(read_graph(str(path)), 60, 1)
    assert not report.difference and report.compared >= 20, report
