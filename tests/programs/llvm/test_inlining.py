"""Calls in loops: what is inlined, and why others are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.errors import InputError
from models.notes import noted
from programs.llvm.inlining import LARGEST
from programs.llvm.read import read_graph, read_loops
from tests.programs.llvm.texts import at, graph_of, loop, same, words_of

LOOP = loop(
    f"{at('v')}  %w = call i32 @half(i32 %v)\n  store i32 %w, ptr %pv", "void @all(ptr %a, i64 %n)"
)
HALF = """
define i32 @half(i32 %x) {
  %h = ashr i32 %x, 1
  ret i32 %h
}
"""
# Takes halves until nothing is left: a loop of its own.
LONG = """
define i32 @half(i32 %x) {
  br label %again
again:
  %y = phi i32 [ %x, %0 ], [ %z, %again ]
  %z = lshr i32 %y, 1
  %c = icmp ugt i32 %z, 7
  br i1 %c, label %again, label %done
done:
  ret i32 %z
}
"""


@pytest.mark.parametrize(
    ("kind", "attributes"),
    [
        ("", ""),
        ("internal", " noinline"),
        ("linkonce_odr", " noinline optnone"),
        ("weak_odr", " alwaysinline"),
        ("available_externally", " noinline"),
        ("dso_local", " noinline optnone"),
    ],
)
def test_functions_of_the_text_are_inlined(kind: str, attributes: str, tmp_path: Path) -> None:
    """Tests that linkage and the wish to be left alone do not matter: a graph has no calls."""
    half = HALF.replace("define", f"define {kind}").replace(") {", f"){attributes} {{")
    graph = graph_of(tmp_path, half + LOOP, "all")
    assert "ashr" in words_of(graph) and len(graph.dfg.operations) == 8
    same(graph, 8, 1)


RECURSIVE = HALF.replace("ashr i32 %x, 1", "call i32 @half(i32 %x)")
OTHER = RECURSIVE.replace("call i32 @half", "call i32 @other")
REFUSED = [
    ("declare i32 @half(i32)\n", "a call of half, which has no body in the text"),
    (RECURSIVE, "a call of half, which calls itself"),
    (
        OTHER + RECURSIVE.replace("@half(i32 %x) {", "@other(i32 %x) {"),
        "a call of half, which calls itself by way of other",
    ),
    (HALF.replace("define", "define weak"), "which is weak: the linker may take another body"),
    (LONG, "which has a loop of its own: choose that by --function half"),
    (
        HALF.replace("  ret", "  store volatile i32 0, ptr null\n" * (LARGEST + 1) + "  ret"),
        "which has 5,003 instructions with all that it calls: too many to inline",
    ),
    (
        "declare void @llvm.va_start(ptr)\n"
        + HALF.replace("%x)", "%x, ...)").replace(
            "  ret", "  %l = alloca [24 x i8]\n  call void @llvm.va_start(ptr %l)\n  ret"
        ),
        "a call of half, which takes any number of arguments",
    ),
]


@pytest.mark.parametrize(("callee", "line"), REFUSED)
def test_why_a_call_is_refused(callee: str, line: str, tmp_path: Path) -> None:
    """Tests the one line for each reason."""
    text = LOOP
    if "..." in callee:
        text = LOOP.replace("call i32 @half", "call i32 (i32, ...) @half")
    with pytest.raises(InputError, match=re.escape(line)) as caught:
        graph_of(tmp_path, callee + text, "all")
    assert "the loop of all" in str(caught.value)


def test_a_static_function_with_a_loop(tmp_path: Path) -> None:
    """Tests that its loop is where it is called, and that it can still be chosen by its name."""
    path = tmp_path / "f.ll"
    path.write_text(LONG.replace("define", "define internal") + LOOP)
    (loop,) = read_loops(str(path))
    assert loop.function.name == "all" and loop.header.name.startswith("again")
    assert read_graph(str(path), "half").dfg.name == "half"
    # A function without a loop names the one that it calls, which has.
    text = LONG + "define i32 @use(i32 %x) {\n %y = call i32 @half(i32 %x)\n ret i32 %y\n}\n"
    with pytest.raises(InputError, match="function use: no loop: it calls half, which has a loop"):
        graph_of(tmp_path, text, "use")


def test_exceptions(tmp_path: Path) -> None:
    """Tests that a call that may throw is refused."""
    text = LOOP.replace("{", "personality ptr @personality {", 1).replace(
        "call i32 @half(i32 %v)", "invoke i32 @far(i32 %v) to label %on unwind label %thrown\non:"
    )
    text = text.replace("%j, %loop ]", "%j, %on ]").replace(
        "  ret void\n",
        "  ret void\nthrown:\n  %t = landingpad i32 cleanup\n"
        "  call void @close(ptr %a)\n  resume i32 %t\n",
    )
    head = "declare i32 @personality(...)\ndeclare i32 @far(i32)\ndeclare void @close(ptr)\n"
    with pytest.raises(InputError, match="may throw an exception: .*-fno-exceptions"):
        graph_of(tmp_path, head + text, "all")


IRREDUCIBLE = """
define i32 @ways(i32 %n, i1 %c) {
  br i1 %c, label %one, label %two
one:
  %a = phi i32 [ 0, %0 ], [ %d, %two ]
  %b = add i32 %a, 1
  %e = icmp slt i32 %b, %n
  br i1 %e, label %two, label %out
two:
  %x = phi i32 [ 7, %0 ], [ %b, %one ]
  %d = mul i32 %x, 3
  %f = icmp slt i32 %d, %n
  br i1 %f, label %one, label %out
out:
  %r = phi i32 [ %b, %one ], [ %d, %two ]
  ret i32 %r
}
"""


def test_functions_that_cannot_be_read_leave_the_others(tmp_path: Path) -> None:
    """Tests that another function of the text is left out with a note, and alone is refused."""
    with noted() as notes:
        graph_of(tmp_path, IRREDUCIBLE + HALF + LOOP, None)
    assert [line for line in notes if "function ways: left out: jumps into the middle" in line]
    with pytest.raises(InputError, match="function ways: jumps into the middle of a loop, at "):
        graph_of(tmp_path, IRREDUCIBLE, None)
