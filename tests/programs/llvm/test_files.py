"""Tests of loops of programs wherever a graph is read, and of their versions."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import xyzmap
from archs.files import load_architecture
from models.errors import InputError
from models.formats.native_json import architecture_to_json
from programs.files import PROGRAM, Named, named_loop
from programs.rewrites.pass_names import ALL
from solvers.min_cycles import main as min_cycles
from solvers.min_ii import main

LOOPS = str(Path(__file__).parents[3] / "examples/data/loops.ll")

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def test_names() -> None:
    assert named_loop("a.json") is named_loop("a.c.json") is None
    assert named_loop("d.x/a.c") == Named("d.x/a.c")
    assert named_loop("a.ll:3") == Named("a.ll", None, 3)
    assert named_loop("a.c:dot.2,as-written") == Named("a.c", "dot", 2, ())
    found = named_loop("a.c,passes=llvm+reuse,unroll=2,without=smin+abs")
    assert found == Named("a.c", None, None, ("llvm", "reuse"), (2,), ("smin", "abs"))
    assert named_loop("a.c:f,passes=all,unroll=auto") == Named("a.c", "f", None, ALL, (1, 2, 3, 4))
    assert found is not None and found.path(("llvm",), 3) == (
        "a.c,passes=llvm,unroll=3,without=smin+abs"
    )


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("unroll=0", "must be auto or a whole number from 1 to 64"),
        ("passes=best", "unknown pass 'best'"),
        ("without=add", "cannot expand 'add'"),
        ("fast", "unknown option; known: as-written, passes="),
    ],
)
def test_unknown_options(options: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        xyzmap.min_ii(f"{LOOPS}:prefix,{options}", "hycube:4x4")


@pytest.mark.parametrize("name", ["prefix", "maximum", "clip_sum"])
def test_versions_are_what_their_names_say(name: str) -> None:
    """Tests that each graph of a loop is that which its name alone means."""
    assert PROGRAM.versions is not None
    found = PROGRAM.versions(f"{LOOPS}:{name},unroll=auto", ())
    assert [each.iterations for each in found[-3:]] == [2, 3, 4]
    assert found[0].dfg == xyzmap.load_loop(LOOPS, function=name, samples=0)
    for each in found:
        (same,) = PROGRAM.versions(each.path, ())
        assert same == each, each.path


def test_min_ii_tells_whose_bound_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{LOOPS}:squares", "hycube:4x4", "--quiet", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["ii"], found["iterations"]) == ("optimal", 1, 1)
    assert found["graph"] == found["graphs"][0]["graph"] == f"{LOOPS}:squares,passes=all"
    assert [one["status"] for one in found["graphs"][1:]] == ["not searched"] * 3
    assert main([f"{LOOPS}:squares,passes=all,unroll=2", "hycube:4x4", "--quiet"]) == 0
    assert "has II = 2, in" in (shown := capsys.readouterr().out)
    assert "of 2 iterations of the loop: 1 cycles for each" in shown


def test_several_iterations_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{LOOPS}:gcd,unroll=auto", "hycube:4x4", "--quiet", "--first"]) in (0, 10)
    shown = capsys.readouterr().out
    assert "and the bound is that of it alone" in shown
    assert "per iteration by arithmetic" in shown


def test_min_cycles_takes_the_graph_of_the_least_bound(capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"{LOOPS}:squares", "hycube:4x4", "--contexts", "2", "--quiet"]
    assert min_cycles(words) == 0
    said = capsys.readouterr()
    assert f"mapped is the first of these graphs: {LOOPS}:squares,passes=all: at least" in said.err


def test_operators_that_an_array_lacks_are_computed_from_others(tmp_path: Path) -> None:
    arch = load_architecture("hycube:4x4,io=memory,ops=kinds")
    kinds = {each.operator for each in xyzmap.load_loop(LOOPS, function="clip_sum").operations}
    assert {word.partition("/")[0] for word in kinds} >= {"smin", "smax"}
    some = (
        "add sub mul select icmp.slt icmp.sgt icmp.eq icmp.ne load br br.unless sext zext".split()
    )
    parts = tuple(
        msgspec.structs.replace(part, ops=tuple(some)) if part.issue else part
        for part in arch.components
    )
    file = tmp_path / "arch.json"
    file.write_text(architecture_to_json(msgspec.structs.replace(arch, components=parts)))
    found = xyzmap.min_ii(f"{LOOPS}:clip_sum", str(file), first=True)
    assert found.mapping is not None
    assert any(
        "computed from other operations: smax, smin" in note for note in found.record["notes"]
    )
