"""Loops that other people's files have: volatile and `_Bool` memory, new instructions, wrapping."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.dfg import UNTESTED, main
from programs.llvm.comparison import compared, read_compared
from programs.rewrites.pass_names import ALL
from tests.programs.llvm.texts import at, graph_of, loop, same, words_of


def accesses(order: set[tuple[str, str, int]]) -> set[tuple[str, str, int]]:
    return {each for each in order if each[0] != "exit"}


AGAIN = """
define i32 @f(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = load volatile i32, ptr %a
  %t = add i32 %s, %x
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %t
}
"""


def test_volatile_accesses_stay_in_order(tmp_path: Path) -> None:
    """Tests loads and a store of three arrays that are apart: one chain, closed by distance 1."""
    body = at("x", "%a") + at("y", "%b") + "  store volatile i32 %x, ptr %py\n"
    body = body.replace("= load i32", "= load volatile i32")
    text = loop(body, "void @f(ptr noalias %a, ptr noalias %b, i64 %n)")
    graph = graph_of(tmp_path, text)
    same(graph)
    order = {(o.before, o.after, o.distance) for o in graph.dfg.order}
    (store,) = (o.name for o in graph.dfg.operations if o.operator.startswith("store"))
    chain = {("x", "y", 0), ("y", store, 0), (store, "x", 1)}
    assert accesses(order) == chain
    # One word is read again and again, and no pass takes it out of the loop.
    small, report = read_compared("f.ll", AGAIN, "f", None, False, 40, 1, ALL)
    assert words_of(small).count("load") == 1 and not report.difference and report.compared > 10


BITS = """
define void @f(ptr noalias %a, ptr noalias %b, ptr noalias %sum, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %pa = getelementptr i8, ptr %a, i64 %i
  %x = load i8, ptr %pa, !range !0
  %xb = trunc i8 %x to i1
  %pb = getelementptr i8, ptr %b, i64 %i
  %y = load i8, ptr %pb, !range !0
  %yb = trunc i8 %y to i1
  %xi = zext i1 %xb to i32
  %yi = zext i1 %yb to i32
  %two = mul i32 %yi, 2
  %s = add i32 %xi, %two
  %ps = getelementptr i32, ptr %sum, i64 %i
  store i32 %s, ptr %ps
  %not = xor i1 %yb, true
  %both = and i1 %xb, %not
  %z = zext i1 %both to i8
  store i8 %z, ptr %pb
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}
!0 = !{i8 0, i8 2}
"""


@pytest.mark.parametrize(
    "text", [BITS, BITS.replace(", !range !0", "").replace("trunc i8", "trunc nuw i8")]
)
def test_bits_in_memory(text: str) -> None:
    """Tests that bytes that may only be 0 and 1 are drawn so, and that nearly all runs compare."""
    graph, report = read_compared("f.ll", text, "f", None, False, 60, 1, ALL)
    assert not report.difference and report.compared >= 55
    assert report.whole is not None and not report.whole.difference
    assert not compared(graph, 20, 2).difference


def test_new_instructions(tmp_path: Path) -> None:
    """Tests `ptrtoaddr`, and uses that debuggers want."""
    body = """  %p = getelementptr i32, ptr %a, i64 %i
  %x = ptrtoaddr ptr %p to i64
  %m = and i64 %x, 60
  call void (...) @llvm.fake.use(i64 %m)
  store i64 %m, ptr %p"""
    text = "declare void @llvm.fake.use(...)\n" + loop(body)
    same(graph_of(tmp_path, text))


def test_undefined_loops_have_a_way_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests the line for sums that always leave their type, and no such line where they wrap."""
    path = tmp_path / "f.ll"
    body = at("x") + "  %y = or i32 %x, 1\n  %h = mul nsw i32 %y, 2147483647\n"
    body += "  %g = mul nsw i32 %h, 77773\n  %k = or i32 %g, 3\n  %l = mul nsw i32 %k, 1234567\n"
    body += "  store i32 %l, ptr %px"
    path.write_text(loop(body))
    line = "all runs are undefined in C: --flag=-fwrapv"
    assert main([str(path), "--as-written"]) == UNTESTED
    assert line in capsys.readouterr().out
    path.write_text(loop(body.replace(" nsw", "")))
    assert main([str(path), "--as-written"]) == 0
    assert line not in capsys.readouterr().out
