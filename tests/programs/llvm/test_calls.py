"""Functions without a body: each is an operation, or a few, that do what the compiled loop does."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from models.notes import noted
from models.semantics.vocabulary import INSTRUCTIONS
from tests.programs.llvm.texts import at, graph_of, loop, same, words_of


def text(name: str, type_: str, reads: int, more: str = "") -> str:
    """A loop that stores what a function makes of words of memory."""
    loads = at("x", type_=type_)
    loads += at("y", "%px", type_, "1") + at("z", "%px", type_, "2")
    values = ", ".join([f"{type_} %x", f"{type_} %y", f"{type_} %z"][:reads])
    kinds = ", ".join([type_] * reads) + ", i1" * bool(more)
    return loop(
        f"{loads}  %r = call {type_} @{name}({values}{more})\n"
        f"  %po = getelementptr inbounds {type_}, ptr %o, i64 %i\n  store {type_} %r, ptr %po",
        "void @f(ptr %a, ptr noalias %o, i64 %n)",
        before=f"declare {type_} @{name}({kinds})",
    )


FLOAT = {
    "fabs": ("fabs", 1), "sqrt": ("sqrt", 1), "floor": ("floor", 1), "ceil": ("ceil", 1),
    "trunc": ("ftrunc", 1), "round": ("round", 1), "roundeven": ("roundeven", 1),
    "rint": ("roundeven", 1), "nearbyint": ("roundeven", 1), "copysign": ("copysign", 2),
    "minnum": ("fmin", 2), "maxnum": ("fmax", 2), "minimum": ("fminimum", 2),
    "maximum": ("fmaximum", 2), "fma": ("fma", 3), "fmuladd": ("fma", 3),
}  # fmt: skip
INTEGER = {
    "smin": 2, "smax": 2, "umin": 2, "umax": 2, "ctpop": 1, "bswap": 1, "bitreverse": 1,
    "sadd.sat": 2, "uadd.sat": 2, "ssub.sat": 2, "usub.sat": 2,
}  # fmt: skip
CASES = [
    *((f"llvm.{n}.f32", "float", reads, word, "") for n, (word, reads) in FLOAT.items()),
    *((f"llvm.{n}.f64", "double", reads, word, "") for n, (word, reads) in FLOAT.items()),
    *(
        (f"llvm.{n}.{t}", t, reads, n, "")
        for t in ("i16", "i32", "i64")
        for n, reads in INTEGER.items()
    ),
    *(
        (f"llvm.{n}.{type_}", type_, 1, n, f", i1 {flag}")
        for n in ("abs", "ctlz", "cttz")
        for type_, flag in (("i8", "true"), ("i32", "false"), ("i8", "false"))
    ),
    *((n, "float", 1, word, "") for n, word in (("fabsf", "fabs"), ("sqrtf", "sqrt"))),
    *((n, "double", 1, word, "") for n, word in (("floor", "floor"), ("trunc", "ftrunc"))),
    *((n, "double", 2, n, "") for n in ("fmin", "fmax", "copysign")),
    ("fmaf", "float", 3, "fma", ""),
    ("abs", "i32", 1, "abs", ""),
    ("labs", "i64", 1, "abs", ""),
    # Shifts of two words, and comparisons with three results, are several operations.
    *((f"llvm.{n}.i{b}", f"i{b}", 3, "", "") for n in ("fshl", "fshr") for b in (8, 32, 64)),
    *((f"llvm.{n}.i{b}.i{b}", f"i{b}", 2, "", "") for n in ("scmp", "ucmp") for b in (8, 32)),
]


@pytest.mark.oracle(keep=12)
@pytest.mark.parametrize(("name", "type_", "reads", "word", "more"), CASES)
def test_functions_are_operations(
    name: str, type_: str, reads: int, word: str, more: str, tmp_path: Path
) -> None:
    """Tests the operation of each function, on words with all bits and on special floats."""
    with noted():
        graph = graph_of(tmp_path, text(name, type_, reads, more))
    assert not word or (word in words_of(graph) and word in {each.name for each in INSTRUCTIONS})
    same(graph, 30, 8)


@pytest.mark.parametrize("word", ["sadd", "uadd", "ssub", "usub", "smul", "umul"])
def test_sums_with_overflow(word: str, tmp_path: Path) -> None:
    """Tests both results: the sum, and whether it is too large."""
    called = f"{{i32, i1}} @llvm.{word}.with.overflow.i32"
    body = (
        "  %s = phi i32 [ 1, %entry ], [ %t, %loop ]\n"
        f"  %o = phi i32 [ 0, %entry ], [ %u, %loop ]\n{at('x')}"
        f"  %both = call {called}(i32 %s, i32 %x)\n"
        "  %v = extractvalue {i32, i1} %both, 0\n  %t = xor i32 %v, %x\n"
        "  %over = extractvalue {i32, i1} %both, 1\n  %more = zext i1 %over to i32\n"
        "  %u = add i32 %o, %more"
    )
    last = "%r = mul i32 %t, 64\n  %q = add i32 %r, %u\n  ret i32 %q"
    graph = graph_of(
        tmp_path, loop(body, "i32 @f(ptr %a, i64 %n)", last, f"declare {called}(i32, i32)")
    )
    assert len(graph.dfg.results) == 2
    same(graph, 60, 40)


COPY = loop(
    """  %pa = getelementptr inbounds [7 x i32], ptr %a, i64 %i
  %x = load i32, ptr %pa
  %odd = trunc i32 %x to i1
  br i1 %odd, label %copy, label %clear
copy:
  %po = getelementptr inbounds [5 x i32], ptr %o, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %po, ptr align 4 %pa, i64 14, i1 false)
  br label %next
clear:
  call void @llvm.memset.p0.i64(ptr align 8 %pa, i8 -7, i64 12, i1 false)
  br label %next
next:""",
    "void @f(ptr %a, ptr %o, i64 %n)",
    before="declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    latch="next",
)


def test_small_copies_are_loads_and_stores(tmp_path: Path) -> None:
    """Tests the words of a copy, behind a branch, in the order of memory."""
    graph = graph_of(tmp_path, COPY)
    words = words_of(graph)
    assert (words.count("load.if"), words.count("store.if")) == (4, 4)
    same(graph, 100, 40)
    for size, line in (("i64 4096", "of 4096 bytes: at most"), ("i64 %n", "bytes that varies")):
        with pytest.raises(InputError, match=line):
            graph_of(tmp_path, COPY.replace("i64 14", size))


def test_bits_of_floats_and_constants_without_end(tmp_path: Path) -> None:
    """Tests that a cast that keeps bits is an operation, and that infinity is an input."""
    body = (
        f"  %s = phi float [ 0xFFF0000000000000, %entry ], [ %t, %loop ]\n{at('x')}"
        "  %y = bitcast i32 %x to float\n  %z = fmul float %y, %s\n"
        "  %w = bitcast float %z to i32\n  %u = lshr i32 %w, 1\n  %t = bitcast i32 %u to float"
    )
    with noted() as lines:
        graph = graph_of(tmp_path, loop(body, "float @f(ptr %a, i64 %n)", "ret float %t"))
    assert "minus.infinity" in graph.dfg.inputs and "-inf" in lines[0]
    assert words_of(graph).count("bitcast") == 2
    same(graph, 60, 40)


@pytest.mark.parametrize("how", [None, "slt", "sle", "sgt", "sge", "ult", "uge"])
def test_bits_with_a_sign(how: str | None, tmp_path: Path) -> None:
    """Tests that instructions which take a bit for a number with a sign have 0 and -1 of it."""
    made = f"  %g = icmp {how} i1 %b, %d\n" if how else ""
    body = (
        f"  %s = phi float [ %k, %entry ], [ %t, %loop ]\n{at('v')}"
        f"  %b = icmp sgt i32 %v, 3\n  %d = icmp sgt i32 %v, 9\n{made}"
        f"  %f = sitofp i1 {'%g' if how else '%b'} to float\n  %t = fadd float %f, %s"
    )
    head = "float @f(ptr %a, i64 %n, float %k)"
    same(graph_of(tmp_path, loop(body, head, "ret float %t")), 60, 20)


@pytest.mark.parametrize(
    ("name", "type_", "line"),
    [
        ("expf", "float", "a call of expf, .* and is no operator: give its body"),
        ("round", "i32", "a call of round, "),
        ("llvm.exp.f32", "float", "no operator for the function llvm.exp.f32"),
        ("llvm.sqrt.f128", "fp128", "of type fp128"),
    ],
)
def test_others_are_refused(name: str, type_: str, line: str, tmp_path: Path) -> None:
    """Tests the line on a function that is no operation."""
    with pytest.raises(InputError, match=line):
        graph_of(tmp_path, text(name, type_, 1))
