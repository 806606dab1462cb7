"""Runs without a defined result: they say nothing, and a wrong graph is not excused by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import DIFFERENT, FAULT, UNDEFINED, compared
from programs.llvm.trials import AGAIN
from programs.llvm.undefined import NO_LEAST, NO_SIGN, NO_ZERO, undefined
from tests.programs.llvm.texts import at, graph_of, loop, same, with_numbers

CASES = [
    ("fptosi", "i32", "float", [3e9], "", True),
    ("fptosi", "i32", "float", [-(2.0**31)], "", False),
    ("fptosi", "i8", "double", [float("nan")], "", True),
    ("fptoui", "i8", "float", [256.0], "", True),
    ("fptoui", "i8", "float", [-1.0], "", True),
    ("shl", "i32", "i32", [1, 31], "", False),
    ("shl", "i32", "i32", [1, 32], "", True),
    ("shl", "i32", "i32", [1, 31], "nsw", True),
    ("shl", "i32", "i32", [1, 31], "nuw", False),
    ("ashr", "i8", "i8", [5, 1], "exact", True),
    ("add", "i8", "i8", [127, 1], "", False),
    ("add", "i8", "i8", [127, 1], "nsw", True),
    ("add", "i8", "i8", [127, 1], "nuw", False),
    ("add", "i8", "i8", [-1, 1], "nuw", True),
    ("sub", "i8", "i8", [0, 1], "nuw", True),
    ("mul", "i8", "i8", [16, 8], "nsw", True),
    ("sdiv", "i8", "i8", [7, 0], "", True),
    ("srem", "i8", "i8", [-128, -1], "", True),
    ("udiv", "i8", "i8", [-128, -1], "", False),
    ("udiv", "i8", "i8", [7, 2], "exact", True),
    ("trunc", "i8", "i32", [200], "nsw", True),
    ("zext", "i32", "i8", [-1], "nneg", True),
    ("or", "i8", "i8", [3, 6], "disjoint", True),
    ("icmp.ult", "i1", "i8", [3, -6], "samesign", True),
    ("abs", "i8", "i8", [-128], NO_LEAST, True),
    ("abs", "i8", "i8", [-128], "", False),
    ("ctlz", "i8", "i8", [0], NO_ZERO, True),
    ("fmin", "float", "float", [0.0, -0.0], NO_SIGN, True),
    ("fmin", "float", "float", [0.0, 0.0], NO_SIGN, False),
    ("add", "ptr", "ptr", [8, -16], "nusw", True),
    ("add", "ptr", "ptr", [-8, 16], "nusw", True),
]


@pytest.mark.parametrize(("word", "type_", "of", "numbers", "promised", "is_"), CASES)
def test_rules(
    word: str, type_: str, of: str, numbers: list[float], promised: str, is_: bool
) -> None:
    """Tests what LLVM's reference says of each instruction."""
    words = frozenset({promised} if promised else ())
    assert undefined(word, type_, of, numbers, words) == is_


def text(body: str) -> str:
    """A sum of what is computed of words of memory."""
    first = f"  %s = phi i32 [ %k, %entry ], [ %t, %loop ]\n{at('v')}"
    head = "i32 @f(ptr %a, i64 %n, i32 %k)"
    return loop(f"{first}{body}\n  %t = add i32 %h, %s", head, "ret i32 %t")


BODIES = {
    "conversion": (
        "%f = sitofp i32 %v to float\n%g = fmul float %f, 1.0e8\n%h = fptosi float %g to i32"
    ),
    "shift": "%b = and i32 %v, 63\n%h = shl i32 %v, %b",
    "sum": "%b = mul i32 %v, 100000000\n%h = add nsw i32 %b, 800000000",
    "quotient": "%b = and i32 %v, 3\n%d = or i32 %b, 1\n%h = udiv exact i32 %v, %d",
    "address": (
        "%b = sext i32 %v to i64\n%d = shl i64 %b, 61\n"
        "%e = getelementptr inbounds i32, ptr %a, i64 %d\n%g = ptrtoint ptr %e to i64\n"
        "%h = trunc i64 %g to i32"
    ),
}
WRONG: dict[float, float] = {1e8: 1e30, 63: 63 + 6e8, 800000000: 1400000000}


@pytest.mark.parametrize("name", BODIES)
def test_undefined_runs_say_nothing(name: str, tmp_path: Path) -> None:
    """Tests that they are counted apart, and that a wrong number is not excused by them."""
    graph = graph_of(tmp_path, text(BODIES[name]))
    verdicts = same(graph, 120, 5).verdicts
    assert verdicts[UNDEFINED] + verdicts[AGAIN] >= 5
    if name in ("conversion", "shift", "sum"):
        wrong: LoopGraph = with_numbers(graph, {k: type(k)(v) for k, v in WRONG.items()})
        assert compared(wrong, 80, 1).verdicts[DIFFERENT]


GUARDED = """  %s = phi i32 [ %k, %entry ], [ %t, %next ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %z = icmp eq i32 %v, 0
  br i1 %z, label %next, label %divide
divide:
  %q = sdiv i32 1000, %v
  %big = icmp sgt i32 %q, 100
  br i1 %big, label %store, label %next
store:
  store i32 %q, ptr %p
  br label %next
next:
  %h = phi i32 [ 0, %loop ], [ %q, %divide ], [ 7, %store ]
  %t = add i32 %h, %s"""


def test_divisions_by_zero(tmp_path: Path) -> None:
    """Tests that one that is not executed is not undefined, and that others never differ."""
    guarded = loop(GUARDED, "i32 @f(ptr %a, i64 %n, i32 %k)", "ret i32 %t", latch="next")
    assert not same(graph_of(tmp_path, guarded), 80, 60).verdicts[UNDEFINED]
    report = compared(graph_of(tmp_path, text("%h = sdiv i32 1000, %v")), 80, 1)
    again = report.verdicts[AGAIN] + report.verdicts[UNDEFINED]
    assert not report.difference and report.verdicts[FAULT] + again >= 5
