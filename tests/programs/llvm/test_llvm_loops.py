"""Loops of LLVM's text as graphs: executed against the compiled loops, mapped, and refused."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sys
from functools import cache
from pathlib import Path

import msgspec
import pytest

import xyzmap
from examples.loops.llvm_text import random_loop_text
from models.data.dfg import Operand
from models.errors import InputError
from models.semantics.evaluate import evaluate
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import DIFFERENT, compared, read_compared
from programs.llvm.compiler import llvm_text
from programs.llvm.execution import Run, Schedule
from programs.llvm.flow import innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of
from programs.llvm.read import read_graph, read_loops
from solvers.dfg import UNTESTED, main

KERNELS = str(Path(__file__).parents[3] / "examples/data/loops.ll")
NAMES = re.findall(r"^define .*@(\w+)\(", Path(KERNELS).read_text(), re.MULTILINE)
TRIALS = 40


@cache
def kernels() -> dict[str, LoopGraph]:
    """The graphs of all loops, by function and number of the loop in it."""
    found: dict[str, LoopGraph] = {}
    for loop in read_loops(KERNELS):
        name = loop.function.name
        found[f"{name} 2" if name in found else name] = loop_graph(loop, Layout([loop.function]))
    return found


def require_same(graph: LoopGraph, schedule: Schedule | None = None) -> None:
    """Raise `AssertionError` unless a graph does what its loop does, on several inputs at least."""
    report = compared(graph, TRIALS, 1, schedule)
    assert not report.verdicts[DIFFERENT], report.difference
    assert report.compared >= TRIALS // 5, report.verdicts


def test_all_kernels_are_read() -> None:
    """Tests that there is a loop of each function that is not inlined."""
    assert {name.removesuffix(" 2") for name in kernels()} == set(NAMES) - {
        "square", "clamp", "rotl", "swap",
    }  # fmt: skip
    assert len(kernels()) == 41


@pytest.mark.oracle(keep=8)
@pytest.mark.parametrize("name", [*NAMES, "two_loops 2"])
def test_graphs_do_what_compiled_loops_do(name: str) -> None:
    """Tests values, memory and exits, with iterations overlapped at random."""
    if name in kernels():
        require_same(kernels()[name])


@pytest.mark.oracle(keep=10)
@pytest.mark.parametrize("seed", range(200))
def test_random_loops(seed: int) -> None:
    """Tests the same of random loops with branches, rotated values, memory and early exits."""
    functions = functions_of(random_loop_text(seed), "random")
    for loop in innermost_loops(functions[0]):
        report = compared(loop_graph(loop, Layout(functions)), TRIALS, seed)
        assert not report.verdicts[DIFFERENT], report.difference


def changed(graph: LoopGraph, **members: object) -> LoopGraph:
    return msgspec_replaced(graph, msgspec.structs.replace(graph.dfg, **members))


def msgspec_replaced(graph: LoopGraph, dfg: xyzmap.Dfg) -> LoopGraph:
    """The same loop with another graph."""
    other = LoopGraph(**{**vars(graph), "dfg": dfg})
    return other


@pytest.mark.parametrize("name", ["prefix", "shift_two", "scatter", "fill_until"])
def test_order_edges_are_needed(name: str) -> None:
    """Tests that the comparison notices where accesses to memory or exits have no order."""
    report = compared(changed(kernels()[name], order=()), 200, 1)
    assert report.verdicts[DIFFERENT] and report.difference


@pytest.mark.parametrize("name", ["gcd", "collatz", "dot64", "count_bits", "maximum"])
def test_the_comparison_notices_another_operand(name: str) -> None:
    """Tests that a graph of which one operand is read an iteration earlier differs."""
    graph = kernels()[name]
    operations = list(graph.dfg.operations)
    for n, operation in enumerate(operations):
        late = [o for o in operation.operands if o.distance]
        if late:
            earlier = tuple(
                Operand(o.value, o.distance + (o == late[0])) for o in operation.operands
            )
            operations[n] = msgspec.structs.replace(operation, operands=earlier)
            break
    assert compared(changed(graph, operations=tuple(operations)), 100, 1).verdicts[DIFFERENT]


@pytest.mark.parametrize("array", ["hycube:4x4", "adres:4x4"])
@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("name", ["dot64", "threshold", "first_difference", "sum_list", "gcd"])
def test_mapped_loops_do_what_compiled_loops_do(name: str, array: str) -> None:
    """Tests the order of events of a mapping, on the inputs of the compiled loop."""
    graph = kernels()[name]
    answer = xyzmap.min_ii(graph.dfg, array, first=True)
    assert answer.mapping is not None
    starts: dict[str, int] = {}
    for issue in answer.mapping.mapping.issues:
        starts[issue.operation] = min(issue.cycle, starts.get(issue.operation, issue.cycle))
    assert answer.value is not None
    require_same(graph, (starts, answer.value))


def shown(graph: LoopGraph) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    return {
        o.name: (o.operator, [(x.value, x.distance) for x in o.operands])
        for o in graph.dfg.operations
    }


ROTATED = """
define i32 @f(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %head ]
  %a = phi i32 [ 5, %entry ], [ %b, %head ]
  %b = phi i32 [ 7, %entry ], [ %s, %head ]
  %s = add i32 %a, %b
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %head, label %done
done:
  ret i32 %a
}
"""


def test_rotated_values_have_larger_distances(tmp_path: Path) -> None:
    path = tmp_path / "f.ll"
    path.write_text(ROTATED)
    graph = read_graph(str(path))
    assert shown(graph) == {
        "s": ("add", [("s", 2), ("s", 1)]),
        "j": ("add", [("j", 1), ("1", 0)]),
        "c": ("icmp.slt", [("j", 0), ("n", 0)]),
        "exit": ("br.unless", [("c", 0)]),
        "a.out": ("mov", [("s", 2)]),
    }
    assert {i.value: i.numbers for i in graph.dfg.initial} == {"s": (7, 5), "j": (0,)}
    assert graph.dfg.results == ("a.out",)


def test_memory_order() -> None:
    """Tests distances of accesses of one form, and what other memory for each argument leaves."""
    shift = kernels()["shift_two"]
    late = {(e.after, e.distance) for e in shift.dfg.order if "store" in e.before}
    assert sorted(distance for _, distance in late) == [1, 2] and not shift.assumed
    smooth = kernels()["smooth"]
    assert [(e.before, e.distance) for e in smooth.dfg.order] == [("exit", 1)]
    assert kernels()["threshold"].assumed == () and len(kernels()["scatter"].assumed) == 2
    assert len(read_graph(KERNELS, "scatter", restrict=True).assumed) == 1


def test_what_is_assumed_of_arguments_holds_in_the_comparison() -> None:
    """Tests that no inputs are drawn that the graph does not have to be right for."""
    graph = read_graph(KERNELS, "scatter", restrict=True)
    assert len(set(graph.pieces.values())) == 2
    assert len(set(read_graph(KERNELS, "scatter").pieces.values())) == 1
    assert not compared(graph, 500, 0).verdicts[DIFFERENT]


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that a graph is told, compared, written and mapped."""
    out = tmp_path / "g.json"
    assert main([KERNELS, "--function", "sum_list", "-o", str(out), "--check", "20"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("sum_list: ") and "begins with " in said
    assert "against the compiled loop, 20 random inputs: " in said
    assert xyzmap.min_ii(str(out), "hycube:4x4").status == "optimal"
    assert main([KERNELS, "--function", "two_loops", "--loop", "2", "--json", "--check", "0"]) == 0
    assert '"schema": "xyzmap/dfg/1"' in capsys.readouterr().out


GLOBALS = """
@table = global [16 x i32] zeroinitializer, align 16
@sum = internal global i32 0
@"a name" = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare i32 @far(i32)
define i32 @near(i32 %x) {
  %y = call i32 @far(i32 %x)
  ret i32 %y
}
define ptr @f(i32 %n, ptr %p, ptr %q) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %head ]
  %last = phi ptr [ @sum, %entry ], [ %at, %head ]
  %k = and i32 %i, 3
  %at = getelementptr i32, ptr @table, i32 %k
  %a = load i32, ptr %at
  %from = getelementptr i32, ptr @"a name", i32 %k
  %b = load i32, ptr %from
  %c = load i32, ptr %p
  %old = load i32, ptr @sum
  %ab = add i32 %a, %b
  %abc = xor i32 %ab, %c
  %new = add i32 %old, %abc
  store i32 %new, ptr @sum
  store i32 %c, ptr getelementptr (i8, ptr @table, i64 4)
  %to = getelementptr ptr, ptr %q, i32 %i
  %odd = trunc i32 %i to i1
  %which = select i1 %odd, ptr @near, ptr @far
  store ptr %which, ptr %to
  %j = add nsw i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %head, label %done
done:
  ret ptr %last
}
"""


def test_variables_and_functions_of_the_module(tmp_path: Path) -> None:
    """Tests that what has no value in the text is an input, and is memory of its own."""
    path = tmp_path / "f.ll"
    path.write_text(GLOBALS)
    graph = read_graph(str(path), "f")
    assert {"@table", "@sum", "@near", "@far"} <= set(graph.dfg.inputs)
    require_same(graph)
    # `p` may point into `@sum`, but no variable into another.
    assert "c and sum.store" in graph.assumed
    assert not {"a and sum.store", "b and sum.store"} & set(graph.assumed)


TYPED = """
%struct.node = type { i32, %struct.node* }
define i32 @f(%struct.node* noalias %p, i32* nocapture %q) #0 {
entry:
  br label %head
head:
  %at = phi %struct.node* [ %p, %entry ], [ %next, %head ]
  %sum = phi i32 [ 0, %entry ], [ %more, %head ]
  %a = getelementptr inbounds %struct.node, %struct.node* %at, i64 0, i32 0
  %x = load i32, i32* %a, align 4
  %more = add i32 %sum, %x
  store i32 %more, i32* %q, align 4
  %b = getelementptr inbounds %struct.node, %struct.node* %at, i64 0, i32 1
  %next = load %struct.node*, %struct.node** %b, align 8
  %c = icmp eq %struct.node* %next, null
  br i1 %c, label %done, label %head
done:
  ret i32 %more
}
attributes #0 = { nounwind "target-cpu"="x86-64" "target-features"="+cx8,-3dnow,-prefetchwt1" }
"""


def test_text_of_older_compilers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Tests pointers with types, and features of a machine that LLVM has forgotten."""
    path = tmp_path / "f.ll"
    path.write_text(TYPED)
    require_same(read_graph(str(path)))
    assert capfd.readouterr().err == ""


def test_a_loop_that_cannot_be_compiled_alone(tmp_path: Path) -> None:
    """Tests that another name of a variable is read, and not compared."""
    path = tmp_path / "f.ll"
    path.write_text(
        "@y = alias i32, ptr @table\n" + GLOBALS.replace("load i32, ptr @sum", "load i32, ptr @y")
    )
    assert any("old and store" in pair for pair in read_graph(str(path), "f").assumed)
    with pytest.raises(InputError, match="`--check 0` leaves that out: LLVM: Alias must point"):
        compared(read_graph(str(path), "f"), 1, 1)


SUM = """
define void @f(i32 %n, ptr noalias %out, ptr %p, i64 %row) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %head ]
  %begin = mul i64 %row, 40
  %line = getelementptr i8, ptr %p, i64 %begin
  %at = getelementptr i32, ptr %line, i32 %i
  %place = getelementptr i8, ptr %out, i64 8
  %a = load i32, ptr %at
  %old = load i32, ptr %place
  %new = add i32 %old, %a
  store i32 %new, ptr %place
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %head, label %done
done:
  ret void
}
"""


def test_sums_in_memory_and_what_never_changes(tmp_path: Path) -> None:
    """Tests that a sum is the value of the iteration before, where nothing else meets it."""
    path = tmp_path / "f.ll"
    path.write_text(SUM)
    graph = read_graph(str(path))
    assert shown(graph)["new"] == ("add/i32", [("new", 1), ("a", 0)])
    assert [one.numbers for one in graph.dfg.initial if one.value == "new"] == [("old.first",)]
    assert {"old.first", "begin", "line", "place"} <= set(graph.prepared)
    require_same(graph)
    stored = SUM.replace("  %old", "  store i32 %i, ptr %at\n  %old")
    path.write_text(stored.replace("ptr noalias %out", "ptr %out"))
    graph = read_graph(str(path))
    assert ("old", 0) in shown(graph)["new"][1]
    require_same(graph)
    assert ("new", 1) in shown(read_graph(str(path), restrict=True))["new"][1]
    guarded = SUM.replace(
        "  %old", "  %g = icmp sgt i32 %a, 3\n  br i1 %g, label %in, label %tail\nin:\n  %old"
    )
    guarded = guarded.replace("  %j", "  br label %tail\ntail:\n  %j").replace(
        "%j, %head ]", "%j, %tail ]"
    )
    path.write_text(guarded)
    graph = read_graph(str(path))
    assert any(o.operator.startswith("load.if") for o in graph.dfg.operations)
    require_same(graph)


PLACES = (
    ROTATED.replace("%s = add i32 %a, %b", "%s = add i32 %a, %b, !dbg !7")
    .replace("label %done\n", "label %done, !dbg !8\n")
    .replace("@f(i32 %n)", "@f(i32 %n) !dbg !4")
    + """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "rotate.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, unit: !0, type: !5)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 12, column: 5, scope: !4)
!8 = !DILocation(line: 13, column: 3, scope: !4)
"""
)


def test_lines_of_the_source(tmp_path: Path) -> None:
    """Tests that operations know where they were written, if the text says so."""
    path = tmp_path / "f.ll"
    path.write_text(PLACES)
    graph = read_graph(str(path))
    lines = {line.operation: line.line for line in graph.dfg.lines}
    assert lines == {"s": "rotate.c:12:5", "exit": "rotate.c:13:3"}
    require_same(graph)


def test_types_and_beginnings_are_in_the_graph() -> None:
    """Tests that evaluating the graph alone gives what executing it as LLVM's words gives."""
    compared_some = 0
    for name in ("gcd", "collatz", "count_bits", "isqrt", "fibonacci"):
        if name not in kernels() or kernels()[name].dfg.order:
            continue
        graph = kernels()[name]
        given = {value: 37 + 11 * n for n, value in enumerate(graph.inputs.values())}
        run = Run(graph, dict(given), [], random.Random(1), None)
        run.until_exit(200)
        inputs = {key: [given[value]] * 200 for key, value in graph.inputs.items()}
        rows = evaluate(graph.dfg, 200, inputs)
        last = max(n for _, n in run.values)
        for (value, n), number in run.values.items():
            if n < last - 1:
                assert rows[n][value] == number, (name, value, n)
                compared_some += 1
    assert compared_some > 50


CALL = (
    ROTATED.replace("%s = add i32 %a, %b", "%s = call i32 @g(i32 %b)") + "\ndeclare i32 @g(i32)\n"
)
VECTOR = ROTATED.replace(
    "%s = add i32 %a, %b", "%v = load volatile i32, ptr null\n %s = add i32 %a, %v"
)
BAD = [
    (["--function", "nothing"], "unknown function 'nothing'; known: f"),
    (["--loop", "2"], "no loop 2: there are 1"),
    (["-D", "N=1"], "-D, -I, --std and --flag go with C only"),
]
BAD_TEXTS = [
    ("", "no loop"),
    ("define", "LLVM: "),
    ("define i32 @f() {\n ret i32 1\n}\n", "no loop"),
    ("\0\1", "LLVM: "),
    (
        ROTATED + ROTATED.replace("@f", "@g"),
        "2 loops; choose by --function or --loop: 1 in f, 2 in",
    ),
    (CALL, "the loop of f: a call of g, which has no body in the text, and is no operator: give"),
    (VECTOR, "a volatile or atomic load"),
    (ROTATED.replace("i32", "i77"), "'s' of type i77"),
    (
        ROTATED.replace("(i32 %n)", "(i32 %n, ptr %p)").replace(
            "%s = add i32 %a, %b",
            "%v = load <4 x i32>, ptr %p\n %w = mul <4 x i32> %v, %v\n"
            " store <4 x i32> %w, ptr %p\n %s = add i32 %a, %b",
        ),
        "vectors, here of type <4 x i32>: make the text with clang -O1, or with -fno-vectorize",
    ),
    (ROTATED.replace("%s = add", "%s = sdov"), "LLVM: "),
]


@pytest.mark.parametrize(("words", "line"), BAD)
def test_bad_choices(words: list[str], line: str, tmp_path: Path, capsys: object) -> None:
    path = tmp_path / "f.ll"
    path.write_text(ROTATED)
    require_line([str(path), *words], line, capsys)


@pytest.mark.parametrize(("text", "line"), BAD_TEXTS)
def test_bad_texts(text: str, line: str, tmp_path: Path, capsys: object) -> None:
    """Tests that each text that cannot be read gives one line."""
    path = tmp_path / "f.ll"
    path.write_text(text)
    require_line([str(path)], line, capsys)


def require_line(words: list[str], line: str, capsys: object) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err  # type: ignore[attr-defined]  # a fixture
    assert said.count("\n") == 1 and line in said, said


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that C is refused with what to install."""
    path = tmp_path / "f.c"
    path.write_text("int f(int n) { int s = 0; while (n) s += n--; return s; }\n")
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(InputError, match="C needs clang: pip install ziglang, "):
        llvm_text(str(path))


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that LLVM's text is refused with what to install."""
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    with pytest.raises(InputError, match=r"^f.ll: LLVM's text .*: pip install llvmlite$"):
        functions_of("", "f.ll")


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")
def test_c(tmp_path: Path) -> None:
    """Tests that clang is asked, with macros, and that its complaint is one line."""
    path = tmp_path / "f.c"
    path.write_text("int f(int n) { int s = 0; while (n) s += N * n--; return s; }\n")
    require_same(read_graph(str(path), words=("-DN=3",)))
    with pytest.raises(InputError, match="clang: .*error: "):
        read_graph(str(path))


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")
@pytest.mark.oracle
def test_the_installed_compiler() -> None:
    """Tests the loops of the project as the clang of this machine writes them."""
    loops = read_loops(KERNELS.replace(".ll", ".c"))
    assert len(loops) == len(read_loops(KERNELS))
    for loop in loops:
        assert not compared(loop_graph(loop, Layout([loop.function])), 40, 1).difference


def test_nothing_is_compiled_without_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a graph comes back where the loop alone cannot be compiled."""
    monkeypatch.setattr("programs.llvm.comparison.compared", None)
    graph, report = read_compared(KERNELS, "saxpy", None, (), False, 0, 0)
    assert graph.dfg.operations and not report.verdicts


def test_an_exception_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that an exception of the comparison is raised, and not counted as one of the loop."""

    def fail(*_: object) -> None:
        raise KeyError("no such\nvalue")

    monkeypatch.setattr("programs.llvm.comparison._trial", fail)
    with pytest.raises(RuntimeError, match="trial 0 of a comparison: KeyError"):
        compared(kernels()["saxpy"], 3, 1)


def test_a_process_that_ends_by_itself_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that only signals are faults: a loop that ends the process by `exit` is none."""
    monkeypatch.setattr("programs.llvm.comparison._trial", lambda *_: os._exit(3))
    with pytest.raises(RuntimeError, match="trial 0 of a comparison ended with status"):
        compared(kernels()["saxpy"], 3, 1)


def test_faults_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that a line says so where not a single run could be compared."""

    def fault(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    monkeypatch.setattr("programs.llvm.comparison._trial", fault)
    assert main([KERNELS, "--function", "saxpy", "--check", "3"]) == UNTESTED
    told = capsys.readouterr().out
    assert "3 random inputs: none; not comparable: fault 3\nnot a single run could" in told


def test_damaged_texts() -> None:
    """Tests that a damaged text is refused in a line, or read."""
    for cut in range(0, len(ROTATED), 7):
        for text in (ROTATED[:cut], ROTATED[:cut] + ROTATED[cut + 3 :]):
            try:
                functions = functions_of(text, "f.ll")
                for function in functions:
                    for loop in innermost_loops(function):
                        loop_graph(loop, Layout(functions))
            except InputError as error:
                assert len(str(error).splitlines()) == 1
