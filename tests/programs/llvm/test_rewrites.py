"""Tests of the passes that make graphs of loops smaller, and of what is said of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import xyzmap
from models.data.dfg import Operand
from models.errors import InputError
from models.formats.native_json import dfg_from_json
from programs.dfg import main
from programs.llvm.builder import LoopGraph
from programs.llvm.child import answered
from programs.llvm.needed_text import needed_text
from programs.llvm.optimised import optimised
from programs.llvm.read import read_graph
from programs.rewrites.pass_names import ALL, EXPANDED
from tests.programs.llvm.texts import at, loop, same, words_of

KERNELS = str(Path(__file__).parents[1] / "data/kernels.ll")
LOOPS = str(Path(__file__).parents[3] / "examples/data/loops.ll")


def read(folder: Path, text: str, *passes: str) -> LoopGraph:
    """Return the graph of a text's loop after passes."""
    path = folder / "f.ll"
    path.write_text(text)
    return read_graph(str(path), passes=passes)


def kinds(graph: LoopGraph) -> Counter[str]:
    return Counter(one.kind for one in graph.dfg.rewrites)


TAPS = (
    at("x")
    + "  %i2 = add nuw nsw i64 %i, 2\n"
    + at("y", index="%i2")
    + "  %s = add i32 %x, %y\n  %q = getelementptr inbounds i32, ptr %b, i64 %i\n"
    + "  store i32 %s, ptr %q"
)


def test_loads_of_earlier_iterations(tmp_path: Path) -> None:
    """Tests that one of two loads is read at a distance, and its first values from memory."""
    graph = read(tmp_path, loop(TAPS, "void @f(ptr noalias %a, ptr noalias %b, i64 %n)"), "reuse")
    assert words_of(graph).count("load") == 1 and kinds(graph) == {"reused": 1}
    (first,) = [one for one in graph.dfg.initial if len(one.numbers) == 2]
    formulas = {one.input: one.formula for one in graph.dfg.before}
    assert [formulas[str(n)] for n in first.numbers] == ["load i32 [a + 4]", "load i32 [a]"]
    same(graph, 60, 40)


def test_no_reuse_across_a_store(tmp_path: Path) -> None:
    """Tests that a store that may write there keeps both loads."""
    graph = read(tmp_path, loop(TAPS, "void @f(ptr %a, ptr %b, i64 %n)"), "reuse")
    assert words_of(graph).count("load") == 2 and not graph.dfg.rewrites


def test_stored_values_of_earlier_iterations(tmp_path: Path) -> None:
    body = (
        at("x")
        + "  %s = add i32 %x, 7\n  %i2 = add nuw nsw i64 %i, 2\n"
        + "  %q = getelementptr inbounds i32, ptr %a, i64 %i2\n  store i32 %s, ptr %q"
    )
    graph = read(tmp_path, loop(body), "reuse")
    assert "load" not in words_of(graph) and kinds(graph) == {"reused": 1}
    same(graph, 60, 40)


def test_equal_up_to_a_distance() -> None:
    """Tests the products of a filter that reads each element again."""
    graph = read_graph(KERNELS, "conv33", passes=("llvm", "reuse", "equal"))
    plain = read_graph(KERNELS, "conv33", passes=("llvm", "reuse"))
    assert len(graph.dfg.operations) <= len(plain.dfg.operations)
    same(graph, 40, 30)


def test_accumulators_last() -> None:
    graph = read_graph(KERNELS, "sum4", passes=ALL)
    assert kinds(graph)["last"] == 1
    own = [o for o in graph.dfg.operations if Operand(o.name, 1) in o.operands]
    assert all(len(o.operands) == 2 for o in own)
    cycle = next(o for o in own if o.name in graph.dfg.results)
    assert cycle.operator.startswith("add")
    same(graph, 40, 30)


def test_addresses_and_exit_tests() -> None:
    """Tests that no counter is left where addresses do its work."""
    graph = read_graph(LOOPS, "saxpy", passes=ALL)
    assert kinds(graph) == {"address": 2, "exit": 1}
    assert "mul" not in words_of(graph) and words_of(graph).count("add") == 2
    assert [one.formula for one in graph.dfg.before] == ["arg2 + sext(arg0 to i64) * 4"]
    same(graph, 40, 30)


NARROW = """
define void @f(ptr noalias %a, i32 %n, i32 %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %loop ]
  %p = phi ptr [ %a, %entry ], [ %q, %loop ]
  store i32 7, ptr %p
  %q = getelementptr inbounds i32, ptr %p, i64 1
  %j = add i32 %i, STEP
  %c = icmp eq i32 %j, %m
  br i1 %c, label %done, label %loop
done:
  ret void
}
"""


@pytest.mark.parametrize("step", ["1", "-1"])
def test_narrow_counters(step: str, tmp_path: Path) -> None:
    """Tests that the number of iterations of a word that wraps around is extended."""
    graph = read(tmp_path, NARROW.replace("STEP", step), "addresses", "exit")
    assert words_of(graph).count("add") == 1 and kinds(graph)["exit"] == 1
    same(graph, 60, 40)


def test_a_step_of_two_keeps_its_counter(tmp_path: Path) -> None:
    """Tests that a counter that may pass its bound is left."""
    graph = read(tmp_path, NARROW.replace("STEP", "2"), "addresses", "exit")
    assert not kinds(graph)["exit"]


def test_only_given_passes_run() -> None:
    for chosen, kind in (("reuse", "reused"), ("addresses", "address"), ("sums", "last")):
        name = "sum4" if chosen == "sums" else "stencil5"
        graph = read_graph(KERNELS, name, passes=("llvm", chosen))
        assert set(kinds(graph)) - {"hoisted"} == {kind}


def test_as_written_is_without_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([LOOPS, "--function", "prefix", "--as-written", "--samples", "0", "--json"]) == 0
    graph = dfg_from_json(capsys.readouterr().out, "graph")
    assert len(graph.operations) == 11 and not graph.rewrites
    assert graph == xyzmap.load_loop(LOOPS, function="prefix", as_written=True, samples=0)


def test_what_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests the line for users, and the rewrites with their lines in JSON."""
    assert main([KERNELS, "--function", "stencil5"]) == 0
    shown = capsys.readouterr().out
    assert "as written 21 operations (6 loads and stores), now 10 (2): 4 loads reused" in shown
    assert "its function after LLVM's passes, and as written, on 100 random inputs: same" in shown
    assert main([KERNELS, "--function", "stencil5", "--samples", "0", "--json"]) == 0
    graph = json.loads(capsys.readouterr().out)
    reused = [one for one in graph["rewrites"] if one["kind"] == "reused"]
    assert sorted(one["by"]["distance"] for one in reused) == [1, 2, 3, 4]
    assert all(one["by"]["value"] == "a.load" for one in reused)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["-O", "none"], "unknown pass 'none'"),
        (["-O", "reuse", "--as-written"], "not both"),
        (["-O", ""], "unknown pass ''"),
    ],
)
def test_refused(words: list[str], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main([LOOPS, "--function", "prefix", *words]))
    assert ended.value.code == 2
    assert what in capsys.readouterr().err


def test_refused_in_python() -> None:
    with pytest.raises(InputError, match="unknown pass 'all'"):
        xyzmap.load_loop(LOOPS, function="prefix", passes=["all"])
    with pytest.raises(InputError, match="one of both"):
        xyzmap.load_loop(LOOPS, function="prefix", passes=["llvm"], as_written=True)


GONE = """
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %j, 10
  br i1 %c, label %loop, label %done
done:
  ret i32 3
}
"""


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_loop_that_llvm_removes_stays_as_written(tmp_path: Path) -> None:
    graph = read(tmp_path, GONE, *ALL)
    assert graph.written is None and not graph.dfg.rewrites
    with pytest.warns(UserWarning, match="as written: LLVM's passes leave no such loop"):
        read(tmp_path, GONE, *ALL)


def test_only_what_a_function_mentions_is_optimised() -> None:
    text = (
        "define void @f() {\n  call void @g()\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n"
    )
    assert "@h" not in needed_text(text + "define void @h() {\n  ret void\n}\n", ["f"])
    assert "define void @g()" in needed_text(text, ["f"])
    assert "define void @f()" in optimised(text, "f")


def test_a_child_that_ends_gives_nothing() -> None:
    """Tests that LLVM may end its process."""

    def end() -> str:
        raise SystemExit(3)

    assert answered(end) is None
    assert answered(lambda: "text") == "text"


REVERSED = """
declare i32 @llvm.bitreverse.i32(i32)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
"""


def test_operations_that_an_array_lacks(tmp_path: Path) -> None:
    """Tests that they are computed from others, in graphs as written and after passes."""
    body = (
        at("x")
        + "  %r = call i32 @llvm.bitreverse.i32(i32 %x)\n  %h = trunc i32 %r to i16\n"
        + "  %w = call i16 @llvm.bswap.i16(i16 %h)\n  %e = zext i16 %w to i32\n"
        + "  %m = call i32 @llvm.umax.i32(i32 %e, i32 %x)\n"
        + "  %b = call i32 @llvm.abs.i32(i32 %m, i1 false)\n  store i32 %b, ptr %px"
    )
    path = tmp_path / "f.ll"
    path.write_text(loop(body, before=REVERSED))
    for passes in ((), ALL):
        graph = read_graph(str(path), passes=passes, without=EXPANDED)
        assert not {*words_of(graph)} & {*EXPANDED}
        same(graph, 40, 30)
    for name in ("median3", "viterbi", "sad"):
        graph = read_graph(KERNELS, name, passes=ALL, without=EXPANDED)
        assert "select" in words_of(graph)
        same(graph, 30, 20)
