"""Loops of LLVM's text as graphs: executed against the compiled loops, mapped, and refused."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
from functools import cache
from pathlib import Path

import msgspec
import pytest

import xyzmap
from models.data.dfg import Operand
from models.errors import InputError
from models.semantics.operators import evaluate
from programs.dfg import UNTESTED, main
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import DIFFERENT, compared, read_compared
from programs.llvm.execution import Run
from programs.llvm.flow import innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import DataLayout
from programs.llvm.module import functions_of
from programs.llvm.random_text import random_loop_text
from programs.llvm.read import read_graph, read_loops
from tests.programs.llvm.texts import changed, graph_of, loop, same, words_of

KERNELS = str(Path(__file__).parents[3] / "examples/data/loops.ll")
NAMES = re.findall(r"^define .*@(\w+)\(", Path(KERNELS).read_text(), re.MULTILINE)
TRIALS = 40


@cache
def kernels() -> dict[str, LoopGraph]:
    """The graphs of all loops, by function and number of the loop in it."""
    found: dict[str, LoopGraph] = {}
    for each in read_loops(KERNELS):
        name = each.function.name
        found[f"{name} 2" if name in found else name] = loop_graph(
            each, DataLayout([each.function])
        )
    return found


@pytest.mark.oracle(keep=8)
@pytest.mark.parametrize("name", [*NAMES, "two_loops 2"])
def test_graphs_do_what_compiled_loops_do(name: str) -> None:
    """Tests values, memory and exits, with iterations overlapped at random."""
    if name in kernels():
        same(kernels()[name], TRIALS, TRIALS // 5)


@pytest.mark.oracle(keep=10)
@pytest.mark.parametrize("seed", range(60))
def test_random_loops(seed: int) -> None:
    """Tests the same of random loops with branches, rotated values, memory and early exits."""
    functions = functions_of(random_loop_text(seed), "random")
    for each in innermost_loops(functions[0]):
        report = compared(loop_graph(each, DataLayout(functions)), TRIALS, seed)
        assert not report.verdicts[DIFFERENT], report.difference


@pytest.mark.parametrize("name", ["prefix", "shift_two", "scatter", "fill_until"])
def test_order_edges_are_needed(name: str) -> None:
    """Tests that the comparison notices where accesses to memory or exits have no order."""
    report = compared(changed(kernels()[name], order=()), 200, 1)
    assert report.verdicts[DIFFERENT] and report.difference


@pytest.mark.parametrize("name", ["gcd", "dot64", "maximum"])
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


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("dot64", "hycube:4x4"),
        ("threshold", "adres:4x4"),
        ("first_difference", "hycube:4x4"),
        ("gcd", "adres:4x4"),
    ],
)
def test_mapped_loops_do_what_compiled_loops_do(name: str, array: str) -> None:
    """Tests the order of events of a mapping, on the inputs of the compiled loop."""
    graph = kernels()[name]
    answer = xyzmap.min_ii(graph.dfg, array, first=True)
    assert answer.mapping is not None and answer.value is not None
    starts: dict[str, int] = {}
    for issue in answer.mapping.mapping.issues:
        starts[issue.operation] = min(issue.cycle, starts.get(issue.operation, issue.cycle))
    assert not compared(graph, TRIALS, 1, (starts, answer.value)).difference


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
    graph = graph_of(tmp_path, ROTATED)
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
    apart = read_graph(KERNELS, "scatter", restrict=True)
    assert len(apart.assumed) == 1 and len(set(apart.pieces.values())) == 2
    # No inputs are drawn that the graph does not have to be right for.
    assert len(set(kernels()["scatter"].pieces.values())) == 1
    assert not compared(apart, 300, 0).verdicts[DIFFERENT]


GLOBALS = """
@table = global [16 x i32] zeroinitializer, align 16
@sum = internal global i32 0
@"a name" = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare i32 @far(i32)
define i32 @near(i32 %x) {
  %y = call i32 @far(i32 %x)
  ret i32 %y
}
"""
GLOBALS += loop(
    """  %last = phi ptr [ @sum, %entry ], [ %at, %loop ]
  %k = and i64 %i, 3
  %at = getelementptr i32, ptr @table, i64 %k
  %a = load i32, ptr %at
  %from = getelementptr i32, ptr @"a name", i64 %k
  %b = load i32, ptr %from
  %d = load i32, ptr %p
  %old = load i32, ptr @sum
  %ab = add i32 %a, %b
  %abd = xor i32 %ab, %d
  %new = add i32 %old, %abd
  store i32 %new, ptr @sum
  store i32 %d, ptr getelementptr (i8, ptr @table, i64 4)
  %to = getelementptr ptr, ptr %q, i64 %i
  %odd = trunc i64 %i to i1
  %which = select i1 %odd, ptr @near, ptr @far
  store ptr %which, ptr %to""",
    "ptr @f(i64 %n, ptr %p, ptr %q)",
    "ret ptr %last",
)


def test_variables_and_functions_of_the_module(tmp_path: Path) -> None:
    """Tests that what has no value in the text is an input, and is memory of its own."""
    graph = graph_of(tmp_path, GLOBALS, "f")
    assert {"@table", "@sum", "@near", "@far"} <= set(graph.dfg.inputs)
    same(graph)
    # `p` may point into `@sum`, but no variable into another.
    assert "d and sum.store" in graph.assumed
    assert not {"a and sum.store", "b and sum.store"} & set(graph.assumed)


SUM = loop(
    """  %begin = mul i64 %row, 40
  %line = getelementptr i8, ptr %p, i64 %begin
  %at = getelementptr i32, ptr %line, i64 %i
  %place = getelementptr i8, ptr %out, i64 8
  %a = load i32, ptr %at
  %old = load i32, ptr %place
  %new = add i32 %old, %a
  store i32 %new, ptr %place""",
    "void @f(i64 %n, ptr noalias %out, ptr %p, i64 %row)",
)


def test_sums_in_memory_and_what_never_changes(tmp_path: Path) -> None:
    """Tests that a sum is the value of the iteration before, where nothing else meets it."""
    graph = graph_of(tmp_path, SUM)
    assert shown(graph)["new"] == ("add/i32", [("new", 1), ("a", 0)])
    assert [one.numbers for one in graph.dfg.initial if one.value == "new"] == [("old.first",)]
    assert {"old.first", "begin", "line", "place"} <= set(graph.prepared)
    same(graph)
    stored = SUM.replace("  %old", "  store i32 7, ptr %at\n  %old")
    stored = stored.replace("ptr noalias %out", "ptr %out")
    graph = graph_of(tmp_path, stored)
    assert ("old", 0) in shown(graph)["new"][1]
    same(graph)
    assert ("new", 1) in shown(graph_of(tmp_path, stored, restrict=True))["new"][1]
    guard = "  %g = icmp sgt i32 %a, 3\n  br i1 %g, label %in, label %tail\nin:\n  %old"
    guarded = SUM.replace("  %old", guard).replace("%j, %loop ]", "%j, %tail ]")
    graph = graph_of(tmp_path, guarded.replace("  %j", "  br label %tail\ntail:\n  %j"))
    assert "load.if" in words_of(graph)
    same(graph)


@pytest.mark.parametrize("name", ["gcd", "collatz"])
def test_types_and_beginnings_are_in_the_graph(name: str) -> None:
    """Tests that evaluating the graph alone gives what executing it as LLVM's words gives."""
    graph, compared_some = kernels()[name], 0
    given = {value: 37 + 11 * n for n, value in enumerate(graph.inputs.values())}
    run = Run(graph, dict(given), [], random.Random(1), None)
    run.until_exit(200)
    rows = evaluate(graph.dfg, 200, {key: [given[v]] * 200 for key, v in graph.inputs.items()})
    every = [(v, n, k) for v, numbers in run.values.items() for n, k in numbers.items() if n >= 0]
    last = max(n for _, n, _ in every)
    for value, n, number in every:
        if n < last - 1:
            assert rows[n][value] == number, (value, n)
            compared_some += 1
    assert compared_some > 10


CALL = (
    ROTATED.replace("%s = add i32 %a, %b", "%s = call i32 @g(i32 %b)") + "\ndeclare i32 @g(i32)\n"
)
ATOMIC = ROTATED.replace(
    "%s = add i32 %a, %b", "%v = load atomic i32, ptr null seq_cst, align 4\n %s = add i32 %a, %v"
)
BAD = [
    (["--function", "nothing"], "unknown function 'nothing'; known: f"),
    (["--loop", "2"], "no loop 2: there is one"),
    (["-D", "N=1"], "-D, -I and --flag go with C only"),
]
BAD_TEXTS = [
    ("", "no loop"),
    ("\0\1", "LLVM: "),
    (
        ROTATED + ROTATED.replace("@f", "@g"),
        "2 loops; choose by --function or --loop: 1 in f, 2 in",
    ),
    (CALL, "the loop of f: a call of g, which has no body in the text, and is no operator: give"),
    (ATOMIC, "an atomic load, which other threads wait for"),
    (ROTATED.replace("i32", "i77"), "'s' of type i77"),
    (
        ROTATED.replace("(i32 %n)", "(i32 %n, ptr %p)").replace(
            "%s = add i32 %a, %b",
            "%v = load <4 x i32>, ptr %p\n %w = mul <4 x i32> %v, %v\n"
            " store <4 x i32> %w, ptr %p\n %s = add i32 %a, %b",
        ),
        "vectors, here of type <4 x i32>: make the text with clang -O1, or with -fno-vectorize",
    ),
]


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [*((ROTATED, *case) for case in BAD), *((text, [], line) for text, line in BAD_TEXTS)],
)
def test_bad_choices_and_texts(
    text: str, words: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that each text that cannot be read gives one line."""
    path = tmp_path / "f.ll"
    path.write_text(text)
    assert main([str(path), *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and line in said, said


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")
def test_c(tmp_path: Path) -> None:
    """Tests that clang is asked, with macros, and that its complaint is one line."""
    path = tmp_path / "f.c"
    path.write_text("int f(int n) { int s = 0; while (n) s += N * n--; return s; }\n")
    same(read_graph(str(path), words=("-DN=3",)))
    with pytest.raises(InputError, match="clang: .*error: "):
        read_graph(str(path))


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")
@pytest.mark.oracle
def test_the_installed_compiler() -> None:
    """Tests the loops of the project as the clang of this machine writes them."""
    loops = read_loops(KERNELS.replace(".ll", ".c"))
    assert len(loops) == len(read_loops(KERNELS))
    for each in loops:
        assert not compared(loop_graph(each, DataLayout([each.function])), 20, 1).difference


def fails(*_: object) -> None:
    raise KeyError("no such\nvalue")


def faults(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def test_only_signals_are_faults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests an exception of the comparison, a loop that ends the process, and a real fault."""
    ends = "programs.llvm.comparison._trial"
    for act, line in ((fails, ": KeyError"), (lambda *_: os._exit(3), " ended with status")):
        monkeypatch.setattr(ends, act)
        with pytest.raises(RuntimeError, match=f"trial 0 of a comparison{line}"):
            compared(kernels()["saxpy"], 3, 1)
    monkeypatch.setattr(ends, faults)
    assert main([KERNELS, "--function", "saxpy", "--samples", "3"]) == UNTESTED
    told = capsys.readouterr().out
    again = "; 15 drawn again, of smaller numbers"
    assert f"3 random inputs: none; not comparable: fault 3{again}\nno run could" in told
    # Where nothing is compared, nothing is compiled.
    assert read_compared(KERNELS, Path(KERNELS).read_text(), "saxpy", None, False, 0, 0)[
        0
    ].dfg.operations
