"""Names of graphs, operations and inputs: as in the source."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import xyzmap
from programs.llvm.comparison import DIFFERENT, SAME, compared
from programs.llvm.read import read_graph
from programs.llvm.unnamed import title_of

needs_clang = pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")

C = """
static int mac(int a, int b, int c) { return a + b * c; }
int fir(const int *x, const int *h, int n) {
  int acc = 0;
  for (int k = 0; k < n; k++) acc = mac(acc, x[n - k], h[k]);
  return acc;
}
int both(int *a, int *out, int n, int top) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  for (int i = 0; i < n; i++) {
    int v = a[i] + sum;
    if (v > top) v = top;
    out[i] = v;
  }
  return sum;
}
"""


def names(dfg: xyzmap.Dfg) -> set[str]:
    return {operation.name for operation in dfg.operations}


@needs_clang
def test_names_of_c(tmp_path: Path) -> None:
    """Tests variables that are carried, read and assigned twice, and the graph's own name."""
    path = tmp_path / "f.c"
    path.write_text(C)
    fir = read_graph(str(path), "fir")
    assert fir.dfg.name == "fir" and fir.dfg.results == ("acc",)
    assert {"acc", "k", "x.load", "h.load", "x.address"} <= names(fir.dfg)
    assert set(fir.dfg.inputs) == {"x", "h", "n"}
    first, second = (read_graph(str(path), "both", number) for number in (1, 2))
    assert (first.dfg.name, second.dfg.name) == ("both.1", "both.2")
    assert {"sum", "i", "a.load"} <= names(first.dfg)
    assert {"v", "v.2", "i", "out.store"} <= names(second.dfg) and "sum" in second.dfg.inputs
    assert {line.operation for line in first.dfg.lines} >= {"sum", "i"}
    for graph in (fir, first, second):
        report = compared(graph, 20, 1)
        assert not report.verdicts[DIFFERENT] and report.verdicts[SAME]


@needs_clang
def test_lines_name_the_file_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests a file beside the current folder, of which clang would leave out what both share."""
    (tmp_path / "here").mkdir()
    (tmp_path / "f.c").write_text(C)
    monkeypatch.chdir(tmp_path / "here")
    for path in (str(tmp_path / "f.c"), "../f.c"):
        lines = read_graph(path, "fir").dfg.lines
        assert {line.line.split(":")[0] for line in lines} == {path}


# As of `clang -g`: values and blocks have numbers, and variables are told.
NUMBERED = """
define i32 @_ZN3dsp5totalEPii(ptr %0, i32 %1) !dbg !5 {
    #dbg_value(ptr %0, !8, !DIExpression(), !12)
    #dbg_value(i32 %1, !9, !DIExpression(), !12)
  br label %3
3:
  %4 = phi i32 [ 0, %2 ], [ %8, %3 ]
  %5 = phi i32 [ 5, %2 ], [ %9, %3 ]
    #dbg_value(i32 %4, !10, !DIExpression(), !12)
    #dbg_value(i32 %4, !11, !DIExpression(), !13)
  %6 = getelementptr inbounds i32, ptr %0, i32 %4
  %7 = load i32, ptr %6
  %8 = add nsw i32 %4, 1
    #dbg_value(i32 %8, !10, !DIExpression(), !12)
  %9 = mul nsw i32 %5, %7, !dbg !12
    #dbg_value(i32 %9, !14, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !12)
  %10 = icmp slt i32 %8, %1
  br i1 %10, label %3, label %11
11:
  ret i32 %9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "total.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "TITLE", scope: !1, file: !1, line: 3, unit: !0, type: !3)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DISubprogram(name: "callee", scope: !1, file: !1, line: 1, unit: !0, type: !3)
!8 = !DILocalVariable(name: "values", arg: 1, scope: !5, file: !1, type: !6)
!9 = !DILocalVariable(name: "mul9", arg: 2, scope: !5, file: !1, type: !6)
!10 = !DILocalVariable(name: "\\C3\\A9t\\C3\\A9", scope: !5, file: !1, type: !6)
!11 = !DILocalVariable(name: "inlined", scope: !7, file: !1, type: !6)
!12 = !DILocation(line: 4, scope: !5)
!13 = !DILocation(line: 1, scope: !7, inlinedAt: !12)
!14 = !DILocalVariable(name: "other", scope: !5, file: !1, type: !6)
"""


@pytest.mark.parametrize("title", ["total", "total<int>", "sum of all"])
def test_names_of_text_with_numbers(title: str, tmp_path: Path) -> None:
    """Tests debug information: own variables only, where a value is just that; else numbers."""
    path = tmp_path / "f.ll"
    path.write_text(NUMBERED.replace("TITLE", title))
    graph = read_graph(str(path), title.partition("<")[0])
    assert graph.dfg.name == title.partition("<")[0]
    assert set(graph.dfg.inputs) == {"values", "mul9"}
    assert {"été", "mul9.2", "values.load", "values.address"} <= names(graph.dfg)
    assert not names(graph.dfg) & {"inlined", "other"}
    assert graph.dfg.results == ("mul9.2",)
    assert {x.operation: x.line for x in graph.dfg.lines} == {"mul9.2": "total.cpp:4"}
    # LLVM ends the process where it compiles some of what the variables' units have.
    assert "llvm.dbg.cu" not in graph.loop.function.module
    assert not compared(graph, 20, 1).difference
    path.write_text(
        NUMBERED[: NUMBERED.index("!llvm")]
        .replace(" !dbg !5", "")
        .replace(", !dbg !12", "")
        .replace("#", ";#")
    )
    graph = read_graph(str(path), "total")
    assert graph.dfg.name == "total" and set(graph.dfg.inputs) == {"arg0", "arg1"}
    assert {"mul9", "add8", "arg0.load", "icmp10"} <= names(graph.dfg)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("_Z3dotPKiS0_i", "dot"),
        ("_ZN3dsp6filter3runEPi", "run"),
        ("_ZSt10accumulateIPKilET0_T_S3_S2_", "accumulate"),
        ("_ZNSt6vectorIiSaIiEE9push_backEOi", "_ZNSt6vectorIiSaIiEE9push_backEOi"),
        ("_Z99short", "_Z99short"),
    ],
)
def test_names_of_cpp(name: str, title: str) -> None:
    """Tests the last name of a mangled one, where that is plain."""
    assert title_of(name) == title


@needs_clang
def test_what_clang_is_told(tmp_path: Path) -> None:
    """Tests folders of headers, macros, the standard and other words, as options and keywords."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "gain.h").write_text("#define GAIN 3\n")
    path = tmp_path / "f.c"
    path.write_text(
        '#include "gain.h"\n_Static_assert(sizeof(long) == LONG, "");\n'
        "#if __STDC_VERSION__ != 199901L || MORE != 2\n#error standard\n#endif\n"
        "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += GAIN * a[i];"
        " return s; }\n"
    )
    dfg = xyzmap.load_loop(
        path,
        include=[tmp_path / "inc"],
        define=["MORE=2"],
        flag=["-std=c99", "-DLONG=8"],
        samples=5,
    )
    assert 3 in dfg.constant_by_name.values()
    for missing in ({"flag": ["-fsyntax-only"]}, {}, {"flag": ["-std=c00"]}):
        with pytest.raises(xyzmap.InputError, match="f.c: clang: "):
            xyzmap.load_loop(path, **missing)  # type: ignore[arg-type]  # keywords of other types
    with pytest.raises(xyzmap.InputError, match="a header: give a file of C that includes it"):
        xyzmap.load_loop(tmp_path / "inc" / "gain.h")
