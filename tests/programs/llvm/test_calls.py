"""Functions without a body: each is an operation, or a few, that do what the compiled loop does."""

from __future__ import annotations

from pathlib import Path

import pytest

import xyzmap
from models.errors import InputError
from models.notes import noted
from models.semantics.vocabulary import INSTRUCTIONS
from programs.llvm.comparison import compared
from programs.llvm.read import read_graph

WORDS = {"i8", "i16", "i32", "i64", "float", "double"}


def text(name: str, type_: str, reads: int, more: str = "") -> str:
    """A loop that stores what a function makes of words of memory."""
    values = ", ".join([f"{type_} %x", f"{type_} %y", f"{type_} %z"][:reads])
    kinds = ", ".join([type_] * reads) + ", i1" * bool(more)
    return f"""
declare {type_} @{name}({kinds})
define void @f(ptr %a, ptr noalias %o, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %pa = getelementptr inbounds {type_}, ptr %a, i64 %i
  %x = load {type_}, ptr %pa
  %pb = getelementptr inbounds {type_}, ptr %pa, i64 1
  %y = load {type_}, ptr %pb
  %pc = getelementptr inbounds {type_}, ptr %pa, i64 2
  %z = load {type_}, ptr %pc
  %r = call {type_} @{name}({values}{more})
  %po = getelementptr inbounds {type_}, ptr %o, i64 %i
  store {type_} %r, ptr %po
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}}
"""


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
    *((f"llvm.{n}.i32", "i32", reads, n, "") for n, reads in INTEGER.items()),
    *((f"llvm.{n}.i16", "i16", reads, n, "") for n, reads in INTEGER.items()),
    *((f"llvm.{n}.i64", "i64", reads, n, "") for n, reads in INTEGER.items()),
    *(
        (f"llvm.{n}.{type_}", type_, 1, n, f", i1 {flag}")
        for n in ("abs", "ctlz", "cttz")
        for type_ in ("i8", "i32")
        for flag in ("true", "false")
    ),
    *((n, "float", 1, word, "") for n, word in (("fabsf", "fabs"), ("sqrtf", "sqrt"))),
    *((n, "double", 1, word, "") for n, word in (("floor", "floor"), ("trunc", "ftrunc"))),
    *((n, "double", 2, n, "") for n in ("fmin", "fmax", "copysign")),
    ("fmaf", "float", 3, "fma", ""),
    ("abs", "i32", 1, "abs", ""),
    ("labs", "i64", 1, "abs", ""),
]


@pytest.mark.oracle(keep=12)
@pytest.mark.parametrize(("name", "type_", "reads", "word", "more"), CASES)
def test_functions_are_operations(
    name: str, type_: str, reads: int, word: str, more: str, tmp_path: Path
) -> None:
    """Tests the operation of each function, on words with all bits and on special floats."""
    path = tmp_path / "f.ll"
    path.write_text(text(name, type_, reads, more))
    with noted():
        graph = read_graph(str(path))
    operators = {o.operator.partition("/")[0] for o in graph.dfg.operations}
    assert word in operators and word in {each.name for each in INSTRUCTIONS}
    report = compared(graph, 40, 1)
    assert not report.difference and report.compared >= 10, report


OTHERS = [
    *(f"llvm.{word}.i{bits}" for word in ("fshl", "fshr") for bits in (8, 32, 64)),
    *(f"llvm.{word}.i{bits}.i{bits}" for word in ("scmp", "ucmp") for bits in (8, 32)),
]


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("name", OTHERS)
def test_functions_are_several_operations(name: str, tmp_path: Path) -> None:
    """Tests shifts of two words, and comparisons with three results."""
    path = tmp_path / "f.ll"
    path.write_text(text(name, name.rpartition(".")[2], 3 if "fsh" in name else 2))
    report = compared(read_graph(str(path)), 60, 1)
    assert not report.difference and report.compared >= 30, report


OVERFLOW = """
declare {i32, i1} @llvm.WORD.with.overflow.i32(i32, i32)
define i32 @f(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %o = phi i32 [ 0, %entry ], [ %u, %loop ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %pa
  %both = call {i32, i1} @llvm.WORD.with.overflow.i32(i32 %s, i32 %x)
  %v = extractvalue {i32, i1} %both, 0
  %t = xor i32 %v, %x
  %over = extractvalue {i32, i1} %both, 1
  %more = zext i1 %over to i32
  %u = add i32 %o, %more
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %out
out:
  %r = mul i32 %t, 64
  %q = add i32 %r, %u
  ret i32 %q
}
"""


@pytest.mark.parametrize("word", ["sadd", "uadd", "ssub", "usub", "smul", "umul"])
def test_sums_with_overflow(word: str, tmp_path: Path) -> None:
    path = tmp_path / "f.ll"
    path.write_text(OVERFLOW.replace("WORD", word))
    graph = read_graph(str(path))
    assert len(graph.dfg.results) == 2
    report = compared(graph, 80, 1)
    assert not report.difference and report.compared >= 60, report


COPY = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @f(ptr %a, ptr %o, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %pa = getelementptr inbounds [7 x i32], ptr %a, i64 %i
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
next:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}
"""


def test_small_copies_are_loads_and_stores(tmp_path: Path) -> None:
    """Tests the words of a copy, behind a branch, in the order of memory."""
    path = tmp_path / "f.ll"
    path.write_text(COPY)
    graph = read_graph(str(path))
    words = [o.operator.partition("/")[0] for o in graph.dfg.operations]
    assert (words.count("load.if"), words.count("store.if")) == (4, 4)
    report = compared(graph, 100, 1)
    assert not report.difference and report.compared >= 40, report
    for size, line in (("i64 4096", "of 4096 bytes: at most"), ("i64 %n", "bytes that varies")):
        path.write_text(COPY.replace("i64 14", size))
        with pytest.raises(InputError, match=line):
            read_graph(str(path))


CASTS = """
define float @f(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ 0xFFF0000000000000, %entry ], [ %t, %loop ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %pa
  %y = bitcast i32 %x to float
  %z = fmul float %y, %s
  %w = bitcast float %z to i32
  %u = lshr i32 %w, 1
  %t = bitcast i32 %u to float
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret float %t
}
"""


def test_bits_of_floats_and_constants_without_end(tmp_path: Path) -> None:
    """Tests that a cast that keeps bits is an operation, and that infinity is an input."""
    path = tmp_path / "f.ll"
    path.write_text(CASTS)
    with noted() as lines:
        graph = read_graph(str(path))
    assert "minus.infinity" in graph.dfg.inputs and "-inf" in lines[0]
    assert sum(o.operator.startswith("bitcast") for o in graph.dfg.operations) == 2
    report = compared(graph, 80, 1)
    assert not report.difference and report.compared >= 60, report


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
    path = tmp_path / "f.ll"
    path.write_text(text(name, type_, 1))
    with pytest.raises(InputError, match=line):
        read_graph(str(path))


def test_what_is_only_assumed_is_no_operation(tmp_path: Path) -> None:
    """Tests that a comparison that nothing but `llvm.assume` reads is left out."""
    path = tmp_path / "f.ll"
    plain = text("llvm.abs.i32", "i32", 1, ", i1 false")
    path.write_text(plain)
    count = len(read_graph(str(path)).dfg.operations)
    more = "  %small = icmp slt i32 %x, 100\n  call void @llvm.assume(i1 %small)\n  %r ="
    path.write_text(plain.replace("  %r =", more) + "declare void @llvm.assume(i1)\n")
    assert len(read_graph(str(path)).dfg.operations) == count


@pytest.mark.parametrize("name", ["llvm.fabs.f32", "sqrtf", "llvm.maxnum.f32"])
@pytest.mark.parametrize("array", ["hycube:4x4", "adres:4x4"])
def test_operations_are_mapped(name: str, array: str, tmp_path: Path) -> None:
    """Tests that arrays whose units execute floats execute these as well."""
    path = tmp_path / "f.ll"
    path.write_text(text(name, "float", 2 if "max" in name else 1))
    with noted():
        graph = read_graph(str(path))
    assert xyzmap.min_ii(graph.dfg, array, first=True).mapping is not None


def test_errno_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "f.ll"
    path.write_text(text("sqrt", "double", 1))
    with noted() as lines:
        read_graph(str(path))
    assert lines == ["note: sqrt is an operation: errno is left as it is"]
